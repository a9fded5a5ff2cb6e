package seal

import (
	"encoding/hex"
	"errors"
	"slices"
	"testing"
	"time"
)

// TestHeads: a text is opened whichever of the two heads it has, and stands where it was
// sealed; the short one takes less.
func TestHeads(t *testing.T) {
	for _, tt := range []struct {
		story      string
		epoch, run uint64
		size       int // of the short head
	}{
		{"the first text of a store", 1, 0, 1 + 3 + saltSize},
		{"after five minutes", 1, 1200, 1 + 4 + saltSize},
		{"after two years of a process that is the last there can be", MostEpochs, mostRuns - 1000, 1 + 3 + 4 + 1 + saltSize},
	} {
		t.Run(tt.story, func(t *testing.T) {
			k := begun(t, tt.epoch)
			k.began = time.Now().Add(-time.Duration(tt.run) * tick)
			whole := sealed(t, k, here, State, "a secret")
			k.Shorten()
			short := sealed(t, k, here, State, "a secret")
			if len(whole) != len("a secret")+Overhead || len(short) != len(whole)-headSize+tt.size {
				t.Errorf("they take %d and %d bytes", len(whole), len(short))
			}
			if at(t, short) != at(t, whole)+1 {
				t.Errorf("they stand at %s and %s", at(t, whole), at(t, short))
			}
			for _, b := range [][]byte{whole, short} {
				if !opens(t, k, here, b, "a secret") || !opens(t, copied(t, k), here, b, "a secret") {
					t.Errorf("what stands at %s is forgotten", at(t, b))
				}
			}
		})
	}
}

// TestShortHeadDamaged: a short head that is cut or another is not read as one.
func TestShortHeadDamaged(t *testing.T) {
	k := begun(t, 300)
	k.Shorten()
	b := sealed(t, k, here, Note, "")
	for n := range b {
		if _, err := k.Open(nil, here, b[:n], []byte("beside")); !errors.Is(err, ErrDamaged) {
			t.Errorf("cut to %d bytes: %v", n, err)
		}
		for bit := range 8 {
			changed := slices.Clone(b)
			changed[n] ^= 1 << bit
			if got, err := k.Open(nil, here, changed, []byte("beside")); err == nil {
				t.Errorf("with bit %d of byte %d changed it opens as %q", bit, n, got)
			}
		}
	}
	for story, head := range map[string]string{
		"an epoch that no process has": "60ffffff7f0000",
		"a run beyond the last":        "6001ffffffff0f00",
		"a count beyond the last":      "6001008040",
		"a number without an end":      "60ffffffffffffffffffffff0000",
		"bits that mean nothing":       "61010000",
	} {
		if p, err := PositionOf(append(unhex(t, head), make([]byte, Overhead)...)); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %s, %v", story, p, err)
		}
	}
}

// TestSealedBefore: texts that earlier programs have sealed are opened.
func TestSealedBefore(t *testing.T) {
	k := &Keys{}
	if err := k.LoadPart(partOf(channelHash(here)), unhex(t, keysBefore)); err != nil {
		t.Fatal(err)
	}
	for head, text := range map[string]string{"whole": wholeBefore, "short": shortBefore} {
		if !opens(t, k, here, unhex(t, text), "a secret") {
			t.Errorf("with a %s head it is forgotten", head)
		}
	}
}

// A part of the keys, and what was sealed under it with each head.
const (
	keysBefore  = "0101b70000000000000004d7f8b3da8aa2572f70c41330ac2e3c2700"
	wholeBefore = "00000700000000009e73ef5ef93857884192b504abd9c599a1aaf5b38d0948bc0b1993c627b3268d31580ea4"
	shortBefore = "200700006bf57a47bc7a66e8a0f2b5fbb90b5b8107269e6955b9b9dba237cf23"
)

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
