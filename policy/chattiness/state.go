package chattiness

import "familiar/messages"

// State is one seat's. The zero State has heard nothing; Seed should be set
// before the first line, so that seats do not all draw alike.
type State struct {
	Seed uint64 `json:"s,omitempty"`
	K    int32  `json:"k,omitempty"` // draws made so far

	Heard    int32 `json:"h,omitempty"` // lines that armed, since the last reset
	Due      int32 `json:"d,omitempty"` // Heard at which the next interjection is due; 0: not computed yet
	From     int32 `json:"f,omitempty"` // Heard at which the interval that ends at Due began
	Checks   int32 `json:"c,omitempty"` // interjections refused since the last reset
	Refusals int32 `json:"r,omitempty"` // refusals in a row of anything unsolicited
	Since    int32 `json:"n,omitempty"` // stragglers: lines that armed since the judge was asked

	Asker uint32 `json:"w,omitempty"` // who asked the open question, hashed; 0: not known; here it fills the room

	LullFrom   messages.Instant `json:"l,omitempty"` // the line the lull is counted from; 0: disarmed
	CurveAt    messages.Instant `json:"i,omitempty"` // the line that made Heard reach Due; 0: not reached
	QuestionAt messages.Instant `json:"q,omitempty"` // the open question; 0: none
	AskedAt    messages.Instant `json:"a,omitempty"` // when the judge was asked; 0: no verdict is awaited
	RefusedAt  messages.Instant `json:"b,omitempty"` // the last of Refusals, where the back-off begins

	Ours uint32 `json:"o,omitempty"` // the last 32 lines, newest in bit 0; set: our own
	Seen uint8  `json:"u,omitempty"` // how many of them there are

	Voice    bool `json:"v,omitempty"` // people speak here: an endpoint was heard
	Endpoint bool `json:"e,omitempty"` // the line at LullFrom was an endpoint
}

// Hear takes in a line. One that does not arm is neither counted nor restarts
// the lull, but tells our share of the talk, and perhaps that a question is
// answered. now may not lie before that of earlier calls.
func (s *State) Hear(now messages.Instant, l *Signal, c *Config) {
	s.remember(l.Own)
	if l.Own {
		s.QuestionAt, s.Asker = 0, 0
		return
	}
	if s.QuestionAt != 0 && s.answered(l) {
		s.QuestionAt, s.Asker = 0, 0
	}
	if !l.Arms || !c.On {
		return
	}
	if s.Due == 0 {
		s.Due = s.interval(c)
	}
	s.Heard++
	if s.CurveAt == 0 && s.Heard >= s.Due {
		s.CurveAt = now
	}
	if s.AskedAt != 0 {
		s.Since++
	}
	s.LullFrom, s.Endpoint = now, l.Endpoint
	s.Voice = s.Voice || l.Endpoint
	if l.Question && s.QuestionAt == 0 {
		s.QuestionAt, s.Asker = now, person(l.Author)
	}
}

// answered reports whether l answers the open question: it says so itself, or
// somebody else than the asker says something to everybody. Whoever asks
// again, or goes on explaining, leaves the first question open.
func (s *State) answered(l *Signal) bool {
	return l.Answers || l.Arms && (l.Author == "" || s.Asker != person(l.Author))
}

// person hashes an id to the 32 bits State has room for (FNV-1a); "" gives 0.
// Two people with one hash only leave a question open a little longer.
func person(id messages.PersonID) uint32 {
	if id == "" {
		return 0
	}
	h := uint32(2166136261)
	for i := range len(id) {
		h = (h ^ uint32(id[i])) * 16777619
	}
	return h
}
