package sealed

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"familiar/journal"
	"familiar/journal/seal"
)

// TestErasureProperty: several processes seal texts of a channel, which come to a
// stream and may be trimmed from it; some processes end, others begin. Whatever is
// erased, by whichever of them: all that has to go is forgotten, nothing that stays
// is, and no process has forgotten what it seals next.
func TestErasureProperty(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		first := seal.New()
		all := map[uint64]*seal.Keys{} // of the processes that run, by their epochs
		newest := uint64(0)
		var stream, trimmed []seal.Position
		forgotten := func(r []seal.Range, at seal.Position) bool {
			return slices.ContainsFunc(r, func(r seal.Range) bool { return r.From <= at && at <= r.To })
		}
		begin := func() *seal.Keys {
			p := &seal.Keys{}
			for n := range seal.Parts {
				if err := p.LoadPart(n, first.Part(n)); err != nil {
					rt.Fatal(err)
				}
			}
			newest++
			if err := p.Begin(newest); err != nil {
				rt.Fatal(err)
			}
			all[newest] = p
			return p
		}
		sealNext := func(p *seal.Keys) seal.Position {
			b, err := p.Seal(nil, "test/w/c", seal.Line, nil, nil)
			if err != nil {
				rt.Fatal(err)
			}
			at, err := seal.PositionOf(b)
			if err != nil {
				rt.Fatal(err)
			}
			return at
		}
		begin()
		living := func() (epochs []uint64) {
			for epoch := range all {
				epochs = append(epochs, epoch)
			}
			slices.Sort(epochs)
			return epochs
		}
		for range rapid.IntRange(1, 30).Draw(rt, "steps") {
			switch rapid.IntRange(0, 5).Draw(rt, "step") {
			case 0:
				begin()
			case 1:
				if len(all) > 1 {
					delete(all, rapid.SampledFrom(living()).Draw(rt, "ends"))
				}
			case 2:
				n := min(len(stream), rapid.IntRange(0, 3).Draw(rt, "trimmed"))
				trimmed, stream = append(trimmed, stream[:n]...), stream[n:]
			default:
				p := all[rapid.SampledFrom(living()).Draw(rt, "seals")]
				for range rapid.IntRange(1, 3).Draw(rt, "texts") {
					stream = append(stream, sealNext(p))
				}
			}
		}
		own := rapid.SampledFrom(living()).Draw(rt, "erases")
		e := &Erasure{Gone: journal.NewErasure(), Epochs: Epochs{Own: own, Until: newest}}
		for _, epoch := range living() {
			if epoch != own {
				e.Epochs.Others = append(e.Epochs.Others, epoch)
			}
		}
		found, everything := NewFound(seal.Line), rapid.Bool().Draw(rt, "everything")
		covered := rapid.IntRange(0, len(stream)).Draw(rt, "covered")
		var stay []seal.Position
		for i, at := range stream {
			switch {
			case !everything || i < covered:
				found.Add(at)
			default:
				stay = append(stay, at)
			}
		}
		over := func(at seal.Position) bool { return all[at.Epoch()] == nil }
		if everything {
			e.AllFound(found, stay)
			for _, at := range stream[:covered] {
				if !forgotten(e.Ranges, at) {
					rt.Fatalf("%s was found, and stays: %v", at, e.Ranges)
				}
			}
		} else {
			e.Trimmed(found)
			stay = stream
		}
		for _, at := range trimmed {
			has := slices.ContainsFunc(stream, func(s seal.Position) bool {
				return s.Epoch() == at.Epoch() && (!everything || slices.Index(stream, s) < covered)
			})
			several := len(e.Epochs.Others) > 0 && (everything || len(stream) > 0)
			if several && (over(at) || has) && !forgotten(e.Ranges, at) {
				rt.Fatalf("%s was trimmed, and could still be opened: %v", at, e.Ranges)
			}
		}
		for _, at := range stay {
			if forgotten(e.Ranges, at) {
				rt.Fatalf("%s stays, and is forgotten: %v", at, e.Ranges)
			}
		}
		for epoch, p := range all {
			if at := sealNext(p); forgotten(e.Ranges, at) {
				rt.Fatalf("what process %d seals next, at %s, is forgotten: %v", epoch, at, e.Ranges)
			}
		}
		if at := sealNext(begin()); forgotten(e.Ranges, at) {
			rt.Fatalf("what a new process seals, at %s, is forgotten: %v", at, e.Ranges)
		}
		if n := len(e.Ranges); n > 2*(len(stay)+len(all)+int(newest))+2 {
			rt.Fatal(fmt.Sprint(n, " ranges"))
		}
	})
}
