package conversation

import (
	"testing"
	"time"

	"familiar/messages"
)

// TestToldAgain: a channel that has something to lend, and was killed once that was saved
// and before the directory was told, has a deadline in what was saved, by which it is woken
// and tells it; seldom while nothing answers, and no more once the directory has it.
func TestToldAgain(t *testing.T) {
	all, one := workspaceConfigs(t)
	c := newWorkspaces(func(string, int) int { return 0 }, all, one)
	c.directories = nil // every word to one is lost
	c.places[0].audience = messages.AudienceAll
	for range 12 {
		c.speak(0, "p0", c.words(0, 2))
	}
	c.wait(6 * time.Minute)
	kept, err := c.places[0].s.Encode()
	if err != nil {
		t.Fatal(err)
	}
	s, err := Decode(kept, all)
	if err != nil {
		t.Fatal(err)
	}
	tells := func(effects []Effect) (n int) {
		for _, effect := range effects {
			if told, is := effect.(messages.Tell); is && told.Channel.HoldsMemories() {
				n++
			}
		}
		return n
	}
	told, now, version := 0, c.now, s.Lending.Offer.Version
	for until := now.Add(24 * time.Hour); ; {
		due, is := s.Due()
		if !is || due.At > until {
			break
		}
		now = max(now, due.At)
		told += tells(s.Step(now, messages.TimerFired{N: due.N}, nil))
	}
	if told < 20 || told > 40 {
		t.Errorf("the directory was told %d times in a day in which it said nothing, want it about once an hour", told)
	}
	s.Step(now, messages.Told{From: s.Channel.Memories(), Fact: messages.MemoriesKnown{Version: version}}, nil)
	if due := s.Lending.Offer.Due(); due.N != 0 || s.Lending.Offer.Open() {
		t.Errorf("the directory has it, and yet %+v is due", due)
	}
}
