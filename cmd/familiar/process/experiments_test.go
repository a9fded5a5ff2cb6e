package process

import (
	"testing"

	compared "familiar/lab/experiment"
	"familiar/messages"
	"familiar/policy/budget"
	"familiar/policy/experiment"
)

// TestShownExperiment: each arm has what was used under it by this plan, and what
// is not known is left out.
func TestShownExperiment(t *testing.T) {
	p := experiment.Plan{Name: "calm", Familiar: "aria", Match: "web:*", Rules: experiment.Default(), Knobs: []string{"a = 1"}}
	p.Begin, p.End = 20000, 20010
	is := .5
	r := &compared.Report{Name: "calm", Plan: p.Digest(), Verdict: compared.GoOn, Next: "2024-10-06"}
	r.Arms[0] = compared.Arm{Side: messages.SideA, Rooms: []messages.ChannelID{"web//x"}, WelcomeRate: compared.Rate{Is: &is}}
	r.Arms[1] = compared.Arm{Side: messages.SideB, Counts: compared.Counts{Turns: 3}}
	got := shownExperiment(&p, r, []budget.Armed{
		{Arm: messages.NewArm("calm", "other", messages.SideA), Input: 1},
		{Arm: messages.NewArm("calm", r.Plan, messages.SideB), Input: 70, Output: 2, Spent: budget.Dollar, Unpriced: 1},
	})
	if got.Begin != p.Begin.String() || got.End != p.End.String() || got.Next != r.Next || got.Verdict != "go on" || len(got.Knobs) != 1 || got.Difference != nil {
		t.Errorf("got %+v", got)
	}
	a, b := got.Arms[0], got.Arms[1]
	if a.Channels != 1 || a.Welcome == nil || a.Welcome.Is != .5 || a.Welcome.Low != nil || a.Complaints != nil || a.Input != 0 {
		t.Errorf("arm a: %+v", a)
	}
	if b.Turns != 3 || b.Input != 70 || b.Output != 2 || b.Dollars != 1 || b.Unpriced != 1 || b.Welcome != nil {
		t.Errorf("arm b: %+v", b)
	}
}
