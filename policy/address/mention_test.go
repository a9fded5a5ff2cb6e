package address

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"familiar/messages"
	"familiar/policy/roster"
)

func TestMentioned(t *testing.T) {
	people := []roster.Person{{Face: &roster.Face{Author: messages.Author{ID: "a", Name: "Ana"}}}, {Face: &roster.Face{Author: messages.Author{ID: "b", Name: "Bo"}}, Last: 1}, {Face: &roster.Face{Author: messages.Author{ID: "c", Name: "Bo"}}, Last: 2}, {Face: &roster.Face{Author: messages.Author{ID: "", Name: "Zed"}}}}
	for _, tt := range []struct {
		story, text string
		want        []messages.PersonID
	}{
		{"nobody", "it rains", nil},
		{"by the id, as networks write it", "<@x> and <@!y> and <@z|Zoe>", []messages.PersonID{"x", "y", "z"}},
		{"by the name of somebody seen", "@Ana it rains", []messages.PersonID{"a"}},
		{"once", "<@a> @Ana", []messages.PersonID{"a"}},
		{"of two of one name who spoke last", "@Bo", []messages.PersonID{"c"}},
		{"not by a longer word", "@Bob", nil},
		{"not by what isn't closed, or no id", "<@x and <@a b>", nil},
		{"not who has no id", "@Zed", nil},
	} {
		if got := Mentioned(tt.text, people); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q mentions %v, want %v", tt.story, tt.text, got, tt.want)
		}
	}
	var all strings.Builder
	for n := range 2 * mentionMax {
		fmt.Fprintf(&all, "<@%d>", n)
	}
	if got := Mentioned(all.String(), people); len(got) != mentionMax {
		t.Errorf("one text mentions %d people", len(got))
	}
	if people[0].Name != "Ana" || people[3].Name != "Zed" {
		t.Errorf("the roster is in another order: %v", people)
	}
}
