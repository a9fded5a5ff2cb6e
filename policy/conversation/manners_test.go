package conversation

import (
	"testing"

	"familiar/messages"
	"familiar/policy/ladder"
)

// TestMannersOfEveryPreset: quiet and "leave me alone" hold under each of
// them; a mention by whoever asked for the second is answered.
func TestMannersOfEveryPreset(t *testing.T) {
	for _, preset := range ladder.Presets() {
		for _, tt := range []struct {
			story   string
			typed   string
			mention bool
			want    messages.Act
			rung    messages.Rung
		}{
			{"told to be quiet, no mention is answered", "/quiet", true, messages.Observe, "quiet"},
			{"a quiet that has ended keeps from nothing", "/quiet 1ms", true, "", ""},
			{"who is left alone is only observed", "/alone", false, messages.Observe, "alone"},
			{"but for a mention", "/alone", true, "", ""},
		} {
			t.Run(preset+": "+tt.story, func(t *testing.T) {
				c := testConfig(t, preset, "quick", "roles", "direct")
				hear := func(s *Channel, now messages.Instant, id, text string) messages.Note {
					l := &messages.Line{ID: messages.LineID(id), Channel: scriptChannel, Author: messages.Author{ID: "olga", Name: "olga"}, Text: text}
					if tt.mention {
						l.Mentions = []messages.PersonID{"us"}
					}
					out := notes(s.Step(now, messages.Heard{Line: l}, nil))
					return out[0]
				}
				free := New(scriptChannel, c)
				want := hear(free, 10, "2", "well")
				s := New(scriptChannel, c)
				hear(s, 1, "1", tt.typed)
				got := hear(s, 10, "2", "well")
				if tt.want == "" {
					tt.want, tt.rung = want.Act, want.Rung
				}
				if want.Act == messages.Observe && !tt.mention { // nothing to keep from
					tt.rung = want.Rung
				}
				if got.Act != tt.want || got.Rung != tt.rung {
					t.Errorf("got %s by %s, want %s by %s", got.Act, got.Rung, tt.want, tt.rung)
				}
			})
		}
	}
}
