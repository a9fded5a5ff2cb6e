package flame

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/google/pprof/profile"
)

// mostProfile is how large a profile may be, as it is in its file; those of an
// hour under load have some 100 kB.
const mostProfile = 32 << 20

// A Graph is the samples of a profile, merged from the root.
type Graph struct {
	Root *Frame        // "all", whose value is the profile's
	Unit string        // of the values, as in the profile: nanoseconds, bytes, count
	Over time.Duration // how long was looked; 0: the profile doesn't say
	owed [owners]int64 // of the root's value
}

// A Frame is a function, as called by the frames above it.
type Frame struct {
	Name  string   // with the path of its package, as in the profile
	Value int64    // of the samples in it and in what it calls
	Calls []*Frame // widest first, equal ones by name

	by map[string]*Frame // Calls by their names
}

// Read takes a profile of pprof, packed or not, and merges one of its values,
// such as cpu or alloc_space. A sample with no value, or less, is left out. It
// fails if r does, if the profile is broken or larger than 32 MiB, or if it has
// no such value.
func Read(r io.Reader, value string) (*Graph, error) {
	raw, err := io.ReadAll(io.LimitReader(r, mostProfile+1))
	if err != nil {
		return nil, fmt.Errorf("flame: %w", err)
	}
	if len(raw) > mostProfile {
		return nil, fmt.Errorf("flame: the profile has more than %d bytes", mostProfile)
	}
	p, err := profile.ParseData(raw)
	if err != nil {
		return nil, fmt.Errorf("flame: %w", err)
	}
	nth := slices.IndexFunc(p.SampleType, func(t *profile.ValueType) bool { return t.Type == value })
	if nth < 0 {
		return nil, fmt.Errorf("flame: the profile has no value %q: is it of another kind?", value)
	}
	g := &Graph{Root: &Frame{Name: "all"}, Unit: p.SampleType[nth].Unit, Over: time.Duration(p.DurationNanos)}
	for _, s := range p.Sample {
		if v := s.Value[nth]; v > 0 {
			g.add(stack(s), v)
		}
	}
	g.Root.order()
	return g, nil
}

// stack returns the names of a sample's functions, the outermost first. A place
// in code that was inlined is several functions.
func stack(s *profile.Sample) []string {
	var names []string
	for _, place := range slices.Backward(s.Location) {
		if len(place.Line) == 0 {
			names = append(names, "unknown")
		}
		for _, line := range slices.Backward(place.Line) {
			if line.Function == nil || line.Function.Name == "" {
				names = append(names, "unknown")
				continue
			}
			names = append(names, line.Function.Name)
		}
	}
	return names
}

func (g *Graph) add(names []string, v int64) {
	g.owed[debtor(names)] += v
	f := g.Root
	f.Value += v
	for _, name := range names {
		f = f.call(name)
		f.Value += v
	}
}

// call returns the frame of a function that f calls.
func (f *Frame) call(name string) *Frame {
	if called := f.by[name]; called != nil {
		return called
	}
	if f.by == nil {
		f.by = map[string]*Frame{}
	}
	called := &Frame{Name: name}
	f.by[name] = called
	f.Calls = append(f.Calls, called)
	return called
}

func (f *Frame) order() {
	slices.SortFunc(f.Calls, func(a, b *Frame) int {
		return cmp.Or(cmp.Compare(b.Value, a.Value), cmp.Compare(a.Name, b.Name))
	})
	for _, called := range f.Calls {
		called.order()
	}
}
