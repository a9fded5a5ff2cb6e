package community

import (
	"math"
	"time"

	"familiar/messages"
)

// A talk is a branching process: each line has on average fewer than one that
// follows it, so that every conversation ends.
const (
	goesOn   = .15 // chance that an author goes on with a line of their own
	backAsks = .15 // share of answers that are questions
	thanks   = .30 // chance that an answer to a question is thanked for
	pingPong = .55 // chance that whoever is answered by somebody is who answers
	askedFor = 1.8 // how many times as many answers a question gets
	tires    = .95 // by which each turn of a conversation gets fewer answers
	longest  = 40  // turns of a conversation
	spread   = 1.1 // of delays: the standard deviation of their logarithm
)

// follow thinks of what follows a line.
func (t *talker) follow(i int) {
	s := &t.said[i]
	if s.Kind == Call || s.Kind == GoOn || s.depth >= longest {
		return // what follows is the familiar's, or nothing
	}
	if t.rng.Float64() < goesOn {
		t.come(i, s.Author, More, t.habits.Pace/3)
	}
	if t.thanked(i) {
		return
	}
	for range t.poisson(t.answers(s)) {
		kind := Answer
		switch drawn := t.rng.Float64(); {
		case s.Kind == Chat:
			kind = Chat
		case drawn < backAsks:
			kind = AskBack
		}
		t.come(i, t.answerer(i), kind, t.habits.Pace)
	}
}

// thanked has an answer to a question thanked for, which mostly is the end of it.
func (t *talker) thanked(i int) bool {
	s := &t.said[i]
	if s.Kind != Answer || t.said[s.To].Kind != Question || t.rng.Float64() >= thanks {
		return false
	}
	t.come(i, t.said[s.To].Author, Thanks, t.habits.Pace)
	return true
}

// answers is how many a line gets on average.
func (t *talker) answers(s *Said) float64 {
	mean := t.habits.Answers * math.Pow(tires, float64(s.depth))
	switch s.Kind {
	case Question, AskBack:
		return askedFor * mean
	case Thanks, More:
		return .4 * mean
	default:
		return mean
	}
}

// answerer draws who answers: who was answered, or whoever likes to talk and
// cares for the topic.
func (t *talker) answerer(i int) int {
	s := &t.said[i]
	if s.To >= 0 && t.said[s.To].Author != s.Author && t.rng.Float64() < pingPong {
		return t.said[s.To].Author
	}
	return pick(t.rng, t.people, s.Author, func(p *person) float64 { return p.activity * p.social * (.05 + p.interest[s.Topic]) })
}

// come has somebody say something after a delay of which half are shorter than
// median.
func (t *talker) come(to, author int, kind Kind, median time.Duration) {
	if author < 0 {
		return
	}
	s := &t.said[to]
	delay := max(time.Second, time.Duration(float64(median)*math.Exp(spread*t.rng.NormFloat64())))
	t.queue.push(s.Line.At.Add(delay), coming{author: author, kind: kind, topic: s.Topic, to: to, depth: s.depth + 1})
}

// poisson draws how many, by Knuth's way: the means are small.
func (t *talker) poisson(mean float64) int {
	n, product := 0, t.rng.Float64()
	for limit := math.Exp(-mean); product > limit; n++ {
		product *= t.rng.Float64()
	}
	return n
}

// word puts the line into words, and says on the network whom it is for.
func (t *talker) word(s *Said) {
	l := s.Line
	l.Text = sentence(s.Kind, s.Topic, t.rng.Uint64())
	if s.Kind == Call {
		callUs(l, t.habits.Network, t.rng.Uint64())
		return
	}
	if s.To < 0 || t.said[s.To].Author == s.Author {
		return
	}
	to := t.said[s.To].Line
	switch drawn := t.rng.Float64(); {
	case drawn < t.habits.Replies:
		l.ReplyTo = messages.Reply{ID: to.ID, Author: to.Author.ID}
	case drawn < t.habits.Replies+t.habits.Names:
		callSomebody(l, t.habits.Network, to.Author)
	}
}
