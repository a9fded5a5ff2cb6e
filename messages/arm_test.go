package messages

import "testing"

func TestArmSplits(t *testing.T) {
	for _, tt := range []struct {
		story            string
		arm              Arm
		experiment, plan string
		side             Side
	}{
		{"what was put together comes apart", NewArm("calmer", "3f2a9c1b", SideB), "calmer", "3f2a9c1b", SideB},
		{"no arm has no parts", "", "", "", ""},
		{"nor has one of a third side", "calmer@3f2a9c1b/c", "", "", ""},
		{"nor one that is cut off", "calmer@3f2a", "", "", ""},
	} {
		if experiment, plan, side := tt.arm.Split(); experiment != tt.experiment || plan != tt.plan || side != tt.side {
			t.Errorf("%s: %q gives %q, %q and %q", tt.story, tt.arm, experiment, plan, side)
		}
	}
}
