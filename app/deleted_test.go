package app

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter/terminal"
	"familiar/journal"
	"familiar/journal/audit"
	"familiar/messages"
)

// TestDeletedChannel: a channel that its network deletes as a whole is forgotten with the
// threads that hung on it, of which nobody else tells, and with no other channel; the audit
// says so. One that nobody knows leaves no trace.
func TestDeletedChannel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		trail := audit.NewMemory()
		s := openWith(t, two, func(o *Options) { o.Trail = trail })
		thread, beside, unknown := terminal.Channel+"/moths", terminal.Channel+"s", messages.ChannelID("terminal//cellar")
		for _, id := range []messages.ChannelID{terminal.Channel, thread, beside} {
			l := &messages.Line{Channel: id, ID: "1", Author: messages.Author{ID: "bob", Name: "bob"}, Text: "the secret word"}
			if err := s.app.intake.Hear(t.Context(), id, messages.Heard{Line: l}); err != nil {
				t.Fatal(err)
			}
		}
		s.wait(time.Second)
		for _, id := range []messages.ChannelID{terminal.Channel, unknown} {
			if err := s.app.intake.Hear(t.Context(), id, messages.Forgotten{All: true}); err != nil {
				t.Fatal(err)
			}
		}
		s.wait(time.Minute)
		s.close()
		for _, tt := range []struct {
			in   messages.ChannelID
			told bool
		}{{terminal.Channel, false}, {thread, false}, {beside, true}, {unknown, false}} {
			if got := tells(t, s.journal, tt.in, "secret"); got != tt.told {
				t.Errorf("%s tells of the word: %v, want %v", tt.in, got, tt.told)
			}
		}
		for range s.journal.Replay(t.Context(), unknown, 0) {
			t.Error("something is known of the channel that nobody knew")
		}
		var deeds []audit.Deed
		for k, err := range trail.All(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			if k.Of == 0 {
				deeds = append(deeds, k.Deed)
			}
		}
		if len(deeds) != 1 || deeds[0].Via != audit.ByItself || deeds[0].Verb != "forget" || deeds[0].Channel != terminal.Channel {
			t.Errorf("the audit has %+v, want that the program forgot the channel", deeds)
		}
	})
}

// tells reports whether a channel's journal has a word that somebody said.
func tells(t *testing.T, j journal.Log, id messages.ChannelID, word string) bool {
	t.Helper()
	for r, err := range j.Replay(t.Context(), id, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if e, is := r.Event.(messages.Heard); is && strings.Contains(e.Line.Text, word) {
			return true
		}
	}
	return false
}
