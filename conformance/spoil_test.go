package conformance

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestSpoiltAnswersAreNoticed changes whatever a source answered, one value at
// a time, and wants the comparison to fail each time: a family that compares
// nothing could not be told from one that agrees.
func TestSpoiltAnswersAreNoticed(t *testing.T) {
	eachRecording(t, func(t *testing.T, f *family, all []json.RawMessage) {
		if len(all) == 0 {
			t.Skip("no such cases there")
		}
		noticed, n := 0, min(most, max(2, mostOfAll/len(all)))
		for i, raw := range all {
			before, err := f.decide(raw)
			if err != nil || before.aside {
				continue
			}
			for _, c := range spoilt(raw, f.expects, n) {
				a, err := f.decide(c.changed)
				switch {
				case err != nil: // no case any more
				case !a.aside && a.got != a.want:
					noticed++
				case before.departure < 0: // else ours may stand in its place
					t.Errorf("case %d: nobody notices another %s: %.300s", i, c.path, c.changed)
				}
			}
		}
		if t.Logf("%s: %d changes noticed", f.list, noticed); noticed == 0 && !elsewhere() {
			t.Error("no change is noticed")
		}
	})
}

// How many changes are tried: of one case at most, and of a family about.
const (
	most      = 40
	mostOfAll = 600
)

// A change is a case with one value changed, and where it stands.
type change struct {
	path    string
	changed json.RawMessage
}

// spoilt returns a case once for every value that stands at one of the paths or
// below, with that value changed; of more than n about as many, spread.
func spoilt(raw json.RawMessage, paths []string, n int) (all []change) {
	var root any
	if json.Unmarshal(raw, &root) != nil {
		return nil
	}
	count, every := 0, 0
	visit := func(at []string, before any, put func(any)) {
		if !slices.ContainsFunc(paths, func(p string) bool { return covers(strings.Split(p, "."), at) }) {
			return
		}
		for _, v := range others(before) {
			if count++; every == 0 || count%every != 0 {
				continue
			}
			put(v)
			if changed, err := json.Marshal(root); err == nil {
				all = append(all, change{strings.Join(at, "."), changed})
			}
			put(before)
		}
	}
	walk(nil, root, func(v any) { root = v }, visit) // counts
	count, every = 0, max(1, (count+n-1)/n)
	walk(nil, root, func(v any) { root = v }, visit)
	return all
}

// covers reports whether a path begins as the pattern does; * is any key.
func covers(pattern, path []string) bool {
	if len(path) < len(pattern) {
		return false
	}
	for i, key := range pattern {
		if key != "*" && key != path[i] {
			return false
		}
	}
	return true
}

// walk visits a value and all within it, with the means to change each.
func walk(path []string, v any, put func(any), visit func(path []string, v any, put func(any))) {
	visit(path, v, put)
	switch v := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			walk(append(path[:len(path):len(path)], key), v[key], func(x any) { v[key] = x }, visit)
		}
	case []any:
		for i := range v {
			walk(append(path[:len(path):len(path)], strconv.Itoa(i)), v[i], func(x any) { v[i] = x }, visit)
		}
	}
}

// others returns values to stand for v: of a list one without its last element.
func others(v any) []any {
	switch v := v.(type) {
	case bool:
		return []any{!v}
	case string:
		return []any{v + "x"}
	case float64:
		return []any{v + 1}
	case []any:
		if len(v) > 0 {
			return []any{v[:len(v)-1]}
		}
		return []any{[]any{"x"}}
	case nil:
		return []any{"x", map[string]any{}}
	}
	return nil
}
