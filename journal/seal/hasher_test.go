package seal

import "testing"

// TestChild: a child's key is as it always was, by the short way too.
func TestChild(t *testing.T) {
	h := hashers.Get().(*hasher)
	if h.state == nil {
		t.Error("crypto/sha256 writes its state down in another form: all hashes go by the book")
	}
	slow := &hasher{}
	k := key{7}
	for i := range uint64(1000) {
		want := plainChild(k, i%fanOut)
		if got := h.child(k, i%fanOut); got != want {
			t.Fatalf("child %d is %x, want %x", i, got, want)
		}
		if got := slow.child(k, i%fanOut); got != want {
			t.Fatalf("child %d without a state is %x, want %x", i, got, want)
		}
		k = want
	}
	h.release()
	if h.block[0] != 0 || h.room[sumAt] != 0 {
		t.Error("a hasher keeps what it was given")
	}
}

func BenchmarkDown(b *testing.B) {
	k := key{1}
	for i := 0; b.Loop(); i++ {
		k = k.down(uint64(i), 0, levels)
	}
}
