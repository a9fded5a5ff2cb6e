// Command stages says what the parts of a line's way cost, of a CPU profile of a
// benchmark over the durable journal:
//
//	go test ./bench -run XXX -bench 'Durable$/channels=10000$' -benchtime 200000x -cpuprofile FILE
//	go run ./bench/stages -lines 250000 FILE
//
// -lines is how many lines the profile is of: those that warm the channels up
// too, of which a benchmark has 50,000 and three a channel.
//
// Of a heap profile it says who holds the memory, in MiB:
//
//	go run ./cmd/familiar load --shape uniform --channels 10000 --rate 2000 --duration 60s --warm 20s --profile FOLDER
//	go run ./bench/stages FOLDER/heap.pprof
package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/google/pprof/profile"
)

func main() {
	lines := flag.Int64("lines", 0, "how many lines the profile is of; 0: tell shares alone")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: go run ./bench/stages [-lines N] FILE")
		os.Exit(2)
	}
	if err := tell(os.Stdout, flag.Arg(0), *lines); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func tell(to io.Writer, file string, lines int64) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	p, err := profile.Parse(f)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	unit, by := " µs", stageOf
	value := slices.IndexFunc(p.SampleType, func(t *profile.ValueType) bool { return t.Type == "cpu" && t.Unit == "nanoseconds" })
	per := 1000 * float64(lines)
	if value < 0 {
		unit, by, per = " MiB", ownerOf, 1<<20
		value = slices.IndexFunc(p.SampleType, func(t *profile.ValueType) bool { return t.Type == "inuse_space" })
	}
	if value < 0 {
		return fmt.Errorf("%s: is a profile neither of CPU time nor of the heap", file)
	}
	parts, all := added(p, value, by)
	if all == 0 {
		return fmt.Errorf("%s: has no samples", file)
	}
	for _, name := range slices.SortedFunc(maps.Keys(parts), func(a, b string) int { return cmp.Compare(parts[b], parts[a]) }) {
		row := fmt.Sprintf("%5.1f %%  %s", 100*float64(parts[name])/float64(all), name)
		if per > 0 {
			row = fmt.Sprintf("%6.2f%s  %s", float64(parts[name])/per, unit, row)
		}
		if _, err := fmt.Fprintln(to, row); err != nil {
			return err
		}
	}
	return nil
}

// added adds up one value of a profile's samples by what their stacks are part
// of, and in all.
func added(p *profile.Profile, value int, by func(stack []string) string) (parts map[string]int64, all int64) {
	parts = map[string]int64{}
	for _, s := range p.Sample {
		var stack []string
		for _, l := range s.Location {
			for _, line := range l.Line {
				stack = append(stack, untyped(line.Function.Name))
			}
		}
		parts[by(stack)] += s.Value[value]
		all += s.Value[value]
	}
	return parts, all
}

// untyped returns a function's name without what it is instantiated with: slices.Insert of
// notes is no function of theirs.
func untyped(name string) string {
	from, to := strings.IndexByte(name, '['), strings.LastIndexByte(name, ']')
	if from < 0 || to < from {
		return name
	}
	return name[:from] + name[to+1:]
}

// A stage is a part of a line's way, known by functions that are on the stack.
type stage struct {
	name  string
	marks []string // parts of the functions' names
}

// stages are in the order in which they are looked for: a part of another stands
// before it.
var stages = []stage{
	{"garbage collection", []string{"runtime.gcBgMarkWorker", "runtime.bgsweep", "runtime.bgscavenge", "runtime.gcAssistAlloc"}},
	{"state: encode", []string{"conversation.(*Channel).AppendEncoded"}},
	{"state: decode", []string{"conversation.Decode"}},
	{"state: seal and save", []string{"jetstream.(*snapshotStore)."}},
	{"step", []string{"conversation.(*Channel).Step"}},
	{"notes: pack and write", []string{"jetstream/ledger.", "jetstream.(*Journal).Note"}},
	{"line: encode, seal and publish", []string{"eventlog.(*Log).Append", "eventlog.(*draft)"}},
	{"line: decode and open", []string{"eventlog.(*Log).readRecord", "messages.(*Repeats).DecodeEvent"}},
	{"line: hand to its actor", []string{"host.(*Host).Send"}},
	{"line: read back", []string{"eventlog.(*Log).Consume", "store.(*Store).Follow"}},
	{"server: store", []string{"server.(*stream).internalLoop", "server.(*fileStore)", "server.(*stream).processJetStreamMsg"}},
	{"server: connections", []string{"nats-server/v2/server."}},
	{"client: connection and acknowledgements", []string{"nats-io/nats%2ego.", "nats-io/nats.go.", "jetstream/store."}},
	{"actors", []string{"familiar/actors/", "hollywood/"}},
	{"the benchmark's own", []string{"familiar/bench."}},
	{"scheduler", []string{"runtime.mcall", "runtime.mstart", "runtime.sysmon", "runtime.schedule"}},
}

func stageOf(stack []string) string {
	for _, st := range stages {
		for _, mark := range st.marks {
			if slices.ContainsFunc(stack, func(name string) bool { return strings.Contains(name, mark) }) {
				return st.name
			}
		}
	}
	return "the rest"
}
