package crash

import (
	"fmt"
	"strings"
	"time"

	"familiar/journal"
	"familiar/messages"
)

// late is when a copy comes after its seat has decided without it.
const late = 500 * time.Millisecond

// auditDecisions says which lines some seat did not decide on once. Each time
// an account heard of a change the line may have been decided on once more,
// and so may one of which the seat's own account heard late.
func auditDecisions(s *script, records []journal.Record, t told) (faults []string) {
	type decided struct {
		line messages.LineID
		seat messages.FamiliarID
	}
	times, again := map[decided]int{}, map[decided]int{}
	first, copied := map[messages.LineID]messages.Instant{}, map[decided]bool{}
	for _, r := range records {
		switch e := r.Event.(type) {
		case messages.Edited:
			for _, seat := range s.seats {
				again[decided{e.Line.ID, seat}]++
			}
		case messages.Heard:
			at := decided{e.Line.ID, messages.FamiliarID(strings.TrimPrefix(string(e.Line.Account), "web/"))}
			if first[at.line] == 0 {
				first[at.line] = r.At
			}
			if !copied[at] && r.At.Sub(first[at.line]) >= late {
				again[at]++
			}
			copied[at] = true
		default: // says nothing of lines
		}
	}
	for _, n := range t.notes {
		if !n.Act.IsOutcome() && n.Rung != "duplicate" && n.Term != "retry" {
			times[decided{n.Line, n.Familiar}]++
		}
	}
	for _, line := range s.said() {
		for _, seat := range s.seats {
			if n := times[decided{line, seat}]; n < 1 || n > 1+again[decided{line, seat}] {
				faults = append(faults, fmt.Sprintf("%s: %s decided %d times on %s", s.chat, seat, n, line))
			}
		}
	}
	return faults
}

// unexplained compares the decisions of a log told anew with the ledger: how many are
// not in it, which a kill may cost, and how many are in it more than once, which a
// decision that is made again after one is. Equal decisions are one, as the ledger tells
// them: two accounts may hear of one line again in the same millisecond.
func unexplained(decided, ledger []*messages.Note) (missing, repeated int) {
	type note struct {
		familiar messages.FamiliarID
		line     messages.LineID
		at       messages.Instant
		act      messages.Act
		rung     string
		n        uint64
	}
	times := map[note]int{}
	key := func(n *messages.Note) note { return note{n.Familiar, n.Line, n.At, n.Act, string(n.Rung), n.N} }
	for _, n := range ledger {
		times[key(n)]++
	}
	told := map[note]bool{}
	for _, n := range decided {
		k := key(n)
		switch {
		case told[k]:
		case times[k] == 0:
			missing++
		default:
			times[k]--
		}
		told[k] = true
	}
	for _, n := range times {
		repeated += n
	}
	return missing, repeated
}
