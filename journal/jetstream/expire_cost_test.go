package jetstream

import (
	"fmt"
	"testing"

	"familiar/journal"
	"familiar/journal/seal"
	"familiar/messages"
)

// BenchmarkEraseBefore has what is old erased of another channel each time: the keys
// that stay grow by every channel of which something is forgotten. docs/retention.md
// says what it costs.
func BenchmarkEraseBefore(b *testing.B) {
	j := benchOpen(b)
	ctx := b.Context()
	const lines = 20
	channels := make([]messages.ChannelID, b.N)
	half := make([]messages.Instant, b.N)
	for i := range channels {
		channels[i] = messages.ChannelID(fmt.Sprint("discord/99182736/", i))
		var last journal.Record
		for n := range lines {
			var err error
			if last, err = j.Append(ctx, 0, channels[i], someLine(channels[i], n)); err != nil {
				b.Fatal(err)
			}
			if n == lines/2 {
				half[i] = last.At
			}
		}
		if _, err := j.Save(ctx, 0, journal.Snapshot{Channel: channels[i], Seq: last.Seq}); err != nil {
			b.Fatal(err)
		}
	}
	before := keyBytes(j)
	b.ResetTimer()
	for i, channel := range channels {
		if err := j.Erase(ctx, messages.Erase{Channel: channel, Before: half[i]}); err != nil {
			b.Fatal(err)
		}
	}
	b.StopTimer()
	b.ReportMetric(float64(keyBytes(j)-before)/float64(b.N), "B-keys/op")
}

// keyBytes returns how much the keys of all texts take where they are kept.
func keyBytes(j *Journal) (bytes int) {
	for n := range seal.Parts {
		bytes += len(j.vault.texts.Keys.Part(n))
	}
	return bytes
}
