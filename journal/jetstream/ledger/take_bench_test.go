package ledger

import (
	"testing"

	"familiar/messages"
)

// BenchmarkTake is what a note costs who notes: packing it, and with the index.
func BenchmarkTake(b *testing.B) {
	ids := make([]messages.LineID, PackOf)
	for i := range ids {
		ids[i] = messages.LineID("12345678901234567" + string(rune('a'+i%26)))
	}
	for name, take := range map[string]func(*openPack, *messages.Note){
		"packed":  func(p *openPack, n *messages.Note) { p.add(n) },
		"indexed": (*openPack).take,
	} {
		b.Run(name, func(b *testing.B) {
			var p *openPack
			i := 0
			for b.Loop() {
				if i%PackOf == 0 {
					p = newPack("test/w/c")
				}
				take(p, &messages.Note{Channel: "test/w/c", Familiar: "aria", Line: ids[i%PackOf], At: messages.Instant(i * 1000), Act: messages.Observe, Rung: "rest", Facts: messages.Crowd})
				i++
			}
		})
	}
}
