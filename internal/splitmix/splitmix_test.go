package splitmix_test

import (
	"testing"

	"familiar/internal/splitmix"
)

// TestAt: the first numbers of seed 1234567, as Vigna's splitmix64.c gives them.
func TestAt(t *testing.T) {
	for k, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		if got := splitmix.At(1234567, uint64(k)); got != want {
			t.Errorf("At(1234567, %d) = %d, want %d", k, got, want)
		}
	}
	if splitmix.Scatter(1234567) != splitmix.At(1234567, 0) {
		t.Error("Scatter is not the first number")
	}
}

func TestFraction(t *testing.T) {
	if splitmix.Fraction(0) != 0 || splitmix.Fraction(1<<63) != 0.5 || splitmix.Fraction(1<<64-1) >= 1 {
		t.Error("want 0, a half and less than one")
	}
}

// TestSpread: the fifths come equally often, and neighbouring seeds do not move
// together.
func TestSpread(t *testing.T) {
	const draws = 10000
	draw := func(seed, k uint64) float64 { return splitmix.Fraction(splitmix.At(seed, k)) }
	var fifths [5]int
	alike := 0
	for k := range uint64(draws) {
		d := draw(7, k)
		if d < 0 || d >= 1 {
			t.Fatalf("draw %d is %v, want it in [0,1)", k, d)
		}
		fifths[int(d*5)]++
		if int(draw(8, k)*5) == int(d*5) {
			alike++
		}
	}
	for i, n := range append(fifths[:], alike) {
		if n < draws/5-draws/50 || n > draws/5+draws/50 {
			t.Errorf("count %d is %d of %d, want about a fifth", i, n, draws)
		}
	}
	if draw(7, 3) != draw(7, 3) || draw(7, 3) == draw(7, 4) {
		t.Error("a draw must depend on its number and nothing else")
	}
}
