package web

import (
	"slices"
	"testing"

	"familiar/messages"
)

func TestMentions(t *testing.T) {
	known := []messages.Author{
		{ID: "aria", Name: "Aria"},
		{ID: "u1", Name: "Ana"},
		{ID: "u2", Name: "Ana Bell"},
		{ID: "u3", Name: "Ana"},
		{ID: "u4", Name: "Zoë 🚀"},
		{ID: "u5", Name: ""},
	}
	for _, tt := range []struct {
		story, text string
		want        []messages.PersonID
	}{
		{"a familiar", "@Aria hi", []messages.PersonID{"aria"}},
		{"in any case, before a comma", "so, @ARIA, hi", []messages.PersonID{"aria"}},
		{"the longest name that fits", "@Ana Bell hi", []messages.PersonID{"u2"}},
		{"a shorter one where it ends", "@Ana Belle hi", []messages.PersonID{"u1"}},
		{"the first of a name", "@Ana", []messages.PersonID{"u1"}},
		{"a name that is not ASCII", "@ZOË 🚀!", []messages.PersonID{"u4"}},
		{"each once, in order", "@Ana Bell @aria @ana bell", []messages.PersonID{"u2", "aria"}},
		{"a longer word is nobody", "@Ariadne @Aria_2 @Aria2", nil},
		{"nor is an address", "me@aria.example", nil},
		{"nor everyone", "@everyone @here @channel", nil},
		{"nor an @ alone", "@ @", nil},
		{"other bytes do no harm", "@\xff@Aria\xff", []messages.PersonID{"aria"}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got := mentions(tt.text, func() []messages.Author { return known }); !slices.Equal(got, tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}
