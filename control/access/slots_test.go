package access

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"familiar/control/wire"
)

func tokenKeys(n int) (keys []Key) {
	for i := range n {
		k := Key{Token: Token{Name: fmt.Sprint(i), Scopes: []string{ScopeRead}}}
		if i == 0 {
			k.Scopes = Scopes
		}
		keys = append(keys, k)
	}
	return keys
}

func statusOf(err error) int {
	f, _ := errors.AsType[wire.Fault](err)
	return f.Status
}

// TestSlotsAreShared: whatever others take, each token gets what is sure to it,
// one of the scope control what is kept for it besides, and nobody more than a
// share or all more than there are.
func TestSlotsAreShared(t *testing.T) {
	for _, most := range []int{1, 2, 3, 7, 16, 128, 512} {
		for _, tokens := range []int{1, 2, 3, 10, 600} {
			s, keys := NewSlots("requests", most, tokens), tokenKeys(tokens)
			for _, k := range keys[1:] { // the greedy ones
				for s.Acquire(k, 1) == nil {
				}
				if s.held[k.Name] < s.sure {
					t.Errorf("%d for %d: a token got %d, %d are sure", most, tokens, s.held[k.Name], s.sure)
				}
			}
			for s.Acquire(keys[0], 1) == nil {
			}
			if got, want := s.held["0"], min(s.Share, s.sure+s.kept); got < want {
				t.Errorf("%d for %d: the operator got %d, want %d or more", most, tokens, got, want)
			}
			if s.InUse() > most {
				t.Errorf("%d for %d: %d are taken", most, tokens, s.InUse())
			}
			for name, held := range s.held {
				if held > s.Share {
					t.Errorf("%d for %d: token %s has %d, its share is %d", most, tokens, name, held, s.Share)
				}
			}
		}
	}
}

// TestSlotsComeBack: after any takes and gives the counts agree.
func TestSlotsComeBack(t *testing.T) {
	s, keys := NewSlots("requests", 24, 4), tokenKeys(4)
	random := rand.New(rand.NewPCG(1, 2))
	held := map[int][]int{}
	for range 10_000 {
		i, n := random.IntN(len(keys)), 1+random.IntN(5)
		if had := held[i]; len(had) > 0 && random.IntN(2) == 0 {
			s.Release(keys[i], had[0])
			held[i] = had[1:]
		} else if s.Acquire(keys[i], n) == nil {
			held[i] = append(held[i], n)
		}
		lent := 0
		for _, k := range keys {
			lent += max(0, s.held[k.Name]-s.sure)
		}
		if s.lent != lent || lent > s.common+s.kept {
			t.Fatalf("%d are lent, counted %d, of %d and %d", s.lent, lent, s.common, s.kept)
		}
	}
	for i, had := range held {
		for _, n := range had {
			s.Release(keys[i], n)
		}
	}
	if s.InUse() != 0 || s.lent != 0 || len(s.held) != 0 {
		t.Errorf("left over: %d, %d lent, %v", s.InUse(), s.lent, s.held)
	}
}

func TestWhoWaitsGetsTheNextSlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, k := NewSlots("requests", 2, 1), tokenKeys(1)[0]
		if err := s.Acquire(k, 1); err != nil {
			t.Fatal(err)
		}
		got := make(chan error, 1)
		go func() { got <- s.Wait(t.Context(), k) }()
		synctest.Wait()
		if len(got) > 0 {
			t.Fatal("it has one that isn't free")
		}
		s.Release(k, 1)
		if err := <-got; err != nil {
			t.Errorf("got %v", err)
		}
		late, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := s.Wait(late, k); statusOf(err) != 429 {
			t.Errorf("nobody gave one back: got %v, want 429", err)
		}
	})
}
