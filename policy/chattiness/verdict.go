package chattiness

import "familiar/messages"

// Asked says that the judge is asked now, about everything heard so far. What
// is heard from here to the verdict is a straggler: a refusal does not settle
// it.
func (s *State) Asked(now messages.Instant) {
	s.AskedAt, s.Since = now, 0
}

// Refused says that the judge, or what decides in its place, said no to a
// thought with that trigger.
//
// A refused interjection that the curve was due for shortens the next interval;
// one that something else called for, a refused lull and a refused question
// leave the count alone. Each disarms what it was about until the
// next line, unless a straggler armed it again, and lengthens the row of
// refusals. Refusing somebody who called us begins everything anew, stragglers
// apart.
func (s *State) Refused(t messages.Trigger, now messages.Instant, c *Config) {
	since, asked := s.Since, s.AskedAt
	s.AskedAt, s.Since = 0, 0
	if !t.Unsolicited() {
		s.reset(c)
		s.recount(since, now)
		return
	}
	if since == 0 {
		s.LullFrom, s.Endpoint = 0, false
	}
	switch t {
	case messages.Interjection:
		if s.CurveAt != 0 {
			s.stepDown(c)
		}
	case messages.Question:
		if asked == 0 || s.QuestionAt <= asked {
			s.QuestionAt, s.Asker = 0, 0
		}
	default: // a lull leaves the count alone
	}
	s.Refusals++
	s.RefusedAt = now
}

// stepDown moves the next interjection one interval on from where this one was
// due. When so much was heard meanwhile that it would be due again at once, it
// is counted from now.
func (s *State) stepDown(c *Config) {
	s.Checks++
	next := s.interval(c)
	s.From = s.Due
	if s.Heard >= s.Due+next {
		s.From = s.Heard
	}
	s.Due = s.From + next
	s.CurveAt = 0
}

// Missed says that a thought with that trigger came so late that it is dropped
// without a verdict. It is disarmed like a refused one, but nothing is counted:
// an interjection stays due and is thought of at the next line.
func (s *State) Missed(t messages.Trigger) {
	s.LullFrom, s.Endpoint, s.CurveAt = 0, false, 0
	if t == messages.Question {
		s.QuestionAt, s.Asker = 0, 0
	}
}

// Spoke says that a turn was ordered, for whatever reason: the count, the
// curve and the row of refusals begin anew and nothing is armed. Said twice
// with nothing heard between, it counts once.
func (s *State) Spoke(c *Config) {
	s.AskedAt, s.Since = 0, 0
	if s.Due == 0 || s.Heard > 0 {
		s.reset(c)
	}
	s.Refusals, s.RefusedAt = 0, 0
	s.QuestionAt, s.Asker = 0, 0
	s.recount(0, 0)
}

// Cleared forgets what was heard and refused. The seat's draws go on, and what
// it learnt of the channel stays: the share of talk, and that it is spoken.
func (s *State) Cleared() {
	*s = State{
		Seed: s.Seed, K: s.K,
		Ours: s.Ours, Seen: s.Seen, Voice: s.Voice,
	}
}

// reset begins the curve anew, with a draw of its own.
func (s *State) reset(c *Config) {
	s.Checks, s.Refusals, s.RefusedAt = 0, 0, 0
	s.From, s.Due, s.CurveAt = 0, s.interval(c), 0
	s.QuestionAt, s.Asker = 0, 0
}

// recount leaves only that many stragglers heard, the last at LullFrom.
func (s *State) recount(stragglers int32, now messages.Instant) {
	s.Heard = stragglers
	if stragglers == 0 {
		s.LullFrom, s.Endpoint = 0, false
	}
	if s.Heard >= s.Due {
		s.CurveAt = now
	}
}
