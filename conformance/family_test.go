package conformance

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// A family is a list of recorded cases, each decided by itself, and what of
// ours decides the same.
type family struct {
	list    string   // where it stands in its file: "route", "pure.typing_delay"
	expects []string // what the source answered, within a case: "expect", "steps.*.after"
	departs []string // names of the departures
	decide  func(raw json.RawMessage) (answer, error)
	entries bool // the list is an object whose entries are the cases, as {"key", "value"}
}

// An answer is how one case is decided here.
type answer struct {
	got, want string
	departure int  // which one it falls under; -1: none
	differs   bool // and the source decides otherwise
	aside     bool // and there is nothing of ours to compare
}

// A departure is where we decide otherwise than the source, on purpose.
type departure[C any] struct {
	name, why string
	is        func(*C) bool // the case falls under it
	ours      func(*C)      // writes what we answer over what the source does; nil: there is nothing of ours
}

// cases makes a family of cases of type C. decide gives what we answer and
// what the source does, with the same things said of both.
func cases[C any](list string, expects []string, decide func(*C) (got, want string), departures ...departure[C]) family {
	f := family{list: list, expects: expects}
	for _, d := range departures {
		f.departs = append(f.departs, d.name+": "+d.why)
	}
	f.decide = func(raw json.RawMessage) (answer, error) {
		var c C
		if err := json.Unmarshal(raw, &c); err != nil {
			return answer{}, err
		}
		at := slices.IndexFunc(departures, func(d departure[C]) bool { return d.is(&c) })
		a := answer{departure: at}
		if at >= 0 && departures[at].ours == nil {
			a.aside = true
			return a, nil
		}
		a.got, a.want = decide(&c)
		if at >= 0 {
			a.differs = a.got != a.want
			departures[at].ours(&c)
			a.got, a.want = decide(&c)
		}
		return a, nil
	}
	return f
}

// cases returns the family's cases out of a file's content; none when the file
// lacks the list.
func (f *family) cases(t testing.TB, content json.RawMessage) []json.RawMessage {
	t.Helper()
	for _, key := range strings.Split(f.list, ".") {
		if content == nil {
			return nil
		}
		var within map[string]json.RawMessage
		if err := json.Unmarshal(content, &within); err != nil {
			t.Fatalf("%s: %v", f.list, err)
		}
		content = within[key]
	}
	switch {
	case content == nil:
		return nil
	case content[0] == '[':
		var all []json.RawMessage
		if err := json.Unmarshal(content, &all); err != nil {
			t.Fatalf("%s: %v", f.list, err)
		}
		return all
	case f.entries:
		return entries(t, content)
	}
	return []json.RawMessage{content}
}

func entries(t testing.TB, object json.RawMessage) (all []json.RawMessage) {
	t.Helper()
	var named map[string]json.RawMessage
	if err := json.Unmarshal(object, &named); err != nil {
		t.Fatal(err)
	}
	for _, key := range slices.Sorted(maps.Keys(named)) {
		all = append(all, fmt.Appendf(nil, `{"key":%q,"value":%s}`, key, named[key]))
	}
	return all
}

// A tally is how a family's cases were decided.
type tally struct {
	*family
	cases, compared int
	under, differ   []int // by departure
}

// check decides every case.
func (f *family) check(t *testing.T, all []json.RawMessage) tally {
	t.Helper()
	if len(all) == 0 {
		if elsewhere() {
			t.Skip("no such cases there")
		}
		t.Fatal("the file holds no such cases")
	}
	n := tally{family: f, cases: len(all), under: make([]int, len(f.departs)), differ: make([]int, len(f.departs))}
	for i, raw := range all {
		a, err := f.decide(raw)
		if err != nil {
			t.Fatalf("case %d: %v", i, err)
		}
		if a.departure >= 0 {
			n.under[a.departure]++
		}
		if a.aside || a.differs {
			n.differ[a.departure]++
		}
		if a.aside {
			continue
		}
		n.compared++
		if a.got != a.want {
			t.Errorf("case %d: %.600s\n got %s\nwant %s", i, raw, a.got, a.want)
		}
	}
	for i, d := range f.departs {
		if n.differ[i] == 0 && !elsewhere() {
			t.Errorf("no case differs by %q, which %d fall under", d, n.under[i])
		}
	}
	t.Log(n)
	return n
}

// String is one line.
func (n tally) String() string {
	line := fmt.Sprintf("%s: %d cases, %d compared", n.list, n.cases, n.compared)
	for i, d := range n.departs {
		name, _, _ := strings.Cut(d, ": ")
		line += fmt.Sprintf(", %d differ (%s)", n.differ[i], name)
	}
	return line
}

// elsewhere reports whether the files are others than ours.
func elsewhere() bool { return os.Getenv("FAMILIAR_VECTORS") != "" }
