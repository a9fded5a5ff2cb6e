package conversation

import (
	"strings"
	"testing"

	"familiar/messages"
	"familiar/policy/why"
)

// TestWhyTellsTheArm: an answer says in which arm of an experiment it was decided,
// and nothing where there was none.
func TestWhyTellsTheArm(t *testing.T) {
	n := messages.Note{Familiar: "aria", Line: "1", Act: messages.Observe, Rung: messages.ByAside}
	tell := func() string {
		a, ok := why.Tell([]*messages.Note{&n}, "aria", "1", why.Seat{Name: "Aria"}, why.Scene{})
		if !ok {
			t.Fatal("nothing is told")
		}
		return told(&a)
	}
	if text := tell(); strings.Contains(text, "arm") {
		t.Errorf("without an experiment it says %q", text)
	}
	if n.Arm = messages.NewArm("calm", "3ad77506", messages.SideB); !strings.HasSuffix(tell(), "in arm b of the experiment calm)") {
		t.Errorf("it says %q", tell())
	}
}
