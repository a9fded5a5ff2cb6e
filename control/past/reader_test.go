package past

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"familiar/journal"
	"familiar/journal/memory"
	"familiar/messages"
)

// readAnew reads a page from all of a channel's records, as their meaning is told.
func readAnew(t testing.TB, in journal.Library, wanted Span) Lines {
	t.Helper()
	var records []journal.Record
	for r, err := range in.Rewind(t.Context(), "web:room", 0) {
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
	var told Lines
	var forgotten forgetting
	edits, gone, passed, places := map[messages.LineID]*messages.Line{}, map[messages.LineID]bool{}, map[messages.LineID]bool{}, map[messages.LineID]bool{}
	for n, r := range records {
		if n == wanted.Furthest {
			told.Cut = true
			break
		}
		isNewer := wanted.Before != 0 && r.Seq >= wanted.Before
		if isNewer {
			told.Until = r.At
		}
		switch e := r.Event.(type) {
		case messages.Forgotten:
			forgotten.add(e)
		case messages.Deleted:
			gone[e.ID] = true
		case messages.Edited:
			if edits[e.Line.ID] == nil {
				edits[e.Line.ID] = e.Line
			}
		}
		l := LineOf(r.Event)
		if forgotten.all {
			break
		}
		if l == nil || places[l.ID] {
			continue
		}
		again := passed[l.ID]
		passed[l.ID] = true
		if again && !wanted.Streamed || isNewer || gone[l.ID] || forgotten.took(r) {
			continue
		}
		if len(told.Said) == wanted.Limit {
			told.Next = told.Said[wanted.Limit-1].Record.Seq
			break
		}
		said := Said{Record: r, Line: l}
		if edit := edits[l.ID]; edit != nil {
			now := *l
			now.Text, said.Edited = edit.Text, true
			said.Line = &now
		}
		places[l.ID] = true
		told.Said = append(told.Said, said)
	}
	slices.Reverse(told.Said)
	return told
}

// TestPagesReadAsAnew: a reader that remembers tells what one would who reads everything
// for each page, in whichever order pages are asked for and whatever is said, edited,
// deleted and forgotten meanwhile.
func TestPagesReadAsAnew(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 2))
		j := drawn(t, seed, 600)
		r := NewReader(j)
		cursors := []uint64{0}
		for ask := range 60 {
			wanted := Span{Before: cursors[rng.IntN(len(cursors))], Limit: 1 + rng.IntN(20), Furthest: 500 + rng.IntN(1000)}
			switch rng.IntN(8) {
			case 0:
				wanted.Before = rng.Uint64N(700)
			case 1:
				wanted.Before, wanted.Streamed = 1+rng.Uint64N(600), true
			default:
			}
			got, err := r.Lines(t.Context(), "web:room", wanted)
			if err != nil {
				t.Fatal(err)
			}
			want := readAnew(t, j, wanted)
			if len(got.Said) == 0 {
				got.Until, want.Until = 0, 0 // of no lines
			}
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("seed %d, page %d, %+v: got\n%s, want\n%s", seed, ask, wanted, lineIDs(got), lineIDs(want))
			}
			if got.Next != 0 {
				cursors = append(cursors, got.Next)
			}
			meanwhile := messages.LineID(fmt.Sprint("l", rng.IntN(300)))
			switch rng.IntN(12) {
			case 0:
				say(t, j, messages.Edited{Line: &messages.Line{ID: meanwhile, Author: messages.Author{ID: "p1"}, Text: fmt.Sprint("edited at ", ask)}})
			case 1:
				say(t, j, messages.Deleted{ID: meanwhile})
			case 2:
				say(t, j, messages.AlsoHeard{Line: &messages.Line{ID: meanwhile, Author: messages.Author{ID: "p1"}, Text: "heard late"}})
			case 3:
				say(t, j, messages.Forgotten{Before: messages.Instant(rng.IntN(100))})
			case 4:
				say(t, j, messages.Forgotten{Person: messages.PersonID(fmt.Sprint("p", rng.IntN(8))), All: rng.IntN(10) == 0})
			default:
			}
		}
	}
}

func say(t testing.TB, j *memory.Journal, events ...messages.Event) {
	t.Helper()
	if _, err := j.Append(t.Context(), 0, "web:room", events...); err != nil {
		t.Fatal(err)
	}
}

func lineIDs(l Lines) string {
	var b strings.Builder
	for _, s := range l.Said {
		fmt.Fprintf(&b, "%d %s %q %t; ", s.Record.Seq, s.Line.ID, s.Line.Text, s.Edited)
	}
	return fmt.Sprint(b.String(), " next ", l.Next, " until ", l.Until, " cut ", l.Cut)
}

// TestPagesFurtherBackCostWhatTheyHold: turning all pages over reads each record about
// once, and what is remembered has its bound.
func TestPagesFurtherBackCostWhatTheyHold(t *testing.T) {
	const said, limit = 10_000, 100
	in := &counting{Library: talk(t, said)}
	r := NewReader(in)
	pages := 0
	for wanted := (Span{Limit: limit, Furthest: 2 * said}); ; pages++ {
		page, err := r.Lines(t.Context(), "web:room", wanted)
		if err != nil {
			t.Fatal(err)
		}
		if wanted.Before = page.Next; page.Next == 0 {
			break
		}
	}
	if pages != said/limit-1 || in.read > said+3*pages {
		t.Errorf("%d records were read for %d pages of %d lines", in.read, pages, said)
	}
	for n := range 60 {
		channel := messages.ChannelID(fmt.Sprint("web:other", n))
		known := newNewer(channel)
		for l := range 10_000 {
			known.lines[messages.LineID(fmt.Sprint(l))] = became{}
		}
		r.put(known)
	}
	sum := 0
	for _, n := range r.recent {
		sum += n.size()
	}
	if sum > maxRemembered || len(r.recent) == 0 {
		t.Errorf("%d lines of %d channels are remembered, want at most %d", sum, len(r.recent), maxRemembered)
	}
}

// talk is a channel where so many lines were said.
func talk(t testing.TB, lines int) *memory.Journal {
	t.Helper()
	j := memory.New(memory.Config{})
	for n := range lines {
		say(t, j, messages.Heard{Line: &messages.Line{ID: messages.LineID(fmt.Sprint("l", n)), Author: messages.Author{ID: "p"}, Text: "about as long as lines are"}})
	}
	return j
}

func BenchmarkPage(b *testing.B) {
	const said = 40_000
	j := talk(b, said)
	for _, back := range []int{0, 1_000, 10_000, 39_000} {
		b.Run(fmt.Sprint(back, " lines back"), func(b *testing.B) {
			r := NewReader(j)
			wanted := Span{Before: uint64(said - back), Limit: 100, Furthest: 50_000}
			if back == 0 {
				wanted.Before = 0
			}
			for b.Loop() {
				if _, err := r.Lines(b.Context(), "web:room", wanted); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
