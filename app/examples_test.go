package app

import (
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/policy/ladder"
)

// TestPresetExamples: in the example of each preset Aria answers who mentions
// her.
func TestPresetExamples(t *testing.T) {
	for _, preset := range ladder.Presets() {
		t.Run(preset, func(t *testing.T) {
			text, err := os.ReadFile("../examples/presets/" + preset + ".toml")
			if err != nil {
				t.Fatal(err)
			}
			synctest.Test(t, func(t *testing.T) {
				s := open(t, strings.ReplaceAll(string(text), "../cards/", "../examples/cards/"))
				s.say("bob: @Aria what is a moth?")
				s.wait(30 * time.Second)
				if got := s.screen.String(); !strings.Contains(got, "Aria: ") {
					t.Errorf("the screen shows %q, want Aria's answer", got)
				}
				s.close()
			})
		})
	}
}
