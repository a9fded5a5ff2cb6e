// Package learning moves the bars of a familiar's odds in one channel by how
// people took what it said there unasked, and by the silences they had to break.
//
// The odds rank lines well wherever they are; where the bar belongs depends on
// who is there (docs/communities.md). So the bar follows a target, [Config.Welcome]:
// it falls while more than that share of what the familiar says unasked is
// welcome, and rises while less is. Each [Sign] moves it by
//
//	gain · w · (welcome - y) / (information + known)
//
// log-odds, where y is 1 of a good sign and 0 of a bad one, w how far such a sign
// can be trusted, and known the weight of those seen before, of which the older
// count less. That is stochastic approximation (Robbins and Monro, 1951) of the
// bar at which the target is met, with steps that never shrink to nothing,
// because tastes change. An online logistic calibration was tried first and did
// worse: the odds are made of the familiar's own talk, among other things, so that
// each correction of them changes what they will say next (docs/adr/0021).
//
// Who gives more signs than others counts less and less with each, so that what
// many people show outweighs what one person does all the time.
package learning

import (
	"math"

	"familiar/messages"
	"familiar/policy/odds"
)

// A State is what a familiar has learned in one channel. The zero State has
// learned nothing, and so has nil, which can't take a sign.
type State struct {
	Lift  float64 `json:"lift,omitempty"`  // of its bars, in log-odds; below 0 they are lowered
	Known float64 `json:"known,omitempty"` // weight of the signs seen

	Welcome   float64 `json:"good,omitempty"`   // signs that it was, as seen; this and what follows loses half in Memory signs
	Unwelcome float64 `json:"bad,omitempty"`    //
	Missed    float64 `json:"missed,omitempty"` // silences that somebody had to break

	People []Person `json:"people,omitempty"` // who gave signs lately, in no order
}

// A Person gave signs lately.
type Person struct {
	Key   odds.Key `json:"key"`
	Count float64  `json:"count"`
}

// A Sign is how something was taken that the familiar said unasked, or left unsaid.
type Sign struct {
	How messages.Rung // one of those of policy/effect
	By  odds.Key      // who gave it; 0: nobody in particular
}

// kind is what a sign of one sort says.
type kind struct {
	welcome bool    // it was, or would have been
	weight  float64 // of a sign that leaves no doubt: 1
}

// signs are those that teach. Nobody may answer what was welcome, too, so being
// talked over says less; who tells it to be quiet means more than one line.
// docs/when-to-speak.md has how often such signs are right.
var signs = map[messages.Rung]kind{
	messages.ByTakenUp:    {welcome: true, weight: 1},
	messages.ByLiked:      {welcome: true, weight: 1},
	messages.ByDisliked:   {weight: 1},
	messages.ByRemoved:    {weight: 1},
	messages.ByHushed:     {weight: 2},
	messages.ByTalkedOver: {weight: .4},
	messages.ByIgnored:    {weight: .4},
	messages.ByMissed:     {welcome: true, weight: 1},
}

const (
	// gain is how far the bar moves by signs that leave no doubt, in log-odds.
	gain = 3.5

	// information is what the first signs are weighed against.
	information = 4

	// mostPeople are kept; of more, who gave fewest signs goes.
	mostPeople = 8

	// remover stands for whoever deletes lines: no network tells who, and it is
	// seldom more than one or two. An even key is nobody's.
	remover odds.Key = 2
)

// LiftOf is by how much the bars are lifted, in log-odds; below 0 they are lowered.
func (s *State) LiftOf(c *Config) float64 {
	if s == nil || !c.On {
		return 0
	}
	return within(s.Lift, c.Most)
}

// Stretch is by how much longer the familiar waits before it thinks of speaking
// unasked: 1 where its bars are not lifted.
func (s *State) Stretch(c *Config) float64 { return math.Exp(max(0, s.LiftOf(c))) }

func within(lift, most float64) float64 { return min(most, max(-most, lift)) }

// Take takes a sign and returns by how much the bars have moved.
func (s *State) Take(sign Sign, c *Config) (moved float64) {
	kind, known := signs[sign.How]
	if !c.On || !known {
		return 0
	}
	s.age(c.Memory)
	s.count(sign.How, kind.welcome)
	weight := kind.weight * s.weigh(sign)
	if sign.How == messages.ByMissed { // it says what was left unsaid, and not what else would be said
		weight *= information / (information + s.Known)
	}
	s.Known += weight
	y := 0.
	if kind.welcome {
		y = 1
	}
	before := s.Lift
	s.Lift = within(before+gain*weight*(c.Welcome-y)/(information+s.Known), c.Most)
	return s.Lift - before
}

// age has everything seen before count less.
func (s *State) age(memory int) {
	keep := math.Exp2(-1 / float64(max(1, memory)))
	s.Known *= keep
	s.Welcome, s.Unwelcome, s.Missed = s.Welcome*keep, s.Unwelcome*keep, s.Missed*keep
	for i := range s.People {
		s.People[i].Count *= keep
	}
}

func (s *State) count(how messages.Rung, welcome bool) {
	switch {
	case how == messages.ByMissed:
		s.Missed++
	case welcome:
		s.Welcome++
	default:
		s.Unwelcome++
	}
}

// weigh returns how much a sign counts for being somebody's, and counts it. One
// of nobody in particular counts as much as those of people do on average.
func (s *State) weigh(sign Sign) float64 {
	by := sign.By
	switch sign.How { //nolint:exhaustive // the others are by who gave them
	case messages.ByRemoved:
		by = remover
	case messages.ByTalkedOver, messages.ByIgnored:
		by = 0
	}
	if by == 0 {
		return s.average()
	}
	least, fair := 0, s.fair()
	for i := range s.People {
		if p := &s.People[i]; p.Key == by {
			weight := p.weight(fair)
			p.Count++
			return weight
		}
		if s.People[i].Count < s.People[least].Count {
			least = i
		}
	}
	if len(s.People) < mostPeople {
		s.People = append(s.People, Person{by, 1})
	} else {
		s.People[least] = Person{by, 1}
	}
	return 1
}

// fair is how many signs somebody may give before they count less: as many as the
// others on average, and of a single person half of theirs.
func (s *State) fair() (count float64) {
	for i := range s.People {
		count += s.People[i].Count
	}
	return count / float64(max(2, len(s.People)))
}

func (p *Person) weight(fair float64) float64 { return 1 / (1 + max(0, p.Count-fair)) }

func (s *State) average() float64 {
	fair := s.fair()
	given, counted := 1., 1.
	for i := range s.People {
		p := &s.People[i]
		given, counted = given+p.Count*p.weight(fair), counted+p.Count
	}
	return given / counted
}

// Forget takes somebody out. What they have taught stays, without a trace of who
// it was.
func (s *State) Forget(who odds.Key) {
	if s == nil {
		return
	}
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
