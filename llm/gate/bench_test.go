package gate

import (
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
