package conversation

import (
	"os"
	"path/filepath"
	"testing"

	"familiar/messages"
)

// bytesPick takes a byte for each choice, and the plainest once they are used
// up.
func bytesPick(rest *[]byte) pick {
	return func(_ string, n int) int {
		if len(*rest) == 0 {
			return 0
		}
		b := (*rest)[0]
		*rest = (*rest)[1:]
		return int(b) % n
	}
}

// fuzzMost bounds the choices of one fuzzed conversation.
const fuzzMost = 2000

// FuzzStep is TestEveryConversation with the fuzzer's eye for paths.
func FuzzStep(f *testing.F) {
	f.Add([]byte("a conversation of bytes, each one choice; enough of them for a line or two and an answer"))
	f.Add([]byte{0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 70, 0, 0, 0, 80, 0, 0, 0, 94, 0, 0})
	f.Add([]byte{2, 0, 1, 0, 1, 1, 1, 1, 2, 1, 0, 5, 1, 2, 1, 0, 3, 4, 1, 30, 2, 1, 1, 38, 0, 64, 0, 78, 1, 99, 3, 110, 2})
	f.Fuzz(func(t *testing.T, choices []byte) {
		choices = choices[:min(len(choices), fuzzMost)]
		w := newWorld(t, bytesPick(&choices))
		for len(choices) > 0 {
			w.move()
		}
		w.comesToRest()
		w.replay()
	})
}

// FuzzDecode gives the machine states it never wrote: an error, or one that
// takes whatever happens next.
func FuzzDecode(f *testing.F) {
	for _, choices := range []string{"", "a state of some talk, some of it pending", "another\x63\x20\x50\x01\x55 one, which has\x60\x5e\x64 spoken"} {
		left := []byte(choices)
		w := newWorld(f, bytesPick(&left))
		for len(left) > 0 {
			w.move()
		}
		kept, err := w.s.Encode()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(kept)
	}
	old, err := filepath.Glob("testdata/form[12]/*.state")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range old {
		kept, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(kept)
	}
	c := testConfig(f, "social", "two")
	f.Fuzz(func(t *testing.T, kept []byte) {
		if form := string(kept[:min(len(kept), len(header))]); len(kept) > len(header)+4 && (form == header || form == header2) {
			seal(kept) // or hardly any would be looked at
		}
		s, err := Decode(kept, c)
		if err != nil {
			return
		}
		for _, e := range anyEvents(s) {
			s.Step(s.Now, e, nil)
			s.Pending()
		}
		if _, err := s.Encode(); err != nil {
			t.Fatalf("a decoded state can't be encoded: %v", err)
		}
	})
}

// anyEvents is one event of every kind, some of which the state waits for.
func anyEvents(s *Channel) []Event {
	line := func(id messages.LineID, who messages.PersonID) *messages.Line {
		return &messages.Line{ID: id, Author: messages.Author{ID: who}, Text: "Aria, what now?", Mentions: []messages.PersonID{"us2"}}
	}
	events := []Event{
		messages.Heard{Line: line("new", "ana")},
		messages.AlsoHeard{Line: line("new", "ana")},
		messages.Heard{Line: &messages.Line{ID: "told", Author: messages.Author{ID: "olga"}, Text: "/quiet 30m"}},
		messages.Heard{Line: line("own", "us")},
		messages.Heard{Line: line("own2", "us2")},
	}
	for _, order := range s.Pending() {
		switch o := order.(type) {
		case messages.Judge:
			events = append(events, messages.Judged{N: o.N, Yes: true})
		case messages.Compose:
			events = append(events, messages.Composed{N: o.N, Parts: []string{"well @ana", "yes"}})
		case messages.Post:
			events = append(events, messages.Delivered{Post: o.ID, Line: "posted"})
		}
	}
	for e := range s.Lines.All() {
		id := e.ID
		events = append(events, messages.Reacted{Line: id, By: messages.Author{ID: "bob"}, Emoji: "👍"})
		events = append(events, messages.Edited{Line: line(id, "ana")}, messages.Deleted{ID: id})
	}
	if due, ok := s.Due(); ok {
		events = append(events, messages.TimerFired{N: due.N})
	}
	return append(events,
		messages.Commanded{Command: messages.Wake}, messages.Composed{N: uint64(s.Number), Parts: []string{"hm"}},
		messages.DeliveryFailed{Post: "none"}, messages.MembersKnown{Humans: 2, FetchedAt: 1},
		messages.HistoryFetched{Lines: []*messages.Line{line("old", "us2")}},
		messages.Commanded{Command: messages.Clear}, messages.Commanded{Command: messages.Stop},
		messages.Forgotten{Person: "ana"}, messages.Forgotten{Before: s.Now}, messages.Forgotten{Before: s.Now, Erase: true}, messages.Erased{N: uint64(s.Number)}, messages.Forgotten{All: true},
	)
}
