// Package effect tells how what a familiar said unasked was taken, and which of
// its silences people had to break by calling it.
//
// It looks at what any network shows: replies, calls, reactions, commands,
// deletions, and who went on talking. It decides nothing. policy/conversation
// feeds it and makes a note of each [Ending].
package effect

import (
	"slices"
	"time"

	"familiar/messages"
	"familiar/policy/odds"
	"familiar/policy/reaction"
)

const (
	// Within is how long after a familiar's last words to them people may take
	// them up.
	Within = 10 * time.Minute
	// Lines is after how many lines by people nobody will take them up any more.
	Lines = 10
	// Most is how many turns are followed at a time; the oldest makes room.
	Most = 4
)

// A Said is a turn of the familiar's that nobody had asked for, and that people
// can still take up.
type Said struct {
	N       uint64            `json:"n"` // of the turn's order
	Trigger messages.Trigger  `json:"why"`
	Lines   []messages.LineID `json:"lines"` // its parts, oldest first
	At      messages.Instant  `json:"at"`    // when the newest was posted
	Since   int               `json:"since,omitempty"`
	Signs   bool              `json:"signs,omitempty"` // wanted of everybody, not only the first, which ends it
}

// An Ending is a turn that is followed no longer, and how it was taken: by one of
// messages.ByTakenUp, ByLiked, ByDisliked, ByTalkedOver, ByIgnored, ByHushed and
// ByRemoved. Late, it is what somebody else thinks of a turn that had ended.
type Ending struct {
	Said
	How  messages.Rung
	Late bool
}

// A State is what a seat has left alone and what it follows. The zero State follows
// nothing.
type State struct {
	Left   Left `json:"left,omitzero"`
	*Watch      // nil: none, as of whoever has said nothing unasked
}

// A Watch is what a seat follows. nil follows nothing.
type Watch struct {
	Said []Said `json:"said,omitempty"` // oldest first
	Past []Past `json:"past,omitempty"` // oldest first
}

// IsZero reports whether nothing is left alone and nothing followed.
func (s *State) IsZero() bool { return s.Left == (Left{}) && !s.Follows() }

// Follows reports whether there is a turn that something may follow.
func (w *Watch) Follows() bool { return w != nil && len(w.Said)+len(w.Past) > 0 }

// Speak has the parts of an unasked turn followed, one of which was posted now.
func (s *State) Speak(now messages.Instant, said Said) (ended []Ending) {
	if s.Watch == nil {
		s.Watch = &Watch{}
	}
	return s.speak(now, said)
}

func (w *Watch) speak(now messages.Instant, s Said) (ended []Ending) {
	s.At = now
	if n := len(w.Said); n > 0 && w.Said[n-1].N == s.N {
		w.Said[n-1].Lines = append(w.Said[n-1].Lines, s.Lines...)
		w.Said[n-1].At = now
		return nil
	}
	if len(w.Said) == Most {
		ended = append(ended, w.end(0, unheeded(w.Said[0]), 0))
	}
	w.Said = append(w.Said, s)
	return ended
}

// Hear takes a line that a person has written. reply is the line it replies to,
// "": none or not known. calls says that it calls the familiar, or replies to it.
// by is whose it is.
func (w *Watch) Hear(reply messages.LineID, calls bool, by odds.Key) (ended []Ending) {
	if !w.Follows() {
		return nil
	}
	if e, is := w.late(reply, messages.ByTakenUp, by); is {
		return []Ending{e}
	}
	if k := w.find(reply); k >= 0 {
		return []Ending{w.end(k, messages.ByTakenUp, by)}
	}
	if calls && reply == "" && len(w.Said) > 0 {
		return []Ending{w.end(len(w.Said)-1, messages.ByTakenUp, by)}
	}
	for k := 0; k < len(w.Said); {
		if w.Said[k].Since++; w.Said[k].Since >= Lines {
			ended = append(ended, w.end(k, messages.ByTalkedOver, 0))
			continue
		}
		k++
	}
	return ended
}

// React takes a reaction that by has added to a line.
func (w *Watch) React(line messages.LineID, emoji string, by odds.Key) (ended []Ending) {
	if !w.Follows() {
		return nil
	}
	var how messages.Rung
	switch reaction.TasteOf(emoji) {
	case reaction.Good:
		how = messages.ByLiked
	case reaction.Bad:
		how = messages.ByDisliked
	case reaction.Neither:
		return nil
	}
	if k := w.find(line); k >= 0 {
		return []Ending{w.end(k, how, by)}
	}
	if e, is := w.late(line, how, by); is {
		return []Ending{e}
	}
	return nil
}

// Remove takes the deletion of a line.
func (w *Watch) Remove(line messages.LineID) (ended []Ending) {
	if !w.Follows() {
		return nil
	}
	if k := w.find(line); k >= 0 {
		return []Ending{w.end(k, messages.ByRemoved, 0)}
	}
	return nil
}

// Hush takes that somebody told the familiar to be quiet, or to leave them alone.
func (w *Watch) Hush() (ended []Ending) {
	if !w.Follows() {
		return nil
	}
	for len(w.Said) > 0 {
		ended = append(ended, w.end(0, messages.ByHushed, 0))
	}
	return ended
}

// Expire ends what nobody has taken up in time.
func (w *Watch) Expire(now messages.Instant) (ended []Ending) {
	if !w.Follows() {
		return nil
	}
	w.expirePast(now)
	for len(w.Said) > 0 && now >= w.Said[0].At.Add(Within) {
		ended = append(ended, w.end(0, unheeded(w.Said[0]), 0))
	}
	return ended
}

// unheeded tells in which of two ways nobody took a turn up.
func unheeded(s Said) messages.Rung {
	if s.Since > 0 {
		return messages.ByTalkedOver
	}
	return messages.ByIgnored
}

func (w *Watch) find(line messages.LineID) int {
	if line == "" {
		return -1
	}
	return slices.IndexFunc(w.Said, func(s Said) bool { return slices.Contains(s.Lines, line) })
}

func (w *Watch) end(k int, how messages.Rung, by odds.Key) Ending {
	e := Ending{Said: w.Said[k], How: how}
	if w.Said = slices.Delete(w.Said, k, k+1); len(w.Said) == 0 {
		w.Said = nil
	}
	if e.Signs {
		w.remember(e.Said, by)
	}
	return e
}
