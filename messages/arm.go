package messages

import "strings"

// An Arm is what an experiment drew for a familiar in a channel, as its notes
// carry it: "NAME@PLAN/a" or "NAME@PLAN/b". PLAN is the digest of the plan, so
// that decisions under a plan that was changed later are told apart. "" is a
// decision that is part of no experiment.
type Arm string

// A Side is one of the two settings that an experiment compares.
type Side string

// The sides: the configuration as it stands, and what the experiment changes.
const (
	SideA Side = "a"
	SideB Side = "b"
)

// NewArm returns the arm of a side. Neither name nor plan may contain "@" or "/".
func NewArm(experiment, plan string, side Side) Arm {
	return Arm(experiment + "@" + plan + "/" + string(side))
}

// Split returns what the arm is made of; empty words if it is none.
func (a Arm) Split() (experiment, plan string, side Side) {
	experiment, rest, _ := strings.Cut(string(a), "@")
	plan, word, ok := strings.Cut(rest, "/")
	if side = Side(word); !ok || side != SideA && side != SideB {
		return "", "", ""
	}
	return experiment, plan, side
}
