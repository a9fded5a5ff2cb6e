package journaltest

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"familiar/journal"
	"familiar/messages"
)

// look has two people talk in three channels and asks of all of them.
func look(t *testing.T, j journal.Journal) {
	const yonder messages.ChannelID = "test/w/yonder/thread"
	at := messages.Instant(0) // of the first record, for notes come after it
	decide := func(channel messages.ChannelID, line messages.LineID, who messages.PersonID, after messages.Instant, act messages.Act) {
		r, err := j.Append(t.Context(), 0, channel, messages.Heard{Line: by(line, who)})
		if err != nil {
			t.Fatal(err)
		}
		if at == 0 {
			at = r.At
		}
		n := &messages.Note{Channel: channel, Familiar: "aria", Line: line, At: at + 60_000 + after, Act: act, Rung: "rest"}
		if err := j.Note(t.Context(), n); err != nil {
			t.Fatal(err)
		}
	}
	decide(here, "h1", "ana", 1, messages.Observe)
	decide(there, "t1", "ben", 2, messages.Engage)
	decide(yonder, "y1", "ana", 3, messages.Observe)
	decide(here, "h2", "ben", 4, messages.Engage)
	decide(there, "t2", "ana", 5, messages.Observe)
	for _, tt := range []struct {
		story  string
		search func(*journal.Search)
		want   string
	}{
		{"all of it", func(*journal.Search) {}, "[t2 h2 y1 t1 h1]"},
		{"the newest", func(s *journal.Search) { s.Limit = 3 }, "[t2 h2 y1]"},
		{"of one channel", func(s *journal.Search) { s.Channel = here }, "[h2 h1]"},
		{"about one person's lines", func(s *journal.Search) { s.Person = "ana" }, "[t2 y1 h1]"},
		{"the newest about one person's", func(s *journal.Search) { s.Person, s.Limit = "ben", 1 }, "[h2]"},
		{"about a person there isn't", func(s *journal.Search) { s.Person = "zed" }, "[]"},
		{"an act", func(s *journal.Search) { s.Acts = []messages.Act{messages.Engage} }, "[h2 t1]"},
		{"a line somewhere", func(s *journal.Search) { s.Lines = []messages.LineID{"y1"} }, "[y1]"},
		{"where one may look", func(s *journal.Search) { s.Reaches = func(id messages.ChannelID) bool { return id != there } }, "[h2 y1 h1]"},
		{"one that may not be looked at", func(s *journal.Search) {
			s.Channel, s.Reaches = here, func(messages.ChannelID) bool { return false }
		}, "[]"},
		{"a stretch of time", func(s *journal.Search) { s.Since, s.Until = at+60_002, at+60_005 }, "[h2 y1 t1]"},
	} {
		var s journal.Search
		tt.search(&s)
		notes, err := journal.Look(t.Context(), j, s)
		if err != nil {
			t.Fatalf("%s: %v", tt.story, err)
		}
		var got []messages.LineID
		for _, n := range notes {
			got = append(got, n.Line)
		}
		if fmt.Sprint(got) != tt.want {
			t.Errorf("%s: got %v, want %s", tt.story, got, tt.want)
		}
	}
	var channels []messages.ChannelID
	for c, err := range j.Noted(t.Context(), at) {
		if err != nil {
			t.Fatal(err)
		}
		channels = append(channels, c.Channel)
	}
	if slices.Sort(channels); !slices.Equal(channels, []messages.ChannelID{here, there, yonder}) {
		t.Errorf("noted in %v, want each of the three once", channels)
	}
	_ = j.Close()
	if _, err := journal.Look(t.Context(), j, journal.Search{}); !errors.Is(err, journal.ErrClosed) {
		t.Errorf("a closed journal gives %v, want that it is closed", err)
	}
}
