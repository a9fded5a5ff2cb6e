package history

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/journal/memory"
	"familiar/messages"
	"familiar/policy/conversation"
)

// TestHistoryForgets: what was deleted, forgotten or ignored is not read back.
func TestHistoryForgets(t *testing.T) {
	line := func(id, who, text string) *messages.Line {
		return &messages.Line{ID: messages.LineID(id), Author: messages.Author{ID: messages.PersonID(who), Name: who}, Text: text}
	}
	said := []messages.Event{
		messages.Heard{Line: line("1", "ana", "old")},
		messages.Heard{Line: line("2", "ana", "one")},
		messages.Heard{Line: line("3", "spam", "buy")},
		messages.Heard{Line: line("4", "bob", "two")},
		messages.Heard{Line: line("5", "us", "three")},
		messages.AlsoHeard{Line: line("5", "us", "three")},
		messages.Edited{Line: line("2", "ana", "won")},
		messages.Heard{Line: line("6", "ana", "now")},
		messages.Heard{Line: line("7", "ana", "later")},
	}
	for _, tt := range []struct {
		story  string
		before messages.LineID
		then   messages.Event
		want   string
	}{
		{"before a line", "6", nil, "1 old, 2 won, 4 two, 5 three (own)"},
		{"before one nobody knows, the newest", "99", nil, "1 old, 2 won, 4 two, 5 three (own), 6 now, 7 later"},
		{"a line is deleted", "6", messages.Deleted{ID: "4"}, "1 old, 2 won, 5 three (own)"},
		{"a person is forgotten", "6", messages.Forgotten{Person: "ana"}, "4 two, 5 three (own)"},
		{"what is old is forgotten", "6", messages.Forgotten{Before: 3}, "4 two, 5 three (own)"},
		{"all is", "6", messages.Forgotten{All: true}, ""},
		{"a line comes again, changed", "6", messages.Edited{Line: line("4", "bob", "too")}, "1 old, 2 won, 4 too, 5 three (own)"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			p := past{before: tt.before, self: "us", ignore: []messages.PersonID{"spam"}, heard: map[messages.LineID]bool{}}
			for i, e := range append(slices.Clone(said), tt.then) {
				if e != nil {
					p.takeEvent(messages.Instant(i+1), e)
				}
			}
			var got []string
			for _, q := range p.visible() {
				text := fmt.Sprint(q.ID, " ", q.Text)
				if q.Own {
					text += " (own)"
				}
				got = append(got, text)
			}
			if strings.Join(got, ", ") != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestHistoryOfAThread: what was fetched while a line waited stands before it,
// though the journal has it behind, and a thread's start goes with the room's
// line.
func TestHistoryOfAThread(t *testing.T) {
	line := func(id, who string) *messages.Line {
		return &messages.Line{ID: messages.LineID(id), Author: messages.Author{ID: messages.PersonID(who), Name: who}, Text: id}
	}
	root := line("q", "ana")
	root.Root = "q"
	said := []messages.Event{
		messages.Heard{Line: line("r", "us")},
		messages.HistoryFetched{N: 1, Lines: []*messages.Line{root, line("r", "us"), line("f", "ana")}},
		messages.Heard{Line: line("f", "ana")},
		messages.Heard{Line: line("n", "ana")},
	}
	gone := messages.Told{From: "slack/T/room", Fact: messages.RootGone{Line: "q"}}
	for _, tt := range []struct {
		story  string
		before messages.LineID
		then   messages.Event
		want   string
	}{
		{"before the line that waited", "r", nil, "q"},
		{"before a later one", "n", nil, "q r f"},
		{"before the thread's start", "q", nil, ""},
		{"the newest", "", nil, "q r f n"},
		{"the start is gone", "n", gone, "r f"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			p := past{before: tt.before, self: "us", heard: map[messages.LineID]bool{}}
			for i, e := range append(slices.Clone(said), tt.then) {
				if e != nil {
					p.takeEvent(messages.Instant(i+1), e)
				}
			}
			var got []string
			for _, q := range p.visible() {
				got = append(got, q.Text)
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestHistoryOfASharedAccount: of what one account said, each familiar's own is
// told apart.
func TestHistoryOfASharedAccount(t *testing.T) {
	c := &conversation.Config{}
	for _, who := range []messages.FamiliarID{"aria", "pip"} {
		seat := conversation.SeatConfig{Familiar: who, Name: strings.ToUpper(string(who)), Persona: true}
		seat.Meet(messages.Author{ID: "house", Name: "House"})
		c.Seats = append(c.Seats, seat)
	}
	p := past{self: "house", who: "pip", in: c, heard: map[messages.LineID]bool{}}
	for i, l := range []messages.Line{
		{Author: messages.Author{ID: "house"}, Nonce: "irc/x/den~pip~7~0", Text: "one"},
		{Author: messages.Author{ID: "house"}, Text: "ARIA: two"},
		{Author: messages.Author{ID: "ana", Name: "Ana"}, Text: "PIP: three"},
	} {
		l.ID = messages.LineID(fmt.Sprint(i))
		p.takeEvent(1, messages.Heard{Line: &l})
	}
	var got []string
	for _, q := range p.visible() {
		got = append(got, fmt.Sprint(q.Author.Name, " ", q.Text, " ", q.Own))
	}
	if got, want := strings.Join(got, ", "), "PIP one true, ARIA two false, Ana PIP: three false"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestHistoryOfALongChannel: no more is kept than may be asked for.
func TestHistoryOfALongChannel(t *testing.T) {
	p := past{heard: map[messages.LineID]bool{}}
	for i := range 5 * historyKept {
		p.takeEvent(1, messages.Heard{Line: &messages.Line{ID: messages.LineID(fmt.Sprint(i))}})
	}
	if n := len(p.lines); n < historyKept || n > 2*historyKept || p.lines[n-1].ID != "4999" {
		t.Errorf("%d lines are kept, the last %s", n, p.lines[n-1].ID)
	}
}

// TestBeforeOlderThanKept: what is older than a channel keeps is not read back, though
// the journal, being held, still has it.
func TestBeforeOlderThanKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := memory.New(memory.Config{Keep: true})
		c := &conversation.Config{Keep: time.Hour, Seats: []conversation.SeatConfig{{Familiar: "aria"}}}
		r := &Reader{Journal: j, Config: func(messages.ChannelID) *conversation.Config { return c }, Log: slog.New(slog.DiscardHandler)}
		for _, text := range []string{"old", "new"} {
			line := &messages.Line{ID: messages.LineID(text), Author: messages.Author{ID: "ana"}, Text: text}
			if _, err := j.Append(t.Context(), 0, "web//den", messages.Heard{Line: line}); err != nil {
				t.Fatal(err)
			}
			time.Sleep(40 * time.Minute)
		}
		for _, tt := range []struct {
			keep time.Duration
			want int
		}{{time.Hour, 1}, {0, 2}} {
			c.Keep = tt.keep
			if got, err := r.Before(t.Context(), "web//den", "aria", "", 10); err != nil || len(got) != tt.want || got[tt.want-1].Text != "new" {
				t.Errorf("kept for %s: got %v, %v, want %d lines", tt.keep, got, err, tt.want)
			}
		}
	})
}
