// Package learning moves a familiar's odds in one channel by how people took
// what it said there unasked, and by the silences they had to break.
//
// The estimate of policy/odds is right on average over many channels. In one of
// them a remark may be more welcome, or less. [State.Take] is told each ending
// that policy/effect has found, and how likely the odds had called an answer;
// the difference moves [State.Shift], which [State.Apply] adds to the log-odds
// of every later estimate. Where people are put off, intervals get longer, too
// ([State.Stretch]).
//
// The rule is online logistic regression with an intercept alone, a normal prior
// around 0 and forgetting: each ending adds the information w·q·(1-q), where q is
// what was expected and w how far such an ending can be trusted, and moves the
// shift by w·(y-q) over all information there is. So it moves less the more is
// known, old endings count less than new ones, and it never leaves ±Most.
//
// Who causes many endings counts less and less ([patience]), so that no single
// person can drive it.
package learning

import (
	"math"

	"familiar/messages"
	"familiar/policy/odds"
)

// How much an ending says, and what of. Who replies shows that it was welcome, who
// calls for quiet that it was not; that nobody reacts may mean either
// (docs/when-to-speak.md has how often such signs are right).
var endings = map[messages.Rung]ending{
	messages.ByTakenUp:    {welcome: true, weight: 1},
	messages.ByLiked:      {welcome: true, weight: 1},
	messages.ByDisliked:   {weight: 1},
	messages.ByRemoved:    {weight: 2},
	messages.ByHushed:     {weight: 3},
	messages.ByTalkedOver: {weight: .5},
	messages.ByIgnored:    {weight: .5},
	messages.ByMissed:     {welcome: true, weight: .5},
}

type ending struct {
	welcome bool    // an answer was, or would have been
	weight  float64 // of an ending that leaves no doubt: 1
}

const (
	// information is that of the prior: a shift of 0, give or take .5.
	information = 4

	// left is how likely a line is taken to want an answer that was left alone and
	// missed: it is kept for no line that is only observed.
	left = .1

	// patience is how many endings of one person count half.
	patience = 4

	// mostPeople are kept; of more, who caused least goes.
	mostPeople = 8
)

// How often a judge is taken to say yes rightly and wrongly. What it has let pass
// is likelier to be welcome than the odds alone say.
const (
	judgeRight = .90
	judgeWrong = .05
)

// A State is what a familiar has learned in one channel. The zero State has
// learned nothing.
type State struct {
	Shift float64 `json:"b,omitempty"` // added to the log-odds
	Known float64 `json:"k,omitempty"` // information beside the prior's

	Welcome   float64 `json:"w,omitempty"` // endings, the older ones counting less
	Unwelcome float64 `json:"u,omitempty"`
	Missed    float64 `json:"m,omitempty"`

	People []Person `json:"p,omitempty"` // who caused endings lately, in no order
}

// A Person caused endings lately.
type Person struct {
	Key   odds.Key `json:"k"`
	Count float64  `json:"n"` // of them, the older ones counting less
}

// Apply returns what a probability comes to here.
func (s *State) Apply(p float64, c *Config) float64 {
	if !c.On || s.Shift == 0 || p <= 0 || p >= 1 {
		return p
	}
	return 1 / (1 + (1-p)/p*math.Exp(-s.Shift))
}

// Stretch is by how much the familiar waits longer before it thinks of speaking
// unasked: 1 where it is as welcome as elsewhere or more.
func (s *State) Stretch(c *Config) float64 {
	if !c.On || s.Shift >= 0 {
		return 1
	}
	return math.Exp(-s.Shift)
}

// An Ending is how something ended that the familiar said unasked, or left unsaid.
type Ending struct {
	How      messages.Rung // one of those of policy/effect
	By       odds.Key      // whose doing it was; 0: nobody's in particular
	Expected float64       // how likely the odds had called an answer; 0: nobody had estimated it
	Judged   bool          // and the judge had said yes to it
}

// expected is how likely the familiar was to be welcome as far as it could know.
func (e *Ending) expected() float64 {
	switch q := e.Expected; {
	case e.How == messages.ByMissed:
		return left
	case e.Judged:
		return q * judgeRight / (q*judgeRight + (1-q)*judgeWrong)
	default:
		return q
	}
}

// Take takes an ending and returns by how much the shift has moved. One whose
// line nobody had estimated teaches nothing.
func (s *State) Take(e Ending, c *Config) (moved float64) {
	kind, known := endings[e.How]
	q := e.expected()
	if !c.On || !known || q <= 0 || q >= 1 {
		return 0
	}
	s.age(c)
	s.count(e.How, kind)
	weight := kind.weight * s.weigh(e.By)
	s.Known += weight * q * (1 - q)
	y := 0.
	if kind.welcome {
		y = 1
	}
	before := s.Shift
	s.Shift = min(c.Most, max(-c.Most, before+weight*(y-q)/(information+s.Known)))
	return s.Shift - before
}

// age has everything seen before count less.
func (s *State) age(c *Config) {
	keep := math.Exp2(-1 / float64(max(1, c.Memory)))
	s.Shift *= keep * (information + s.Known) / (information + keep*s.Known)
	s.Known *= keep
	s.Welcome, s.Unwelcome, s.Missed = s.Welcome*keep, s.Unwelcome*keep, s.Missed*keep
	for i := range s.People {
		s.People[i].Count *= keep
	}
}

func (s *State) count(how messages.Rung, kind ending) {
	switch {
	case how == messages.ByMissed:
		s.Missed++
	case kind.welcome:
		s.Welcome++
	default:
		s.Unwelcome++
	}
}

// weigh returns how much another ending of somebody's counts, and counts it.
func (s *State) weigh(by odds.Key) float64 {
	if by == 0 {
		return 1
	}
	least := 0
	for i := range s.People {
		if p := &s.People[i]; p.Key == by {
			weight := patience / (patience + p.Count)
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
