package memory

import (
	"math"
	"testing"

	"familiar/messages"
)

func TestLikeness(t *testing.T) {
	nan := float32(math.NaN())
	for _, tt := range []struct {
		story string
		a, b  []float32
		want  float64
	}{
		{"the same direction", []float32{1, 2}, []float32{2, 4}, 1},
		{"nothing in common", []float32{1, 0}, []float32{0, 3}, 0},
		{"the opposite", []float32{1, 0}, []float32{-1, 0}, -1},
		{"between", []float32{3, 4}, []float32{4, 3}, 0.96},
		{"of other models", []float32{1, 0}, []float32{1, 0, 0}, 0},
		{"one is nothing", []float32{0, 0}, []float32{1, 0}, 0},
		{"one is missing", nil, []float32{1, 0}, 0},
		{"one is no number", []float32{nan, 0}, []float32{1, 0}, 0},
		{"too large to be squared in 32 bits", []float32{3e38, 0}, []float32{3e38, 0}, 1},
	} {
		if got := likeness(tt.a, tt.b); math.Abs(got-tt.want) > 1e-6 || math.IsNaN(got) {
			t.Errorf("%s: got %v, want %v", tt.story, got, tt.want)
		}
	}
}

// TestAlike: what is most alike comes first, in half of the places, then what comes to mind
// by words and persons; what does by both keeps its reason.
func TestAlike(t *testing.T) {
	var kept, byWords []messages.Memory
	var vectors [][]float32
	for k := range 12 {
		kept = append(kept, messages.Memory{ID: messages.MemoryID(k + 1)})
		vectors = append(vectors, []float32{float32(k), 10})
	}
	vectors[11] = nil // not known yet
	for k := range 8 {
		byWords = append(byWords, messages.Memory{ID: messages.MemoryID(k + 3), Why: messages.ForPerson})
	}
	got := Alike(byWords, kept, vectors, []float32{10, 10})
	want := []messages.Memory{
		{ID: 11, Why: messages.ForAlike, Alike: 100},
		{ID: 10, Why: messages.ForPerson, Alike: 100},
		{ID: 9, Why: messages.ForPerson, Alike: 99},
		{ID: 8, Why: messages.ForPerson, Alike: 98},
		{ID: 3, Why: messages.ForPerson},
		{ID: 4, Why: messages.ForPerson},
		{ID: 5, Why: messages.ForPerson},
		{ID: 6, Why: messages.ForPerson},
	}
	if len(got) != len(want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	for k := range want {
		if got[k] != want[k] {
			t.Errorf("place %d: got %+v, want %+v", k+1, got[k], want[k])
		}
	}
	if got := Alike(byWords, kept, make([][]float32, 12), []float32{1, 1}); len(got) != len(byWords) || got[0] != byWords[0] {
		t.Errorf("without vectors got %v, want what comes to mind by words", got)
	}
	if got := Alike(nil, kept[:1], [][]float32{{-1, 0}}, []float32{1, 0}); len(got) != 0 {
		t.Errorf("got %v, want nothing that is unlike", got)
	}
}

// BenchmarkAlike is one turn's look at as many memories as a channel keeps at most, with
// vectors of 1,536 numbers.
func BenchmarkAlike(b *testing.B) {
	kept, vectors := make([]messages.Memory, MaxKept), make([][]float32, MaxKept)
	for k := range vectors {
		kept[k].ID, vectors[k] = messages.MemoryID(k+1), make([]float32, 1536)
		for n := range vectors[k] {
			vectors[k][n] = float32((k*31+n*17)%100) - 50
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		Alike(nil, kept, vectors, vectors[3])
	}
}
