package config

import (
	"fmt"
	"strings"
	"testing"

	"familiar/messages"
)

// TestSecondJudge: a second judge needs a first one, another than itself, and the
// odds, which say when it is asked.
func TestSecondJudge(t *testing.T) {
	for _, tt := range []struct{ name, knobs, problem, warning string }{
		{"a second judge", "judge = \"a\"\nsecond_judge = \"b\"", "", ""},
		{"without a first", "second_judge = \"b\"", "familiars.aria.second_judge: there is no first one: set judge to a model, too", ""},
		{"a model that isn't there", "judge = \"a\"\nsecond_judge = \"c\"", "familiars.aria.second_judge: there is no model \"c\"", ""},
		{"rates that tell nothing", "judge = \"a\"\nodds.second.yes = 0.1", "odds: second: yes = 0.1, wrong = 0.1: want 0 < wrong < yes < 1", ""},
		{"the first again", "judge = \"a\"\nsecond_judge = \"a\"", "", "familiars.aria.second_judge: is the judge itself, which may only say the same again: want another model"},
		{"nothing to call it", "judge = \"a\"\nsecond_judge = \"b\"\nodds.on = false", "", "familiars.aria.second_judge: is never asked, since without the odds nothing says when a verdict is not enough: want odds.on = true"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, err := load(t, "[models.a]\nkind = \"offline\"\n[models.b]\nkind = \"offline\"\n[familiars.aria]\npersona = \"x\"\nmodel = \"a\"\n"+tt.knobs+
				"\n[[channels]]\nmatch = \"web:*\"\nfamiliars = [\"aria\"]")
			if got := fmt.Sprint(err); tt.problem != "" && !strings.Contains(got, tt.problem) || tt.problem == "" && err != nil {
				t.Fatalf("got %v, want %q", err, tt.problem)
			}
			if err != nil {
				return
			}
			if tt.warning == "" && len(c.Warnings) > 0 || tt.warning != "" && (len(c.Warnings) != 1 || !strings.HasSuffix(c.Warnings[0].Error(), tt.warning)) {
				t.Errorf("warned %v, want %q", c.Warnings, tt.warning)
			}
			seat := c.Channel(messages.ChannelID("web//garden")).Seats[0]
			if seat.Judge != "a" || !seat.Second {
				t.Errorf("the seat has %+v", seat)
			}
		})
	}
}
