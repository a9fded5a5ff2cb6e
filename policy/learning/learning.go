package learning

import (
	"math"

	"familiar/messages"
	"familiar/policy/odds"
)

// How much a sign says, and what of.
var signs = map[messages.Rung]kind{
	messages.ByTakenUp:    {welcome: true, weight: 1},
	messages.ByLiked:      {welcome: true, weight: 1},
	messages.ByDisliked:   {weight: 1},
	messages.ByRemoved:    {weight: 1},
	messages.ByHushed:     {weight: 2},
	messages.ByTalkedOver: {weight: TalkedOver},
	messages.ByIgnored:    {weight: TalkedOver},
	messages.ByMissed:     {welcome: true, weight: Missed},
}

type kind struct {
	welcome bool    // it was, or would have been
	weight  float64 // of a sign that leaves no doubt: 1
}

var (
	TalkedOver = .25
	Missed     = .5
	Gain = 3.
	Information = 4.
	Patience = 4.
)

const (

	// mostPeople are kept; of more, who gave fewest signs goes.
	mostPeople = 8
)

// A State is what a familiar has learned in one channel. The zero State has
// learned nothing.
type State struct {
	Lift  float64 `json:"b,omitempty"` // of its bars, in log-odds; below 0 they are lowered
	Known float64 `json:"k,omitempty"` // weight of the signs seen, the older ones counting less

	Welcome   float64 `json:"w,omitempty"` // signs, the older ones counting less
	Unwelcome float64 `json:"u,omitempty"`
	Missed    float64 `json:"m,omitempty"`

	People []Person `json:"p,omitempty"` // who gave signs lately, in no order
}

// A Person gave signs lately.
type Person struct {
	Key   odds.Key `json:"k"`
	Count float64  `json:"n"` // of them, the older ones counting less
}

// Lifts is by how much the bars are lifted, in log-odds.
func (s *State) Lifts(c *Config) float64 {
	if !c.On {
		return 0
	}
	return min(c.Most, max(-c.Most, s.Lift))
}

// A Sign is how something was taken that the familiar said unasked, or left unsaid.
type Sign struct {
	How messages.Rung // one of those of policy/effect
	By  odds.Key      // whose doing it was; 0: nobody's in particular
}

// Take takes a sign and returns by how much the bars have moved.
func (s *State) Take(sign Sign, c *Config) (moved float64) {
	kind, known := signs[sign.How]
	if !c.On || !known {
		return 0
	}
	switch sign.How {
	case messages.ByTalkedOver, messages.ByIgnored:
		kind.weight = TalkedOver
	case messages.ByMissed:
		kind.weight = Missed
	}
	s.age(c)
	s.count(sign.How, kind)
	if sign.How == messages.ByRemoved {
		sign.By = ^odds.Key(0)
	}
	weight := kind.weight * s.weigh(sign.By)
	if sign.How == messages.ByMissed {
		weight *= Information / (Information + s.Known)
	}
	s.Known += weight
	y := 0.
	if kind.welcome {
		y = 1
	}
	before := s.Lift
	s.Lift = min(c.Most, max(-c.Most, before-Gain*weight*(y-c.Welcome)/(Information+s.Known)))
	return s.Lift - before
}

// age has everything seen before count less.
func (s *State) age(c *Config) {
	keep := math.Exp2(-1 / float64(max(1, c.Memory)))
	s.Known *= keep
	s.Welcome, s.Unwelcome, s.Missed = s.Welcome*keep, s.Unwelcome*keep, s.Missed*keep
	for i := range s.People {
		s.People[i].Count *= keep
	}
}

func (s *State) count(how messages.Rung, kind kind) {
	switch {
	case how == messages.ByMissed:
		s.Missed++
	case kind.welcome:
		s.Welcome++
	default:
		s.Unwelcome++
	}
}

// weigh returns how much another sign of somebody's counts, and counts it.
func (s *State) weigh(by odds.Key) float64 {
	if by == 0 {
		given, counted := 1., 1.
		for i := range s.People {
			n := s.People[i].Count
			given, counted = given+n*Patience/(Patience+n), counted+n
		}
		return given / counted
	}
	least := 0
	for i := range s.People {
		if p := &s.People[i]; p.Key == by {
			weight := Patience / (Patience + p.Count)
			p.Count++
			return weight
		}
		if s.People[i].Count < s.People[least].Count {
			least = i
		}
	}
	if len(s.People) < mostPeople {
		s.People = append(s.People, Person{by, 1})
		return 1
	}
	s.People[least] = Person{by, 1}
	return 1
}

// Forget takes somebody out. What they have taught stays, without a trace of who
// it was.
func (s *State) Forget(who odds.Key) {
	for i := range s.People {
		if s.People[i].Key == who {
			s.People[i] = s.People[len(s.People)-1]
			s.People = s.People[:len(s.People)-1]
			break
		}
	}
	if len(s.People) == 0 {
		s.People = nil
	}
}
