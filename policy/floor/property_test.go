package floor

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"familiar/messages"
)

var seats = []messages.FamiliarID{"mira", "theo", "ada", "juno", "kit", "lou"}

var ends = []End{Declined, Silent, Delivered, Cancelled, Failed}

func drawConfig(t *rapid.T) Config {
	return Config{
		On:   true,
		Rest: time.Duration(rapid.IntRange(0, 60).Draw(t, "rest")) * time.Second,
		Hold: time.Duration(rapid.IntRange(1, 300).Draw(t, "hold")) * time.Second,
	}
}

// TestOneAtATime: whatever happens, nobody takes the floor while another has
// it, nobody takes it before FreeFor says so nor is refused at that moment,
// and the state survives its JSON.
func TestOneAtATime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, now := drawConfig(t), start
		var s State
		var holder messages.FamiliarID
		var until messages.Instant
		for range rapid.IntRange(1, 60).Draw(t, "moves") {
			who := rapid.SampledFrom(seats).Draw(t, "who")
			if now >= until {
				holder = ""
			}
			switch rapid.IntRange(0, 5).Draw(t, "move") {
			case 0:
				s.Release(now, who, rapid.SampledFrom(ends).Draw(t, "end"), c)
				if who == holder {
					holder = ""
				}
			case 1:
				now = now.Add(time.Duration(rapid.IntRange(1, 90).Draw(t, "pause")) * time.Second)
			case 2:
				s.Leave(now, who)
				if who == holder {
					holder = ""
				}
			default:
				free := s.FreeFor(now, who, c)
				took := s.Take(now, who, c)
				if took != (free == now) {
					t.Fatalf("%s takes the floor: %v, but it is free for it at %v, now %v", who, took, free, now)
				}
				if took && holder != "" && holder != who {
					t.Fatalf("%s has the floor beside %s", who, holder)
				}
				if took {
					holder, until = who, now.Add(c.Hold)
				}
			}
			survives(t, &s)
		}
	})
}

func survives(t *rapid.T, s *State) {
	text, err := json.Marshal(s)
	var back State
	if err == nil {
		err = json.Unmarshal(text, &back)
	}
	if err != nil || !reflect.DeepEqual(*s, back) {
		t.Fatalf("the state %+v comes back from %s as %+v, %v", *s, text, back, err)
	}
	if len(s.Queue) > len(seats) {
		t.Fatalf("%d wait in the queue of %d seats", len(s.Queue), len(seats))
	}
}

// TestFreeForKeepsItsWord: at the moment FreeFor names, and not before, who
// waits has the floor, if nobody else moves.
func TestFreeForKeepsItsWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, now := drawConfig(t), start
		var s State
		for range rapid.IntRange(1, 20).Draw(t, "moves") {
			who := rapid.SampledFrom(seats).Draw(t, "who")
			if !s.Take(now, who, c) && rapid.Bool().Draw(t, "released") {
				s.Release(now, s.Holder, rapid.SampledFrom(ends).Draw(t, "end"), c)
			}
			now = now.Add(time.Duration(rapid.IntRange(0, 40).Draw(t, "pause")) * time.Second)
		}
		who := rapid.SampledFrom(seats).Draw(t, "waits")
		at := s.FreeFor(now, who, c)
		early := s
		early.Queue = slices.Clone(s.Queue)
		if at > now && early.Take(at-1, who, c) {
			t.Errorf("%s takes the floor before %v", who, at)
		}
		if !s.Take(at, who, c) {
			t.Errorf("%s doesn't get the floor at %v: %+v", who, at, s)
		}
	})
}

// TestNobodyWaitsForEver: among seats that all want the floor at every moment,
// asked in whatever order, each has had it after a bounded time: its own term,
// two of every sibling (the second is the one no rest comes of), and the rests
// and chances between them.
func TestNobodyWaitsForEver(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, now := drawConfig(t), start
		n := rapid.IntRange(2, len(seats)).Draw(t, "seats")
		wants := rapid.Permutation(seats[:n]).Draw(t, "order")
		var s State
		term := messages.Instant(0) // until when the holder keeps it
		since := make(map[messages.FamiliarID]messages.Instant)
		for _, who := range wants {
			since[who] = now
		}
		bound := time.Duration(2*n-1) * (c.Hold + 2*c.Rest + 3*time.Second)
		for range 2000 {
			if s.Holder != "" && now >= term {
				s.Release(now, s.Holder, rapid.SampledFrom(ends).Draw(t, "end"), c)
			}
			for _, who := range wants {
				if s.Holder != who && s.Take(now, who, c) {
					since[who] = now
					term = now.Add(time.Duration(rapid.Int64Range(1, int64(c.Hold/time.Second)).Draw(t, "term")) * time.Second)
				}
				if waited := now.Sub(since[who]); waited > bound {
					t.Fatalf("%s has waited for %v among %d seats, rest %v, hold %v", who, waited, n, c.Rest, c.Hold)
				}
			}
			now = now.Add(time.Second)
		}
	})
}
