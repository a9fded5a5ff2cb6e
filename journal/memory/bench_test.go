package memory

import (
	"context"
	"sync/atomic"
	"testing"

	"familiar/journal"
	"familiar/messages"
)

var (
	someLine     = messages.Heard{Line: &messages.Line{ID: "m", Text: "so who brings the cake tomorrow?"}}
	someChannels = func() (ids []messages.ChannelID) {
		for n := range 10_000 {
			ids = append(ids, messages.Channel{Network: "discord", Workspace: "99182736", Chat: string(rune('a'+n%26)) + digits5(n)}.ID())
		}
		return ids
	}()
)

func digits5(n int) string {
	digits := []byte("00000")
	for i := len(digits) - 1; n > 0; i, n = i-1, n/10 {
		digits[i] = byte('0' + n%10)
	}
	return string(digits)
}

// BenchmarkAppend is what the network's side pays for a line, with a snapshot
// of its channel every 32 lines.
func BenchmarkAppend(b *testing.B) {
	j, ctx := New(Config{}), b.Context()
	count, revision := make([]int, len(someChannels)), make([]uint64, len(someChannels))
	body := make([]byte, 3000)
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		k := n * 7919 % len(someChannels)
		r, err := j.Append(ctx, 0, someChannels[k], someLine)
		if err != nil {
			b.Fatal(err)
		}
		if count[k]++; count[k]%32 == 0 {
			revision[k], err = j.Save(ctx, 0, journal.Snapshot{Channel: someChannels[k], Revision: revision[k], Seq: r.Seq, Body: body})
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkThrough is an append and its delivery to a waiting consumer.
func BenchmarkThrough(b *testing.B) {
	j := New(Config{})
	ctx, stop := context.WithCancel(b.Context())
	defer stop()
	var consumed atomic.Uint64
	arrived := make(chan struct{})
	total := uint64(b.N)
	for p := range j.Partitions() {
		go func() {
			var last uint64
			_ = j.Consume(ctx, p, 0, func(r journal.Record) {
				if r.Seq-last >= 1024 { // stands in for the snapshots
					last = r.Seq
					_ = j.SetCheckpoint(ctx, 0, p, r.Seq)
				}
				if consumed.Add(1) == total {
					close(arrived)
				}
			})
		}()
	}
	b.ReportAllocs()
	b.ResetTimer()
	for n := range b.N {
		for {
			if _, err := j.Append(ctx, 0, someChannels[n*7919%len(someChannels)], someLine); err == nil {
				break
			}
		}
	}
	<-arrived
}
