package journal

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A logged is one record of a made-up log.
type logged struct {
	owned          bool // it is a taking-over
	epoch, process uint64
}

// TestOwners: in whatever order the takings-over become known, each record counts
// exactly if it has no epoch, or nobody has taken the partition yet, or it is of
// the last who took it with a greater epoch than all before.
func TestOwners(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		log := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) logged {
			return logged{rapid.Bool().Draw(t, "owned"), rapid.Uint64Range(0, 4).Draw(t, "epoch"), rapid.Uint64Range(1, 3).Draw(t, "process")}
		}), 1, 30).Draw(t, "log")
		var known Owners
		var all []Owned
		for i, r := range log {
			if r.owned && r.epoch > 0 {
				all = append(all, Owned{uint64(i + 1), r.epoch, r.process})
			}
		}
		known.Add(rapid.Permutation(slices.Clone(all)).Draw(t, "as they become known")...)
		var carried Owners
		if err := carried.TakeText(known.Text(uint64(len(log)))); err != nil {
			t.Fatal(err)
		}
		from := rapid.Uint64Range(0, uint64(len(log))).Draw(t, "the oldest that is kept")
		known.Drop(from)
		var floor logged
		for i, r := range log {
			seq := uint64(i + 1)
			if r.owned && r.epoch > floor.epoch {
				floor = r
			}
			want := r.epoch == 0 || floor == logged{} || r.epoch == floor.epoch && r.process == floor.process
			if got := known.Counts(seq, r.epoch, r.process); seq >= from && got != want {
				t.Fatalf("record %d, %+v: counts %v, want %v", seq, r, got, want)
			}
			if got := carried.Counts(seq, r.epoch, r.process); got != want {
				t.Fatalf("record %d, %+v, by what a checkpoint carries: counts %v, want %v", seq, r, got, want)
			}
		}
	})
}

// TestOwnersText: what a checkpoint carries is bounded, and what can't be read is
// refused.
func TestOwnersText(t *testing.T) {
	var many Owners
	for n := range uint64(200) {
		many.Add(Owned{2*n + 1, n + 1, 7})
	}
	var carried Owners
	if err := carried.TakeText(many.Text(399)); err != nil {
		t.Fatal(err)
	}
	if got := len(carried.Known()); got != mostKept || carried.Newest() != many.Newest() {
		t.Errorf("%d are carried, the newest %+v; want %d, %+v", got, carried.Newest(), mostKept, many.Newest())
	}
	for _, damaged := range []string{"1 2", "x", "1 2 3;4"} {
		if err := new(Owners).TakeText(damaged); err == nil {
			t.Errorf("%q is taken", damaged)
		}
	}
}
