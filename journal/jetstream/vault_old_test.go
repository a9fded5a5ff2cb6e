package jetstream

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestSettleProperty: several processes write roots, and overwrite those that they
// think are not needed, each by what it has seen of the stream a while ago. Whenever the
// power is cut there is a root that the disk has, and none is kept for long after
// it was replaced.
func TestSettleProperty(t *testing.T) {
	const (
		synced  = 2 * time.Minute  // after how long a server has written to its disk
		atLate  = 8 * time.Second  // how long a process takes from looking to overwriting
		goneFor = 12 * time.Minute // after how long what was replaced has to be gone
	)
	rapid.Check(t, func(t *rapid.T) {
		start := time.Now()
		now := start
		type stored struct {
			seq      uint64
			at       time.Time
			replaced time.Time
		}
		stream := []stored{{seq: 1, at: now}}
		last := uint64(1)
		type process struct {
			since  map[uint64]time.Time
			delete []uint64 // at the next step but so many
			in     time.Duration
		}
		all := make([]*process, 3)
		for i := range all {
			all[i] = &process{since: map[uint64]time.Time{}}
		}
		look := func(p *process) {
			var roots []oldRoot
			for _, s := range stream {
				if _, seen := p.since[s.seq]; !seen {
					p.since[s.seq] = now
				}
				roots = append(roots, oldRoot{rooted: rooted{root: s.seq, since: p.since[s.seq]}, at: s.at})
			}
			stay := settle(roots, now)
			p.delete, p.in = nil, time.Duration(rapid.Int64Range(0, int64(atLate)).Draw(t, "late"))
			for _, r := range roots[:len(roots)-1] {
				if !slices.ContainsFunc(stay, func(o oldRoot) bool { return o.root == r.root }) {
					p.delete = append(p.delete, r.root)
				}
			}
		}
		overwrite := func(p *process) {
			stream = slices.DeleteFunc(stream, func(s stored) bool { return slices.Contains(p.delete, s.seq) })
			p.delete = nil
		}
		for range rapid.IntRange(1, 120).Draw(t, "steps") {
			step := time.Duration(rapid.SampledFrom([]int{1, 1, 5, 30, 60, 200, 400}).Draw(t, "seconds")) * time.Second
			for _, p := range all {
				if p.delete != nil && p.in <= step {
					overwrite(p)
				} else if p.delete != nil {
					p.in -= step
				}
			}
			now = now.Add(step)
			if rapid.IntRange(0, 2).Draw(t, "write") > 0 {
				last++
				stream[len(stream)-1].replaced = now
				stream = append(stream, stored{seq: last, at: now})
			}
			who := all[rapid.IntRange(0, len(all)-1).Draw(t, "who")]
			if who.delete == nil {
				look(who)
			}
			onDisk := slices.ContainsFunc(stream, func(s stored) bool { return s.seq == 1 || now.Sub(s.at) >= synced })
			if !onDisk {
				t.Fatalf("a power cut would take all roots: %v", stream)
			}
			if len(stream) > 40 {
				t.Fatal("nothing is ever overwritten")
			}
		}
		for range 14 { // nobody writes any more, and all look once a minute
			now = now.Add(time.Minute)
			for _, p := range all {
				look(p)
				overwrite(p)
			}
		}
		for _, s := range stream {
			if !s.replaced.IsZero() && now.Sub(s.replaced) > goneFor {
				t.Fatalf("root %d was replaced %s ago and is still there", s.seq, now.Sub(s.replaced))
			}
		}
	})
}

// TestSettleKeepsFew: however often something is forgotten, few roots stay, and each
// goes some ten minutes after it was replaced.
func TestSettleKeepsFew(t *testing.T) {
	now := time.Now()
	var stream []oldRoot
	for n := range 3600 {
		now = now.Add(time.Second)
		stream = append(stream, oldRoot{rooted: rooted{root: uint64(n + 1), since: now}, at: now})
		stream = append(settle(stream, now), stream[len(stream)-1])
		if len(stream) > 4 {
			t.Fatalf("after %d roots %d stay", n+1, len(stream))
		}
		if oldest := now.Sub(stream[0].at); oldest > 10*time.Minute {
			t.Fatalf("the oldest is of %s ago", oldest)
		}
	}
}
