package crash

import (
	"fmt"

	"familiar/journal"
	"familiar/messages"
)

// auditDecisions says which lines some seat did not decide on once. Each time
// an account heard of a change the line may have been decided on once more.
func auditDecisions(s *script, records []journal.Record, t told) (faults []string) {
	type decided struct {
		line messages.LineID
		seat messages.FamiliarID
	}
	times, changed := map[decided]int{}, map[messages.LineID]int{}
	for _, r := range records {
		if e, ok := r.Event.(messages.Edited); ok {
			changed[e.Line.ID]++
		}
	}
	for _, n := range t.notes {
		if n.Act != messages.Settled && n.Rung != "duplicate" && n.Term != "retry" {
			times[decided{n.Line, n.Familiar}]++
		}
	}
	for _, line := range s.said() {
		for _, seat := range s.seats {
			if n := times[decided{line, seat}]; n < 1 || n > 1+changed[line] {
				faults = append(faults, fmt.Sprintf("%s: %s decided %d times on %s", s.chat, seat, n, line))
			}
		}
	}
	return faults
}

// unexplained compares the decisions of a log told anew with the ledger: how
// many are not in it, which a kill may cost, and how many are in it more than
// once, which a decision that is made again after one is.
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
	key := func(n *messages.Note) note { return note{n.Familiar, n.Line, n.At, n.Act, n.Rung, n.N} }
	for _, n := range ledger {
		times[key(n)]++
	}
	for _, n := range decided {
		switch k := key(n); times[k] {
		case 0:
			missing++
		default:
			times[k]--
		}
	}
	for _, n := range times {
		repeated += n
	}
	return missing, repeated
}
