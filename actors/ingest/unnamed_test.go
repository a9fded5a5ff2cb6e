package ingest

import (
	"log/slog"
	"testing"

	"familiar/journal/memory"
	"familiar/messages"
)

// TestAPostNamesNobodyWhomItAnswers: of a familiar's own post the journal has which line it
// answers and not by whom, so that nothing of them is left there once they are forgotten.
// A sibling is named, and so is whom anybody else answers.
func TestAPostNamesNobodyWhomItAnswers(t *testing.T) {
	const den = messages.ChannelID("web//den")
	for _, tt := range []struct {
		story string
		by    messages.Author
		nonce string
		to    messages.PersonID
		want  messages.PersonID
	}{
		{"a post to a person", messages.Author{ID: "us", Bot: true}, "p1", "ana", ""},
		{"a post to a sibling", messages.Author{ID: "us", Bot: true}, "p1", "them", "them"},
		{"written by hand", messages.Author{ID: "us", Bot: true}, "", "ana", "ana"},
		{"a person's line", messages.Author{ID: "bob"}, "", "ana", "ana"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			j := memory.New(memory.Config{})
			in := New(Options{
				Journal: j, Log: slog.New(slog.DiscardHandler),
				Matched:   func(messages.ChannelID) bool { return true },
				Stepped:   func(messages.ChannelID) bool { return false },
				Before:    func(messages.ChannelID) []messages.Event { return nil },
				Relayed:   func(_ messages.ChannelID, e messages.Event) (messages.Event, bool) { return e, false },
				Mirror:    func(messages.ChannelID) (string, bool) { return "", false },
				Overdrawn: func(messages.Network, messages.PersonID) (bool, bool) { return false, false },
				Agreed:    func(messages.ChannelID, messages.PersonID) uint32 { return 0 },
				Ours:      func(_ messages.ChannelID, who messages.PersonID) bool { return who == "us" || who == "them" },
			})
			said := messages.Line{ID: "2", Channel: den, Author: tt.by, Nonce: tt.nonce, ReplyTo: messages.Reply{ID: "1", Author: tt.to}, Text: "hello"}
			for _, e := range []messages.Event{messages.Heard{Line: &said}, messages.AlsoHeard{Line: &said}} {
				if err := in.Hear(t.Context(), den, e); err != nil {
					t.Fatal(err)
				}
			}
			for r, err := range j.Replay(t.Context(), den, 0) {
				if err != nil {
					t.Fatal(err)
				}
				var l *messages.Line
				switch e := r.Event.(type) {
				case messages.Heard:
					l = e.Line
				case messages.AlsoHeard:
					l = e.Line
				}
				if l.ReplyTo != (messages.Reply{ID: "1", Author: tt.want}) {
					t.Errorf("the journal has %+v, want an answer to %q", l.ReplyTo, tt.want)
				}
			}
			if said.ReplyTo.Author != tt.to {
				t.Error("the adapter's line has changed")
			}
		})
	}
}
