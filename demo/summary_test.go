package demo

import (
	"testing"
	"time"

	"familiar/messages"
)

func TestSummary(t *testing.T) {
	name := func(id messages.FamiliarID) string {
		return map[messages.FamiliarID]string{"aria": "Aria", "pip": "Pip"}[id]
	}
	note := func(familiar messages.FamiliarID, act messages.Act, rung messages.Rung) *messages.Note {
		return &messages.Note{Familiar: familiar, Act: act, Rung: rung}
	}
	for _, tt := range []struct {
		story string
		lines []string
		notes []*messages.Note
		took  time.Duration
		want  string
	}{
		{"nothing happened", nil, nil, 400 * time.Millisecond, "In 0 s: 0 lines in 0 channels, 0 replies, kept quiet 0 times."},
		{
			"a line and its reply",
			[]string{"garden"},
			[]*messages.Note{note("aria", messages.Engage, "mention"), note("pip", messages.Observe, "default"), note("aria", messages.Settled, "spoke")},
			time.Minute, "In 1 m 0 s: 1 line in 1 channel, 1 reply (Aria 1), kept quiet 1 time.",
		},
		{
			"whoever said more comes first",
			[]string{"garden", "workshop", "garden"},
			[]*messages.Note{
				note("pip", messages.Settled, "spoke"), note("aria", messages.Settled, "spoke"), note("pip", messages.Settled, "spoke"),
				note("aria", messages.Settled, "judge"), note("aria", messages.Settled, "silence"), note("aria", messages.Wait, "rest"),
			},
			3*time.Hour + 252*time.Second, "In 3 h 4 m 12 s: 3 lines in 2 channels, 3 replies (Pip 2, Aria 1), kept quiet 2 times.",
		},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var s Summary
			for _, channel := range tt.lines {
				s.Said(Line{Channel: channel})
			}
			s.Decided(tt.notes)
			if got := s.Sentence(tt.took, name); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			total := 0
			for _, n := range s.Acts() {
				total += n
			}
			if total != len(tt.notes) {
				t.Errorf("counted %d decisions, want %d", total, len(tt.notes))
			}
		})
	}
}
