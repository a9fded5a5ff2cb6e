package turns

import (
	"slices"
	"time"

	"familiar/messages"
)

// A Why is what made the turn pass on.
type Why string

// The ways a turn passes on.
const (
	Completed    Why = "complete"     // its holder ended a text with TURN_COMPLETE
	Silent       Why = "silent"       // its holder composed nothing to be said
	TimedOut     Why = "timed-out"    // its time was over
	Recovered    Why = "recovered"    // its time was over long ago, while nobody looked
	WentOffline  Why = "offline"      // its holder is gone
	Returned     Why = "returned"     // it was nobody's, and a member is back
	Removed      Why = "removed"      // its holder is no member any more
	Skipped      Why = "skipped"      // a person skipped its holder
	Granted      Why = "granted"      // a person gave it to somebody
	Reconfigured Why = "reconfigured" // mode or members are others now
)

// A Passing is that the turn went from one to another.
type Passing struct {
	From messages.FamiliarID // "": it was nobody's
	To   messages.FamiliarID // "": nobody has it now; From where it is alone
	Why  Why
	Held time.Duration // how long From's clock ran; 0: it never started
	Work bool          // From said nothing to what it was given: that is To's now
}

// passTurn returns the turn to another and hands on the work that is left.
func (s *State) passTurn(now messages.Instant, to messages.FamiliarID, why Why, out []Passing) []Passing {
	p := Passing{From: s.Holder, To: to, Why: why}
	if s.Since != 0 {
		p.Held = now.Sub(s.Since)
		if why != Completed && why != Silent && s.member(s.Holder) && !slices.Contains(s.Late, s.Holder) {
			s.Late = append(s.Late, s.Holder)
		}
	}
	if s.Work && why != WentOffline { // who is offline is not among those counted
		s.Passed++
	}
	if p.Work = s.Work && to != "" && int(s.Passed) < s.count(); !p.Work {
		s.Passed = 0
	}
	s.setHolder(to)
	return append(out, p)
}

// setHolder makes f the holder; "" for nobody. Its clock stands still.
func (s *State) setHolder(f messages.FamiliarID) {
	s.Holder, s.Since, s.Work = f, 0, false
	s.Late = without(s.Late, f)
}

// advance passes the turn to the next in order, at last to the holder itself.
func (s *State) advance(now messages.Instant, why Why, out []Passing) []Passing {
	return s.passTurn(now, s.next(slices.Index(s.Members, s.Holder)+1), why, out)
}

// without takes f out of a list, and gives nil for an empty one.
func without(list []messages.FamiliarID, f messages.FamiliarID) []messages.FamiliarID {
	i := slices.Index(list, f)
	if i < 0 {
		return list
	}
	if len(list) == 1 {
		return nil
	}
	return slices.Delete(list, i, i+1)
}
