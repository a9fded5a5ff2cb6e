package conversation

import (
	"testing"

	"familiar/messages"
	"familiar/policy/language"
)

// TestLanguageIsHeard: the first lines are all looked at, later ones a few, and
// only those of humans.
func TestLanguageIsHeard(t *testing.T) {
	const english, german = "this is what we have for you", "das ist was wir für dich haben und nicht mehr"
	type said struct {
		lines int
		text  string
		bot   bool
	}
	for _, tt := range []struct {
		what  string
		said  []said
		votes uint8 // for German
		want  language.Language
	}{
		{"nothing was said", nil, 0, "en"},
		{"a few lines", []said{{3, german, false}}, 3, "de"},
		{"bots have said them", []said{{3, german, true}}, 0, "en"},
		{"of later lines every 32nd counts", []said{{16, english, false}, {64, german, false}}, 2, "en"},
		{"so a channel that changes is followed", []said{{16, english, false}, {32 * 40, german, false}}, 24, "de"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			p := newStepperOf(t, "social")
			no := 0
			for _, part := range tt.said {
				for range part.lines {
					no++
					l := &messages.Line{ID: messages.LineID(rune('a' + no)), Channel: scriptChannel, Author: messages.Author{ID: "ana", Bot: part.bot}, Text: part.text}
					p.step(messages.Heard{Line: l})
				}
			}
			var votes uint8
			for _, v := range p.s.Language.Votes {
				if v.Language == "de" {
					votes = v.Lines
				}
			}
			if got := p.s.tongue(); got != tt.want || votes != tt.votes {
				t.Errorf("got %s with %d votes for German, want %s with %d", got, votes, tt.want, tt.votes)
			}
		})
	}
}
