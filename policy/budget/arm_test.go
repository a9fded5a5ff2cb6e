package budget

import (
	"encoding/json"
	"fmt"
	"testing"

	"familiar/messages"
)

// TestArms: what is used under an arm adds up by arm, what is used under none
// leaves no trace, and of more arms than are kept the ones that called last are.
func TestArms(t *testing.T) {
	c := Default()
	c.Prices = map[string]Price{"m": {Input: 1, Output: 2}}
	var l Ledger
	call := Call{Channel: "web//a", Familiar: "aria", Model: "m"}
	l.Spend(1, call, Usage{Input: 1e6}, 0, &c, nil)
	if kept, err := json.Marshal(&l); err != nil || l.Arms != nil {
		t.Fatalf("without an experiment it has %+v: %s, %v", l.Arms, kept, err)
	}
	a, b := messages.NewArm("calm", "1", messages.SideA), messages.NewArm("calm", "1", messages.SideB)
	call.Arm = a
	l.Spend(2, call, Usage{Input: 1e6, Output: 1e6}, 0, &c, nil)
	l.Spend(3, call, Usage{Input: 1e6}, 0, &c, nil)
	call.Arm, call.Model = b, "other"
	l.Spend(4, call, Usage{Input: 7, Output: 1}, 0, &c, nil)
	if got, ok := l.Under(a); !ok || got != (Armed{a, 2, 2e6, 1e6, 4 * Dollar, 0, 3}) {
		t.Errorf("under a: %+v", got)
	}
	if got, ok := l.Under(b); !ok || got != (Armed{b, 1, 7, 1, 0, 1, 4}) {
		t.Errorf("under b: %+v", got)
	}
	for k := range armsKept + 3 {
		call.Arm = messages.NewArm(fmt.Sprint("e", k), "1", messages.SideA)
		l.Spend(messages.Instant(10+k), call, Usage{}, 0, &c, nil)
	}
	if _, ok := l.Under(a); ok || len(l.Arms) != armsKept {
		t.Errorf("%d arms are kept, the oldest among them: %v", len(l.Arms), ok)
	}
}
