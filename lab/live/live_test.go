package live

import (
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"

	"familiar/journal"
	"familiar/journal/memory"
	"familiar/lab/replay"
	"familiar/messages"
)

const pond = messages.ChannelID("web/den/pond")

func at(second int) messages.Instant { return messages.Instant(1741219200000 + 1000*second) }

// records returns events of the pond, a second apart.
func records(events ...messages.Event) iter.Seq2[journal.Record, error] {
	return func(yield func(journal.Record, error) bool) {
		for i, e := range events {
			if !yield(journal.Record{Channel: pond, Seq: uint64(i + 1), At: at(i), Event: e}, nil) {
				return
			}
		}
	}
}

func said(id messages.LineID, who messages.PersonID) messages.Heard {
	return messages.Heard{Line: &messages.Line{ID: id, Text: "text " + string(id), At: 1, Author: messages.Author{ID: who, Name: string(who)}}}
}

func posted(id messages.LineID, nonce string) messages.Heard {
	h := said(id, "U77")
	h.Line.Nonce = nonce
	return h
}

// note reads "SECOND FAMILIAR ACT RUNG [LINE [N [TRIGGER]]]".
func note(t *testing.T, text string) *messages.Note {
	f := append(strings.Fields(text), "", "", "")
	n := &messages.Note{Channel: pond, Familiar: messages.FamiliarID(f[1]), Act: messages.Act(f[2]), Rung: messages.Rung(f[3]), Line: messages.LineID(strings.Trim(f[4], "-")), Trigger: messages.Trigger(f[6])}
	var second int
	if _, err := fmt.Sscan(f[0], &second); err != nil {
		t.Fatal(err)
	}
	n.At = at(second)
	if f[5] != "" {
		if _, err := fmt.Sscan(f[5], &n.N); err != nil {
			t.Fatal(err)
		}
	}
	return n
}

func TestRead(t *testing.T) {
	for _, tt := range []struct {
		what   string
		notes  string // of mira, a line each
		events []messages.Event
		want   string
	}{
		{"a called familiar answers", "0 mira engage mention 1\n2 mira settled spoke 1 5 address", []messages.Event{
			said("1", "ana"), messages.Composed{N: 5, Parts: []string{"hello", "you"}}, posted("p", "web/den/pond~mira~5~0"),
		}, `U77: 2s address fires [1] says "hello\nyou"; 0 judged, 0 unseen`},
		{"in shadow it would have", "0 mira engage mention 1\n2 mira settled shadowed 1 5 address", []messages.Event{
			said("1", "ana"), messages.Composed{N: 5, Parts: []string{"hello"}},
		}, `mira: 2s address fires [1] says "hello"; 0 judged, 1 unseen`},
		{"a judge says no, then yes", "0 mira wait rest 1\n1 mira settled judge - 4 lull\n2 mira ask rest 2\n4 mira settled judge - 6 lull\n5 mira settled spoke 2 7 lull", []messages.Event{
			said("1", "ana"), messages.Judged{N: 4}, said("2", "bo"), messages.Judged{N: 6, Yes: true}, messages.Composed{N: 7, Parts: []string{"so"}},
		}, `mira: 1s lull judged rests [1]; 5s lull judged fires [2] says "so"; 2 judged, 0 unseen`},
		{"what comes after the judge's yes is the next question's", "0 mira wait rest 1\n1 mira settled judge - 4 lull\n1 mira wait rest 2\n2 mira settled spoke 1 5 lull\n3 mira settled judge - 6 lull", []messages.Event{
			said("1", "ana"), messages.Judged{N: 4, Yes: true}, said("2", "bo"), messages.Composed{N: 5, Parts: []string{"so"}}, messages.Judged{N: 6},
		}, `mira: 2s lull judged fires [1] says "so"; 3s lull judged rests [2]; 2 judged, 0 unseen`},
		{"what waits is no part of an answer to a call", "0 mira wait rest 1\n1 mira engage mention 2\n2 mira settled spoke 2 7 address", []messages.Event{
			said("1", "ana"), said("2", "bo"),
		}, `mira: 2s address fires [2]; 0 judged, 0 unseen`},
		{"silence wakes nobody", "0 mira engage mention 1\n1 mira settled silence 1 5 address\n2 mira engage mention 2\n3 mira settled spoke 2 6 address", []messages.Event{
			said("1", "ana"), said("2", "bo"),
		}, `mira: 3s address fires [2]; 0 judged, 0 unseen`},
	} {
		t.Run(tt.what, func(t *testing.T) {
			ledger := memory.New(memory.Config{})
			for line := range strings.Lines(tt.notes) {
				if err := ledger.Note(t.Context(), note(t, line)); err != nil {
					t.Fatal(err)
				}
			}
			walks, err := Read(t.Context(), records(tt.events...), ledger, Options{})
			if err != nil || len(walks) != 1 {
				t.Fatalf("%d walks, %v", len(walks), err)
			}
			if got := inWords(&walks[0]); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestReadIsBounded(t *testing.T) {
	ledger := memory.New(memory.Config{})
	for _, text := range []string{"0 mira observe rest 1", "9 mira observe rest 2", "9 theo observe rest 2"} {
		if err := ledger.Note(t.Context(), note(t, text)); err != nil {
			t.Fatal(err)
		}
	}
	events := []messages.Event{said("1", "ana"), said("2", "ana")}
	for _, tt := range []struct {
		what string
		o    Options
		want int // walks
	}{
		{"everything", Options{}, 2},
		{"one familiar", Options{Familiar: "theo"}, 1},
		{"since then", Options{Since: at(1), Familiar: "mira"}, 1},
		{"a channel that isn't there", Options{Channel: "web/den/hill"}, 0},
		{"nothing is that recent", Options{Since: at(100)}, 0},
	} {
		t.Run(tt.what, func(t *testing.T) {
			walks, err := Read(t.Context(), records(events...), ledger, tt.o)
			if len(walks) != tt.want || errors.Is(err, ErrNothing) != (tt.want == 0) {
				t.Errorf("%d walks, %v; want %d", len(walks), err, tt.want)
			}
		})
	}
}

func inWords(w *replay.Walk) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: ", w.Gold.Familiar)
	for i, d := range w.Decisions {
		fmt.Fprintf(&b, "%gs %s ", d.At.Sub(at(0)).Seconds(), d.Trigger)
		if d.Judged {
			b.WriteString("judged ")
		}
		b.WriteString(map[bool]string{true: "fires ", false: "rests "}[d.Fire])
		fmt.Fprint(&b, d.Covers)
		if w.Says[i] != "" {
			fmt.Fprintf(&b, " says %q", w.Says[i])
		}
		b.WriteString("; ")
	}
	fmt.Fprintf(&b, "%d judged, %d unseen", w.Judged, len(w.Said))
	return b.String()
}
