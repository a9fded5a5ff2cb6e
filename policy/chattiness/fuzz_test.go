package chattiness

import (
	"encoding/json"
	"testing"
	"time"

	"familiar/messages"
)

// FuzzState plays a conversation of one byte a move against a model of what
// waits, and holds the seat to what must be true of every conversation.
func FuzzState(f *testing.F) {
	f.Add(uint64(1), []byte{0, 0, 9, 0, 10, 11})
	f.Add(uint64(7), []byte{1, 8, 9, 0, 11, 9, 12, 9, 10, 4, 13})
	f.Add(uint64(9), []byte{2, 9, 10, 2, 14, 15, 3, 5, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 11})
	f.Fuzz(func(t *testing.T, seed uint64, moves []byte) {
		c := Default()
		c.Tier = Tiers[seed%uint64(len(Tiers))]
		s := State{Seed: seed}
		now := messages.Instant(1_000_000)
		waits, asked := 0, 0 // lines nobody decided on; of them, shown to the judge
		for i, m := range moves {
			now = now.Add(time.Duration(m/16) * time.Second)
			switch m % 16 {
			case 0, 1, 2, 3:
				s.Hear(now, &Signal{Arms: true, Question: m%16 == 1, Endpoint: m%16 == 2, Author: messages.PersonID(rune('a' + m/64))}, &c)
				waits++
			case 4:
				s.Hear(now, &Signal{Answers: m >= 128}, &c)
			case 5, 6:
				s.Hear(now, &Signal{Own: true, Arms: true}, &c)
			case 7, 8:
				now = now.Add(time.Duration(m) * time.Second)
			case 9:
				s.Asked(now)
				asked = waits
			case 10, 11, 12, 13:
				trigger := []messages.Trigger{messages.Lull, messages.Interjection, messages.Question, messages.Address}[m%16-10]
				if s.AskedAt == 0 {
					continue // nobody answers what was not asked
				}
				s.Refused(trigger, now, &c)
				waits, asked = waits-asked, 0
			case 14:
				s.Spoke(&c)
				waits, asked = 0, 0
			case 15:
				s.Cleared()
				waits, asked = 0, 0
			}
			check(t, i, &s, &c, now, waits)
		}
	})
}

func check(t *testing.T, move int, s *State, c *Config, now messages.Instant, waits int) {
	t.Helper()
	if min(s.K, s.Heard, s.Due, s.From, s.Checks, s.Refusals, s.Since) < 0 || s.From > s.Due {
		t.Fatalf("move %d: a count is negative: %+v", move, s)
	}
	for _, stretch := range []float64{0, 1, 1.5, 8} {
		d := s.Next(c, stretch)
		if (d.At == 0) != (d.Trigger == "") || (d.At == 0) != (d.Term == "") {
			t.Fatalf("move %d: %+v says half of what is due", move, d)
		}
		if d.At == 0 && waits > 0 {
			t.Fatalf("move %d: %d lines wait and nothing will wake us: %+v", move, waits, s)
		}
		if plain := s.Next(c, 1); stretch > 1 && d.At != 0 && plain.At > now && d.At < plain.At {
			t.Fatalf("move %d: pressure %v makes it earlier, %v instead of %v", move, stretch, d.At, plain.At)
		}
	}
	if s.Due > 0 && int(s.Due-s.From) > max(c.Tier.Start(), c.Floor)+2 {
		t.Fatalf("move %d: an interval of %d lines", move, s.Due-s.From)
	}
	kept, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var again State
	if err := json.Unmarshal(kept, &again); err != nil || again != *s {
		t.Fatalf("move %d: kept as %s it is %+v, was %+v (%v)", move, kept, again, *s, err)
	}
}

// BenchmarkHearNext is one line of talk: heard, and the next thought computed;
// every thought that is due is refused.
func BenchmarkHearNext(b *testing.B) {
	c := Default()
	s := State{Seed: 42}
	now := messages.Instant(1_000_000)
	b.ReportAllocs()
	for b.Loop() {
		now += 700
		s.Hear(now, &Signal{Arms: true}, &c)
		if d := s.Next(&c, 1); d.At <= now {
			s.Refused(d.Trigger, now, &c)
		}
	}
}
