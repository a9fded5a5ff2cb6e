package adapter

import (
	"slices"
	"strings"
	"testing"

	"familiar/messages"
)

func TestSplitCalls(t *testing.T) {
	people := []messages.Mention{
		{ID: "u1", Name: "Ana"}, {ID: "u2", Name: "Ana Bell"}, {ID: "u3", Name: "Ana"}, {ID: "u4", Name: "Zoë 🚀"}, {ID: "u5", Name: ""}, {ID: "u6", Name: "me@home"}, {ID: "u7", Name: "小明"},
	}
	for _, tt := range []struct {
		story, text string
		want        []string // a span that calls somebody with who it is
	}{
		{"nobody is called", "hi there", []string{"hi there"}},
		{"nothing is said", "", nil},
		{"one between two texts", "hi @Ana!", []string{"hi ", "u1 @Ana", "!"}},
		{"in any case, by the longest name", "@ANA BELL and @ana", []string{"u2 @ANA BELL", " and ", "u1 @ana"}},
		{"a name that is not ASCII", "@ZOË 🚀!", []string{"u4 @ZOË 🚀", "!"}},
		{"a name ends with its word", "@Anabel @Ana2", []string{"@Anabel @Ana2"}},
		{"an address calls nobody", "me@Ana", []string{"me@Ana"}},
		{"nor does an @ behind a name", "@Ana@Ana", []string{"u1 @Ana", "@Ana"}},
		{"an @ inside a name is part of it", "@me@home", []string{"u6 @me@home"}},
		{"a script without spaces ends a name", "谢谢@小明你好", []string{"谢谢", "u7 @小明", "你好"}},
		{"so does an ending in Hangul", "@Ana가", []string{"u1 @Ana", "가"}},
		{"an @ alone is one", "@ @", []string{"@ @"}},
		{"other bytes do no harm", "@\xff@Ana\xff", []string{"@\xff", "u1 @Ana", "\xff"}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var got []string
			var whole strings.Builder
			for _, s := range SplitCalls(tt.text, people) {
				whole.WriteString(s.Text)
				if s.Who != nil {
					s.Text = string(s.Who.ID) + " " + s.Text
				}
				got = append(got, s.Text)
			}
			if !slices.Equal(got, tt.want) || whole.String() != tt.text {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
