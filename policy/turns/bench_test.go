package turns

import (
	"testing"

	"familiar/messages"
)

// BenchmarkFor asks for the verdict about one line and seat: the last of six
// that take turns, and the same where nothing is assigned.
func BenchmarkFor(b *testing.B) {
	six := many(6)
	for _, bb := range []struct {
		what   string
		config Config
	}{{"turn-based", turnBased(six...)}, {"off", Default()}} {
		b.Run(bb.what, func(b *testing.B) {
			var s Saved
			if _, err := s.Use(start, six, &bb.config, nil); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				s.For(six[5])
			}
		})
	}
}

// BenchmarkRound is one whole turn: work, TURN_COMPLETE, the clock.
func BenchmarkRound(b *testing.B) {
	c := turnBased(many(6)...)
	var s Saved
	if _, err := s.Use(start, c.Members, &c, nil); err != nil {
		b.Fatal(err)
	}
	out := make([]Passing, 0, 1)
	b.ReportAllocs()
	for b.Loop() {
		s.Deliver(start, s.Holder)
		_, out, _ = s.Spoke(start, s.Holder, true, true, out[:0])
		out = s.Settle(start, &c, out)
	}
}

func TestALineCostsNoAllocation(t *testing.T) {
	c := turnBased("pm", "dev")
	var s Saved
	use(t, &s.State, &c, "pm", "dev")
	var v Verdict
	got := testing.AllocsPerRun(100, func() {
		s.Heard()
		v = s.For("dev")
		s.Deliver(start, "pm")
		s.Settle(start, &c, nil)
	})
	if got != 0 || v.Facts != messages.ModeOther {
		t.Errorf("a line allocates %v times and is %+v, want 0 and somebody else's", got, v)
	}
}
