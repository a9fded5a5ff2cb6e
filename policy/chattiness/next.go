package chattiness

import (
	"time"

	"familiar/messages"
)

// mostGrowth bounds how far pressure may stretch a deadline.
const mostGrowth = 1000

// Next says when to think about speaking, given that nothing more is said:
//
//	next = max(min(lull, question, curve), back-off) × stretch
//
// stretch (1: none; less counts as 1) is the pressure of the budget; it and our
// own share of the talk lengthen every duration and the curve's intervals,
// counted from the line or refusal they begin at. Of terms that are due at the
// same instant the curve comes first, then the lull.
//
// Next does not know which lines still wait for a decision. A lull or an
// interjection needs one; a question is worth asking about without.
func (s *State) Next(c *Config, stretch float64) Due {
	if !c.On {
		return Due{}
	}
	grow := s.growth(c, stretch)
	var d Due
	if s.CurveAt != 0 && int(s.Heard) >= s.due(grow) {
		d = Due{s.reached(grow), messages.Interjection, TermCurve}
	}
	if s.LullFrom != 0 {
		d = d.earlier(s.lull(c, grow))
	}
	if s.QuestionAt != 0 && c.Question > 0 {
		d = d.earlier(Due{later(s.QuestionAt, c.Question, grow), messages.Question, TermQuestion})
	}
	if until := s.heldBack(c, grow); d.At != 0 && until > d.At {
		d.At, d.Term = until, TermBackoff
	}
	return d
}

// HoldsBack reports whether the judge has refused so often, and so lately, that
// what could be asked about at once had better wait. stretch is that of [State.Next].
func (s *State) HoldsBack(now messages.Instant, c *Config, stretch float64) bool {
	return now < s.heldBack(c, s.growth(c, stretch))
}

// growth returns by how much durations and intervals are longer.
func (s *State) growth(c *Config, stretch float64) float64 {
	grow := s.damping(c)
	if stretch > 1 {
		grow *= min(stretch, mostGrowth)
	}
	return grow
}

// heldBack returns until when refusals hold the familiar back; 0: they don't.
func (s *State) heldBack(c *Config, grow float64) messages.Instant {
	if c.BackoffAfter == 0 || int(s.Refusals) < c.BackoffAfter {
		return 0
	}
	return later(s.RefusedAt, c.backoff(int(s.Refusals)), grow)
}

// earlier returns the one that is due first, d when both are at once.
func (d Due) earlier(e Due) Due {
	if d.At == 0 || e.At < d.At {
		return e
	}
	return d
}

// due is how many lines must have been heard for the next interjection when
// the interval that leads to it is grow times as long.
func (s *State) due(grow float64) int {
	if grow == 1 {
		return int(s.Due)
	}
	return int(s.From) + int(float64(s.Due-s.From)*grow)
}

// reached returns the instant of the line that made the interjection due. For a
// longer interval it was a later one than CurveAt, the last one at the latest.
func (s *State) reached(grow float64) messages.Instant {
	if grow == 1 {
		return s.CurveAt
	}
	return max(s.CurveAt, s.LullFrom)
}

func (s *State) lull(c *Config, grow float64) Due {
	switch {
	case s.Endpoint:
		return Due{s.LullFrom, messages.Lull, TermVoice}
	case s.Voice && c.VoiceLull > 0:
		return Due{later(s.LullFrom, c.VoiceLull, grow), messages.Lull, TermVoice}
	default:
		return Due{later(s.LullFrom, c.Lull, grow), messages.Lull, TermLull}
	}
}

// backoff is how long to hold back after that many refusals in a row:
// BackoffBase, doubled by each refusal beyond BackoffAfter, at most BackoffMax.
func (c *Config) backoff(refusals int) time.Duration {
	d := c.BackoffBase
	for range refusals - c.BackoffAfter {
		if d >= c.BackoffMax {
			break
		}
		d *= 2
	}
	return min(d, c.BackoffMax)
}

func later(from messages.Instant, d time.Duration, grow float64) messages.Instant {
	if grow == 1 {
		return from.Add(d)
	}
	return from + messages.Instant(float64(d.Milliseconds())*grow)
}
