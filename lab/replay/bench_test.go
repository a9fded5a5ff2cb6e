package replay

import (
	"context"
	"testing"
)

func BenchmarkReplay(b *testing.B) {
	c, golds := sample(b)
	for _, preset := range []string{"ladder", "chatty", "social"} {
		b.Run(preset, func(b *testing.B) {
			o := with(b, preset, Oracle)
			b.ReportAllocs()
			steps := 0
			for b.Loop() {
				sum, err := Run(context.Background(), c, golds, o)
				if err != nil {
					b.Fatal(err)
				}
				steps += sum.Steps
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(steps), "ns/step")
		})
	}
}
