package seat

import (
	"time"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/deadline"
	"familiar/policy/outage"
	"familiar/policy/transcript"
)

// An Outage is what a seat knows of its model, which has failed and not
// answered since: how it went, and when what waits for it is tried again.
type Outage struct {
	deadline.Deadline // of the next try; N 0: nothing waits for it
	outage.State
	Upto uint32 `json:"upto,omitempty"` // lines up to here were in a turn that failed
}

// Include takes in the lines of a turn that failed, and reports whether one of them
// was in none before.
func (o *Outage) Include(owed transcript.Entries) (fresh bool) {
	for _, e := range owed {
		fresh = fresh || e.No > o.Upto
		o.Upto = max(o.Upto, e.No)
	}
	return fresh
}

// Fail takes that its model has failed by that fault, and reports whether it is to be tried
// again, which goes on for so long.
func (s *Seat) Fail(now messages.Instant, fault messages.Fault, within time.Duration) (again bool) {
	if s.Outage == nil {
		s.Outage = &Outage{}
	}
	return s.Outage.Fail(now, fault, within)
}

// AwaitModel has it wait for its model until then, which has failed so often, as a turn did
// in a program from before outages were the seat's.
func (s *Seat) AwaitModel(next deadline.Deadline, now messages.Instant, tries int) {
	s.Outage = &Outage{Deadline: next, State: outage.State{Since: now, Last: now, Tries: max(tries, 1)}}
}

// AwaitsModel reports whether what waits for the seat does so until its model
// is tried again.
func (s *Seat) AwaitsModel() bool { return s.Outage != nil && s.Outage.N != 0 }

// TryNow has its model tried at once, or no more where nothing waits for it.
func (s *Seat) TryNow() {
	if s.Outage != nil {
		s.Outage.Deadline = deadline.Deadline{}
	}
}

// Recover takes that its model has answered, or won't however often it is asked.
func (s *Seat) Recover() { s.Outage = nil }

// Tried returns how often a turn about these lines has failed; 0 when the newest
// of them has been in none.
func (s *Seat) Tried(asked transcript.Entries) int {
	if s.Outage == nil || len(asked) == 0 || asked[len(asked)-1].No > s.Outage.Upto {
		return 0
	}
	return s.Outage.Tries
}

// Fresh returns what is addressed to it and not too old for an answer, and for each
// line that is the beginning of the note that says so.
func (s *Seat) Fresh(now messages.Instant, within time.Duration) (fresh transcript.Entries, stale []messages.Note) {
	k := 0
	for ; k < len(s.Pending) && now.Sub(s.Pending[k].At) > within; k++ {
		n := messages.Note{Line: s.Pending[k].ID, Act: messages.Settled, Rung: messages.ByStale, Reason: because.TooOld}
		if o := s.Outage; o != nil && o.On(s.Pending[k].At, within) {
			n.Rung, n.Reason = messages.ByOutage, because.ModelAwayForLine
		}
		stale = append(stale, n)
	}
	return s.Pending[k:len(s.Pending):len(s.Pending)], stale
}
