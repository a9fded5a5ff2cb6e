package conversation

import (
	"strings"
	"testing"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/credit"
	"familiar/policy/ladder"
)

// TestEngageDoesWhatItSays: after engage a line that nobody addressed is for
// the familiar; where it would not be, engage is refused.
func TestEngageDoesWhatItSays(t *testing.T) {
	for _, preset := range ladder.Presets() {
		for _, scope := range []credit.Scope{credit.Author, credit.Channel} {
			t.Run(preset+" "+string(scope), func(t *testing.T) {
				p, _ := Preset(preset)
				p.Credit = credit.Default()
				p.Odds.On = false
				if p.Credit.Scope = scope; scope == credit.Channel {
					p.Credit.Mode = credit.Kept
				}
				room, _ := PresetRoom(preset)
				s := New("web//garden", &Config{Generation: 1, Room: room, Seats: []SeatConfig{
					{Familiar: "aria", Account: "aria", Self: "aria", Name: "Aria", Policy: p},
				}})
				const now = messages.Instant(1_780_000_000_000)
				refused, opened := false, false
				for _, o := range s.Step(now, messages.Commanded{Familiar: "aria", Command: messages.EngageHere, N: 7}, nil) {
					if n, is := o.(*messages.Note); is {
						refused = refused || n.Rung == messages.ByRefused && strings.HasPrefix(because.Written(n.Reason), "engage: ")
						opened = opened || n.Rung == messages.ByCommand
					}
				}
				if refused == opened {
					t.Fatalf("refused %t and opened %t, want one of the two", refused, opened)
				}
				line := &messages.Line{ID: "1", Channel: s.Channel, Account: "aria", At: now, Text: "look, a moth", Author: messages.Author{ID: "ana", Name: "Ana"}}
				claimed := false
				for _, o := range s.Step(now+1, messages.Heard{Line: line}, nil) {
					if n, is := o.(*messages.Note); is && n.Line == "1" {
						claimed = claimed || n.Rung == ladder.Sticky
					}
				}
				if claimed != opened {
					t.Errorf("engage was done: %t, and the next line is claimed by the window: %t", opened, claimed)
				}
			})
		}
	}
}
