package seal

import (
	"crypto/rand"
	"crypto/sha256"
	"testing"
)

// TestChild: a child's key is what it was in every store so far.
func TestChild(t *testing.T) {
	var k key
	for range 1000 {
		rand.Read(k[:])
		for digit := range uint64(fanOut) {
			want := sha256.Sum256(append(k[:], byte(digit)))
			if got := k.child(digit); got != key(want[:keySize]) {
				t.Fatalf("child %d of %x is %x, want %x", digit, k, got, want[:keySize])
			}
		}
	}
}

func BenchmarkDown(b *testing.B) {
	var k key
	for n := range b.N {
		k = k.down(uint64(n), 0, levels)
	}
}
