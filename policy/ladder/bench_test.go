package ladder_test

import (
	"testing"

	"familiar/messages"
	"familiar/policy/credit"
	"familiar/policy/ladder"
	"familiar/policy/roster"
)

// BenchmarkDecide gathers the facts of a folded line of 60 characters for a
// familiar of two names among two peers and decides it: nothing applies
// before the last rung. "ladder" is the decision alone.
func BenchmarkDecide(b *testing.B) {
	const now messages.Instant = 1_000_000
	line := "so we went there by train and it rained the whole way home.."
	c := ladder.Default()
	order := ladder.OrderOf(c.Rungs)
	names := ladder.CompileNames(c.Alias, "nabi", "butterfly")
	var people roster.State
	for _, a := range []messages.Author{{ID: "1", Name: "Ana"}, {ID: "2", Name: "Ben"}, {ID: "8", Name: "Doril", Bot: true}, {ID: "9", Name: "Zed", Bot: true}} {
		people.Hear(a, now)
	}
	var credits credit.Ledger
	credits.Grant("2", now+1000)

	b.Run("gathered", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			f, _ := people.Facts(line, now)
			f |= messages.CreditOn
			if names.In(line) {
				f |= messages.NamesUs
			}
			if credits.Has("1", now) {
				f |= messages.HasCredit
			}
			order.Decide(f, &c)
		}
	})
	b.Run("ladder", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			order.Decide(messages.CreditOn|messages.Crowd, &c)
		}
	})
}

func TestDecideCostsNoAllocation(t *testing.T) {
	c := ladder.Default()
	if got := testing.AllocsPerRun(100, func() { ladder.Decide(messages.CreditOn|messages.Crowd, &c) }); got != 0 {
		t.Errorf("a decision allocates %v times, want 0", got)
	}
}
