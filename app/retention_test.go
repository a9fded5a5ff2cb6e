package app

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter/terminal"
	"familiar/actors/channel"
	"familiar/journal/audit"
	"familiar/messages"
	"familiar/policy/conversation"
)

// TestRetention: where a place keeps texts less long than the journal, those of a channel
// in which nobody talks any more leave its state and the journal within a step and an hour
// after they have become too old, once; what is said there later stays until its own time
// comes.
func TestRetention(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		trail := audit.NewMemory()
		s := openWith(t, two+"\n[[retention]]\nmatch = \"terminal:*\"\nkeep = \"1h\"\n", func(o *Options) { o.Trail = trail })
		s.say("bob: @ana the secret word")
		s.wait(59 * time.Minute)
		if !s.holds(t, "secret") {
			t.Error("the text is gone before its time")
		}
		if s.app.host.Has(channel.Key(terminal.Channel)) {
			t.Fatal("the channel is in memory, where it forgets anyway")
		}
		s.wait(67 * time.Minute)
		if s.holds(t, "secret") {
			t.Error("the text is still kept, a step and an hour after its time")
		}
		s.say("bob: @ana another word")
		s.wait(50 * time.Minute)
		if !s.holds(t, "another") {
			t.Error("a later text is gone before its time")
		}
		s.wait(76 * time.Minute)
		if s.holds(t, "another") {
			t.Error("the later text is still kept")
		}
		s.wait(3 * time.Hour)
		s.close()
		asked, erased := 0, 0
		for r, err := range s.replay(t) {
			if err != nil {
				t.Fatal(err)
			}
			switch e := r.Event.(type) {
			case messages.Forgotten:
				if e.Erase {
					asked++
				}
			case messages.Erased:
				erased++
			}
		}
		done := 0
		for k, err := range trail.All(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			if k.Verb == "expire" && k.Via == audit.ByItself {
				done++
			}
		}
		if asked > 1 || erased > 1 || done != 2 { // those of the first time were erased, too
			t.Errorf("the journal still has %d orders and %d answers, and the audit %d entries; want one each at most, and 2", asked, erased, done)
		}
	})
}

// holds reports whether a word is anywhere in the terminal's channel.
func (s *stage) holds(t *testing.T, word string) bool {
	t.Helper()
	if tells(t, s.journal, terminal.Channel, word) {
		return true
	}
	kept, err := s.journal.Load(t.Context(), terminal.Channel)
	if err != nil {
		t.Fatal(err)
	}
	state, err := conversation.Kept(kept.Body)
	if err != nil {
		t.Fatal(err)
	}
	for e := range state.Lines.All() {
		if strings.Contains(e.Text, word) {
			return true
		}
	}
	return false
}
