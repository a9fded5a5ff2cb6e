package audit

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// filled returns a trail of some deeds, each with its result.
func filled(t *testing.T, deeds int) *Memory {
	t.Helper()
	m := NewMemory()
	for i := range deeds {
		d := Deed{Via: ByHTTP, Token: fmt.Sprint("token", i%3), Verb: fmt.Sprint("verb", i%2)}
		if err := Do(t.Context(), m, d, AlwaysFailed, func() error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

func lines(t *testing.T, m *Memory) (all [][]byte) {
	t.Helper()
	for k, err := range m.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, k.Line)
	}
	return all
}

// broken returns the first thing that is wrong with a chain.
func broken(lines [][]byte) error {
	var c Chain
	for _, line := range lines {
		if err := c.Check(line); err != nil {
			return err
		}
	}
	return nil
}

// TestChainFindsWhatWasChanged: whatever byte of an entry but the newest is another, and
// whichever entry in the middle is taken out, put in or moved, is found.
func TestChainFindsWhatWasChanged(t *testing.T) {
	whole := lines(t, filled(t, 10))
	if err := broken(whole); err != nil {
		t.Fatalf("a whole chain: %v", err)
	}
	rapid.Check(t, func(t *rapid.T) {
		all := make([][]byte, len(whole))
		for i, line := range whole {
			all[i] = slices.Clone(line)
		}
		at := rapid.IntRange(1, len(all)-2).Draw(t, "at")
		switch what := rapid.SampledFrom([]string{"change", "remove", "double", "swap"}).Draw(t, "what"); what {
		case "change":
			i := rapid.IntRange(0, len(all[at])-1).Draw(t, "byte")
			all[at][i] ^= byte(rapid.IntRange(1, 255).Draw(t, "by"))
		case "remove":
			all = slices.Delete(all, at, at+1)
		case "double":
			all = slices.Insert(all, at, all[at])
		case "swap":
			all[at], all[at+1] = all[at+1], all[at]
		}
		if broken(all) == nil {
			t.Error("nothing is found")
		}
	})
}

// TestBegunBeforeTheEffect: what can't be recorded isn't done, and what is done was
// recorded before.
func TestBegunBeforeTheEffect(t *testing.T) {
	m := NewMemory()
	failure := errors.New("no")
	err := Do(t.Context(), m, Deed{Verb: "quiet"}, func(error) Result { return Refused }, func() error {
		if got := len(lines(t, m)); got != 1 {
			t.Errorf("got %d entries while it is done, want 1", got)
		}
		return failure
	})
	if !errors.Is(err, failure) {
		t.Errorf("got %v, want %v", err, failure)
	}
	var told []string
	for k := range m.All(t.Context()) {
		told = append(told, fmt.Sprint(k.N, " ", k.Verb, " ", k.Of, " ", k.Result))
	}
	if want := []string{"1 quiet 0 ", "2  1 refused"}; !slices.Equal(told, want) {
		t.Errorf("got %q, want %q", told, want)
	}
}

func TestWanted(t *testing.T) {
	m := filled(t, 12)
	for _, tt := range []struct {
		story  string
		wanted Wanted
		most   int
		want   int
	}{
		{"all of them", Wanted{}, 100, 24},
		{"the newest few", Wanted{}, 5, 5},
		{"one token's, with the results", Wanted{By: "token1"}, 100, 8},
		{"one verb", Wanted{Verb: "verb0"}, 100, 12},
		{"before one", Wanted{Before: 3}, 100, 2},
		{"about somebody", Wanted{About: "person-1"}, 100, 0},
	} {
		found, err := tt.wanted.Newest(t.Context(), m, tt.most)
		if err != nil || len(found) != tt.want {
			t.Errorf("%s: got %d, %v; want %d", tt.story, len(found), err, tt.want)
		}
	}
}

// TestMemoryIsBounded: however much is done, the newest stay, whole.
func TestMemoryIsBounded(t *testing.T) {
	all := lines(t, filled(t, mostInMemory))
	if len(all) != mostInMemory {
		t.Errorf("got %d entries, want %d", len(all), mostInMemory)
	}
	if err := broken(all); err != nil {
		t.Error(err)
	}
}

func TestDeedsAreBounded(t *testing.T) {
	k, err := Entry{Deed: Deed{Person: strings.Repeat("p", 5000), Detail: strings.Repeat("d", 5000)}}.After(Kept{})
	if err != nil || len(k.Line) > 2000 {
		t.Errorf("got %d bytes, %v", len(k.Line), err)
	}
}

// TestPseudonym: the same of one trail, another of another, and never the id.
func TestPseudonym(t *testing.T) {
	a, b := NewMemory(), NewMemory()
	one, _ := a.Pseudonym(t.Context(), "ana") // no error of one in memory
	again, _ := a.Pseudonym(t.Context(), "ana")
	other, _ := b.Pseudonym(t.Context(), "ana")
	if one != again || one == other || strings.Contains(one, "ana") {
		t.Errorf("got %s, %s and %s", one, again, other)
	}
}
