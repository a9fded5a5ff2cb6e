package gate

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"familiar/llm"
	"familiar/llm/llmtest"
)

// BenchmarkPass is what a gate costs a call that needn't wait, beside the
// model itself.
func BenchmarkPass(b *testing.B) {
	model := llmtest.Func(func(llm.Request) llmtest.Answer { return llmtest.Answer{} })
	for _, bench := range []struct {
		name  string
		model llm.Model
	}{{"bare", model}, {"gate", New(model, Config{})}} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for _, err := range bench.model.Generate(b.Context(), llm.Request{}) {
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

// BenchmarkLeave is what it takes one of many channels whose calls wait to leave the
// queue, as all do when a process stops.
func BenchmarkLeave(b *testing.B) {
	for _, n := range []int{1_000, 100_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			q, all := queue{limit: n}, make([]*place, n)
			for left := 0; b.Loop(); left = (left + 1) % n {
				if left == 0 {
					b.StopTimer()
					for i, at := range rand.Perm(n) {
						all[i] = &place{channel: "discord/guild/" + strconv.Itoa(at)}
						q.push(all[i])
					}
					rand.Shuffle(n, func(i, j int) { all[i], all[j] = all[j], all[i] })
					b.StartTimer()
				}
				q.remove(all[left])
			}
		})
	}
}
