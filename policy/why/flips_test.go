package why

import (
	"math/bits"
	"testing"

	m "familiar/messages"
	"familiar/policy/ladder"

	"pgregory.net/rapid"
)

// TestEveryFlipTurns applies each reported flip to random lines: by the same
// ladder the line then comes to what the flip says, which is not what it came
// to, and no part of a pair does it alone.
func TestEveryFlipTurns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, _ := ladder.Preset(rapid.SampledFrom(ladder.Presets()).Draw(t, "preset"))
		seat := Seat{Name: "Aria", Ladder: &c, Window: 1, Judged: true, Unasked: true, PeersArm: true, Shared: rapid.Bool().Draw(t, "shared")}
		f := m.Facts(rapid.Uint32Range(0, uint32(m.ModeOther)<<1-1).Draw(t, "facts")) &^ m.IsQuiet
		n := decided(f, seat)
		was, e := comesTo(f, &c), Explain(n, seat, Scene{})
		for _, flip := range e.Flips {
			if got := comesTo(flip.Facts, &c); got != flip.To || got == was {
				t.Fatalf("%s by %s: with %q it is %s, want %s and not %s", n.Act, n.Rung, flip.If, got, flip.To, was)
			}
			if len(flip.If) == 2 && !smallest(f, flip, &c) {
				t.Fatalf("%s by %s: of %q one is enough", n.Act, n.Rung, flip.If)
			}
		}
		if e.Verdict != was || len(e.Flips) > MostFlips {
			t.Fatalf("the verdict is %s with %d flips, want %s", e.Verdict, len(e.Flips), was)
		}
	})
}

// comesTo is what a ladder answers, without anything of this package.
func comesTo(f m.Facts, c *ladder.Config) Verdict {
	return map[m.Act]Verdict{m.Engage: Answered, m.Ask: Open, m.Wait: Open}[ladder.Decide(f, c).Act] + map[m.Act]Verdict{m.Observe: Quiet, m.Drop: Quiet}[ladder.Decide(f, c).Act]
}

// smallest reports whether no single fact of a pair turns the line to the same.
func smallest(f m.Facts, flip Flip, c *ladder.Config) bool {
	differ := f ^ flip.Facts
	for differ != 0 {
		bit := m.Facts(1) << bits.TrailingZeros64(uint64(differ))
		differ &^= bit
		if differ != 0 && bits.OnesCount64(uint64(f^flip.Facts)) == 2 && comesTo(f^bit, c) == flip.To {
			return false
		}
	}
	return true
}

func TestNothingFlips(t *testing.T) {
	const group = m.CreditOn | m.Crowd
	for _, tt := range []struct {
		what string
		note m.Note
		seat func(*Seat)
	}{
		{"its own line", m.Note{Act: m.Drop, Rung: "self", Facts: group | m.FromSelf}, nil},
		{"what was settled", m.Note{Act: m.Settled, Rung: "judge", Facts: group}, nil},
		{"whoever is nobody here", m.Note{Act: m.Denied, Rung: "guest"}, nil},
		{"a line kept from by two things that stay", m.Note{Act: m.Observe, Rung: "backfill", Facts: group | m.MentionsUs | m.Unseen | m.OutOfBudget}, nil},
		{"one that the ladder would have answered", m.Note{Act: m.Observe, Rung: "mention", Facts: group | m.MentionsUs}, nil},
		{"a familiar of which nothing is known", m.Note{Act: m.Observe, Rung: "rest", Facts: group}, func(s *Seat) { s.Ladder = nil }},
	} {
		t.Run(tt.what, func(t *testing.T) {
			seat := aria(t, "ladder")
			if tt.seat != nil {
				tt.seat(&seat)
			}
			if got := Explain(&tt.note, seat, Scene{}).Flips; got != nil {
				t.Errorf("flips %+v, want none", got)
			}
		})
	}
}
