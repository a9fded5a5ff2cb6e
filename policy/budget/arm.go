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
	i := slices.IndexFunc(l.Arms, func(a Armed) bool { return a.Arm == arm })
	if i < 0 {
		l.roomForArm()
		i, l.Arms = len(l.Arms), append(l.Arms, Armed{Arm: arm})
	}
	a := &l.Arms[i]
	a.Calls, a.Input, a.Output, a.Last = a.Calls+1, a.Input+int64(max(0, used.Input)), a.Output+int64(max(0, used.Output)), l.Now
	if a.Spent = a.Spent.plus(cost); !known {
		a.Unpriced++
	}
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
