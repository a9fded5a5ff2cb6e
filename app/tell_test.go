package app

import (
	"testing"
	"testing/synctest"

	"familiar/messages"
)

// TestWhatIsToldIsCleaned as what is heard: no command of a client holds what
// no line of a person can.
func TestWhatIsToldIsCleaned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := openParty(t, rounds)
		told := messages.Commanded{By: messages.Author{ID: "u", Name: "A\x1bna\n"}, Command: messages.Turns, Text: "sk\x00ip"}
		if err := p.app.Tell(t.Context(), channelOf("den"), told); err != nil {
			t.Fatal(err)
		}
		for r, err := range p.app.Journal.Replay(t.Context(), channelOf("den"), 0) {
			if err != nil {
				t.Fatal(err)
			}
			got, is := r.Event.(messages.Commanded)
			if !is {
				continue
			}
			if got.By.Name != "Ana" || got.Text != "skip" {
				t.Errorf("kept %q by %q", got.Text, got.By.Name)
			}
			return
		}
		t.Error("nothing is kept of it")
	})
}
