// Package floor decides who may speak unasked: in a channel with several
// familiars one of them at a time, so that nobody talks over another.
//
// The rules in full:
//
//   - The floor is taken by the seat for which an unsolicited question to the
//     judge, or an unsolicited turn, is ordered. Whoever has it may take it
//     again, which moves its deadline.
//   - It goes to the seat whose moment has come, unless at that instant the
//     odds of a sibling that listens and may take it are higher; see
//     [State.Choose].
//   - A seat that is addressed never needs it, and nobody has to ask here
//     whether it may be answered.
//   - It is free again after a no, a silence or a delivered post, after a
//     cancelled or failed order, or at its deadline.
//   - After a no, a silence or a post the siblings rest. Whoever had the floor
//     doesn't: its own chattiness says when it thinks of speaking again.
//   - Who is refused waits in a queue. Once the siblings have rested, the first
//     of it may take the floor at once, the second after as long as another
//     rest (at least a second), and so on; everybody else after all of them,
//     whoever had it last included. Who is passed by has lost its place.
//   - Whoever had the floor last and takes it again while somebody waits lets
//     the siblings rest no second time. So nobody waits for ever beside one who
//     never stops.
//
// It knows names of familiars and moments, no lines, verdicts or turns, and it
// has no timers: a deadline has passed when somebody looks.
// policy/conversation calls it, one State for each channel.
package floor

import (
	"slices"
	"time"

	"familiar/messages"
)

// State is the floor of one channel. In the zero State it is free and nobody
// rests. So it is in a nil one, of a channel with nobody to share it with, which can't
// be taken.
type State struct {
	Holder messages.FamiliarID   `json:"h,omitempty"` // who has it; "": nobody
	Until  messages.Instant      `json:"u,omitempty"` // the first instant at which Holder no longer has it
	Owed   bool                  `json:"o,omitempty"` // somebody waited when Holder took it a second time: no rest comes of it
	Last   messages.FamiliarID   `json:"l,omitempty"` // after whose term the siblings rest or rested
	Rested messages.Instant      `json:"r,omitempty"` // the first instant at which they rest no more
	Queue  []messages.FamiliarID `json:"q,omitempty"` // who was refused, first come first; at most [queueMost]
}

// queueMost is as many as a channel can have familiars.
const queueMost = 32

// leastChance is how long the first of the queue may come before the second
// where the rest is shorter.
const leastChance = time.Second

// IsZero reports whether it is free and nobody rests or waits.
func (s *State) IsZero() bool {
	return s == nil || s.Holder == "" && s.Until == 0 && !s.Owed && s.Last == "" && s.Rested == 0 && len(s.Queue) == 0
}

// Held returns who has the floor now; "": nobody.
func (s *State) Held(now messages.Instant) messages.FamiliarID {
	if s == nil || now >= s.Until {
		return ""
	}
	return s.Holder
}

// Take returns the floor to by until c.Hold from now, and reports whether by has
// it. Refused, by waits in the queue; [State.FreeFor] says when to try again.
func (s *State) Take(now messages.Instant, by messages.FamiliarID, c Config) bool {
	if !c.On {
		return true
	}
	if s.FreeFor(now, by, c) > now {
		if len(s.Queue) < queueMost && !slices.Contains(s.Queue, by) {
			s.Queue = append(s.Queue, by)
		}
		return false
	}
	if s.Holder != by || now >= s.Until { // a new term
		s.Owed = by == s.Last && len(s.Queue) > 0
		s.passQueue(now, by)
	}
	s.Holder, s.Until = by, now.Add(c.Hold)
	return true
}

// FreeFor returns the first instant from now on at which who may take the floor,
// if nobody else takes or releases it before: now, when it may at once. While
// the floor is off that is always so.
func (s *State) FreeFor(now messages.Instant, who messages.FamiliarID, c Config) messages.Instant {
	if !c.On || s.Holder == who && now < s.Until {
		return now
	}
	rested := s.Rested
	if s.Holder != "" {
		now, rested = max(now, s.Until), max(rested, s.Until)
	}
	if who == s.Last && now < rested {
		return now
	}
	place := slices.Index(s.Queue, who)
	if place < 0 {
		place = len(s.Queue)
	}
	return max(now, rested.Add(time.Duration(place)*max(c.Rest, leastChance)))
}

// Release frees the floor, if by has it, and lets the siblings rest if end is
// one after which they do.
func (s *State) Release(now messages.Instant, by messages.FamiliarID, end End, c Config) {
	if s == nil || s.Holder != by || now >= s.Until {
		return
	}
	owed := s.Owed
	s.free(now)
	if end.used() && !owed {
		s.Last, s.Rested = by, now.Add(c.Rest)
	}
}

// Pass gives the floor of from, if it has it, to the sibling that is to speak in
// its place, and reports whether that one has it now. It is the same term: nobody
// rests, and who waits in the queue goes on waiting.
func (s *State) Pass(now messages.Instant, from, to messages.FamiliarID, c Config) bool {
	if !c.On || s.Holder != from || now >= s.Until {
		return false
	}
	s.Forgo(to)
	s.Holder, s.Until = to, now.Add(c.Hold)
	return true
}

// Leave takes a familiar out that is no longer to speak here unasked: told to
// be quiet, or no longer configured. A floor it has is free, and nobody rests
// for it any more.
func (s *State) Leave(now messages.Instant, who messages.FamiliarID) {
	if s == nil || who == "" {
		return
	}
	if s.Holder == who {
		s.free(now)
	}
	if s.Last == who {
		s.Last, s.Rested = "", min(s.Rested, now)
	}
	if i := slices.Index(s.Queue, who); i >= 0 {
		s.drop(i, i+1)
	}
}

// Waits reports whether who was refused and has not had its chance.
func (s *State) Waits(who messages.FamiliarID) bool {
	return s != nil && slices.Contains(s.Queue, who)
}

// Forgo takes out of the queue who has nothing to say any more.
func (s *State) Forgo(who messages.FamiliarID) {
	if s == nil {
		return
	}
	if i := slices.Index(s.Queue, who); i >= 0 {
		s.drop(i, i+1)
	}
}

// free ends the holder's term. The chance of who waits begins now, or when
// the rest ends.
func (s *State) free(now messages.Instant) {
	s.Holder, s.Until, s.Owed = "", 0, false
	s.Rested = max(s.Rested, now)
}

// passQueue takes by out of the queue, with all who had their chance before it.
// One that takes the floor while its siblings rest passes nobody.
func (s *State) passQueue(now messages.Instant, by messages.FamiliarID) {
	switch i := slices.Index(s.Queue, by); {
	case i >= 0:
		s.drop(0, i+1)
	case now >= s.Rested:
		s.drop(0, len(s.Queue))
	}
}

// drop takes the places from..to out of the queue. An empty one is nil, as it
// is after decoding.
func (s *State) drop(from, to int) {
	if s.Queue = slices.Delete(s.Queue, from, to); len(s.Queue) == 0 {
		s.Queue = nil
	}
}
