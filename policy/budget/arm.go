package budget

import (
	"cmp"
	"slices"

	"familiar/messages"
)

// armsKept is how many arms of experiments a ledger holds: those that called last.
const armsKept = 64

// An Armed is what a familiar has used under one arm of an experiment, in all.
type Armed struct {
	Arm      messages.Arm     `json:"a"`
	Calls    int64            `json:"n"`
	Input    int64            `json:"i,omitempty"` // tokens
	Output   int64            `json:"o,omitempty"`
	Spent    Money            `json:"e,omitempty"`
	Unpriced int64            `json:"u,omitempty"` // calls of which nobody knew the price
	Last     messages.Instant `json:"l"`           // its last call
}

// spendArm books a call under the arm of an experiment.
func (l *Ledger) spendArm(arm messages.Arm, used Usage, cost Money, known bool) {
	if arm == "" {
		return
	}
	a := Armed{Arm: arm, Calls: 1, Input: int64(max(0, used.Input)), Output: int64(max(0, used.Output)), Spent: cost, Last: l.Now}
	if !known {
		a.Unpriced = 1
	}
	l.addArm(a)
}

// addArm adds what was used under an arm to what was before.
func (l *Ledger) addArm(other Armed) {
	i := slices.IndexFunc(l.Arms, func(a Armed) bool { return a.Arm == other.Arm })
	if i < 0 {
		l.roomForArm()
		l.Arms = append(l.Arms, other)
		return
	}
	a := &l.Arms[i]
	a.Calls, a.Input, a.Output, a.Unpriced = a.Calls+other.Calls, a.Input+other.Input, a.Output+other.Output, a.Unpriced+other.Unpriced
	a.Spent, a.Last = a.Spent.plus(other.Spent), max(a.Last, other.Last)
}

// roomForArm forgets the arm whose last call is longest ago when there is no room
// for another.
func (l *Ledger) roomForArm() {
	if len(l.Arms) < armsKept {
		return
	}
	oldest := slices.MinFunc(l.Arms, func(a, b Armed) int { return cmp.Or(cmp.Compare(a.Last, b.Last), cmp.Compare(a.Arm, b.Arm)) })
	l.Arms = slices.DeleteFunc(l.Arms, func(a Armed) bool { return a.Arm == oldest.Arm })
}

// Under returns what was used under an arm; false when nothing is known of it.
func (l *Ledger) Under(arm messages.Arm) (Armed, bool) {
	i := slices.IndexFunc(l.Arms, func(a Armed) bool { return a.Arm == arm })
	if i < 0 {
		return Armed{}, false
	}
	return l.Arms[i], true
}
