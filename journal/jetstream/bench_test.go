package jetstream

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"familiar/journal"
	"familiar/messages"
)

// someChannels returns n channels of one workspace.
func someChannels(n int) []messages.ChannelID {
	ids := make([]messages.ChannelID, n)
	for i := range ids {
		ids[i] = messages.Channel{Network: "discord", Workspace: "99182736", Chat: fmt.Sprintf("%018d", i)}.ID()
	}
	return ids
}

// someLine is a line of a channel, which takes about 200 bytes in the log.
func someLine(channel messages.ChannelID, n int) messages.Event {
	return messages.Heard{Line: &messages.Line{
		ID: messages.LineID(fmt.Sprint(n)), Channel: channel, Account: "felix", At: 1_700_000_000_000,
		Author: messages.Author{ID: "4821", Name: "Ana"},
		Text:   "so who brings the cake tomorrow? I could ask at the bakery on the corner, but they close at six",
	}}
}

func benchOpen(b *testing.B) *Journal {
	b.Helper()
	j, err := Open(b.Context(), Config{Folder: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { j.Close() })
	return j
}

// BenchmarkAppend is what one writer at a time waits for a line.
func BenchmarkAppend(b *testing.B) {
	j, ids := benchOpen(b), someChannels(1000)
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		id := ids[n%len(ids)]
		if _, err := j.Append(b.Context(), 0, id, someLine(id, n)); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkThrough is lines from 64 writers to the partitions' readers.
func BenchmarkThrough(b *testing.B) {
	for _, channels := range []int{1000, 10_000} {
		b.Run(fmt.Sprintf("channels=%d", channels), func(b *testing.B) {
			j, ids := benchOpen(b), someChannels(channels)
			ctx, stop := context.WithCancel(b.Context())
			var readers sync.WaitGroup
			defer func() {
				stop()
				readers.Wait()
			}()
			var arrived atomic.Int64
			all := make(chan struct{})
			total := int64(b.N)
			for p := range j.Partitions() {
				readers.Go(func() {
					_ = j.Consume(ctx, p, 0, func(journal.Record) {
						if arrived.Add(1) == total {
							close(all)
						}
					})
				})
			}
			b.ReportAllocs()
			b.ResetTimer()
			var next atomic.Int64
			var writers sync.WaitGroup
			for range 64 {
				writers.Go(func() {
					for n := next.Add(1); n <= total; n = next.Add(1) {
						id := ids[int(n)*7919%len(ids)]
						if _, err := j.Append(ctx, 0, id, someLine(id, int(n))); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			writers.Wait()
			<-all
			b.ReportMetric(float64(total)/b.Elapsed().Seconds(), "lines/s")
		})
	}
}

// BenchmarkSave is a state of 3 KB over the one before, 10,000 channels.
func BenchmarkSave(b *testing.B) {
	j, ids := benchOpen(b), someChannels(10_000)
	revisions, body := make([]uint64, len(ids)), make([]byte, 3000)
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		i := n * 7919 % len(ids)
		r, err := j.Save(b.Context(), 1, journal.Snapshot{Channel: ids[i], Revision: revisions[i], Seq: uint64(n), Body: body})
		if err != nil {
			b.Fatal(err)
		}
		revisions[i] = r
	}
}

// BenchmarkLoad is a wake-up: one state among 10,000.
func BenchmarkLoad(b *testing.B) {
	j, ids := benchOpen(b), someChannels(10_000)
	var writers sync.WaitGroup
	for w := range 16 {
		writers.Go(func() {
			for i := w; i < len(ids); i += 16 {
				if _, err := j.Save(b.Context(), 1, journal.Snapshot{Channel: ids[i], Seq: 1, Body: make([]byte, 3000)}); err != nil {
					b.Error(err)
				}
			}
		})
	}
	writers.Wait()
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		if s, err := j.Load(b.Context(), ids[n*7919%len(ids)]); err != nil || s.Revision == 0 {
			b.Fatal(s.Revision, err)
		}
	}
}

// BenchmarkReplay is a channel's newest 200 lines among many others'.
func BenchmarkReplay(b *testing.B) {
	const lines = 200_000
	j, ids := benchOpen(b), someChannels(100)
	var from atomic.Uint64
	var next atomic.Int64
	var writers sync.WaitGroup
	for range 64 {
		writers.Go(func() {
			for n := next.Add(1); n <= lines; n = next.Add(1) {
				r, err := j.Append(b.Context(), 0, ids[n%100], someLine(ids[n%100], int(n)))
				if err != nil {
					b.Error(err)
					return
				}
				if n == lines-200*100 {
					from.Store(r.Seq)
				}
			}
		})
	}
	writers.Wait()
	for b.Loop() {
		n := 0
		for _, err := range j.Replay(b.Context(), ids[0], from.Load()) {
			if err != nil {
				b.Fatal(err)
			}
			n++
		}
		if n < 100 {
			b.Fatal(n)
		}
	}
}
