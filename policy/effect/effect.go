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
}

// An Ending is a turn that is followed no longer, and how it was taken: by one of
// messages.ByTakenUp, ByLiked, ByDisliked, ByTalkedOver, ByIgnored, ByHushed and
// ByRemoved.
type Ending struct {
	Said
	How  messages.Rung
	Late bool // somebody else's sign, after the one that had ended it
}

// A Past is a turn whose ending is known, and who has shown what they think of it.
type Past struct {
	Said
	By []messages.PersonID `json:"by,omitempty"`
}

// A Watch is what a seat follows. The zero Watch follows nothing.
type Watch struct {
	Said []Said `json:"said,omitempty"` // oldest first
	Left Left   `json:"left,omitzero"`
	Past []Past `json:"past,omitempty"` // of which others may still think something, oldest first
}

// Speak has a part of an unasked turn followed.
func (w *Watch) Speak(now messages.Instant, turn uint64, why messages.Trigger, line messages.LineID) (ended []Ending) {
	if n := len(w.Said); n > 0 && w.Said[n-1].N == turn {
		w.Said[n-1].Lines = append(w.Said[n-1].Lines, line)
		w.Said[n-1].At = now
		return nil
	}
	if len(w.Said) == Most {
		ended = append(ended, w.end(0, unheeded(w.Said[0]), ""))
	}
	w.Said = append(w.Said, Said{N: turn, Trigger: why, Lines: []messages.LineID{line}, At: now})
	return ended
}

// Hear takes a line that a person has written. reply is the line it replies to,
// "": none or not known. calls says that it calls the familiar, or replies to it.
func (w *Watch) Hear(reply messages.LineID, calls bool, by messages.PersonID) (ended []Ending) {
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
			ended = append(ended, w.end(k, messages.ByTalkedOver, ""))
			continue
		}
		k++
	}
	return ended
}

// React takes a reaction somebody has added to a line.
func (w *Watch) React(line messages.LineID, emoji string, by messages.PersonID) (ended []Ending) {
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

// late takes somebody's sign about a turn whose ending is known.
func (w *Watch) late(line messages.LineID, how messages.Rung, by messages.PersonID) (e Ending, is bool) {
	if line == "" || by == "" {
		return Ending{}, false
	}
	for k := range w.Past {
		if p := &w.Past[k]; slices.Contains(p.Lines, line) && !slices.Contains(p.By, by) {
			p.By = append(p.By, by)
			return Ending{p.Said, how, true}, true
		}
	}
	return Ending{}, false
}

// Remove takes the deletion of a line.
func (w *Watch) Remove(line messages.LineID) (ended []Ending) {
	if k := w.find(line); k >= 0 {
		return []Ending{w.end(k, messages.ByRemoved, "")}
	}
	return nil
}

// Hush takes that somebody told the familiar to be quiet, or to leave them alone.
func (w *Watch) Hush() (ended []Ending) {
	for len(w.Said) > 0 {
		ended = append(ended, w.end(0, messages.ByHushed, ""))
	}
	return ended
}

// Expire ends what nobody has taken up in time.
func (w *Watch) Expire(now messages.Instant) (ended []Ending) {
	for len(w.Past) > 0 && now >= w.Past[0].At.Add(Within) {
		w.Past = slices.Delete(w.Past, 0, 1)
	}
	for len(w.Said) > 0 && now >= w.Said[0].At.Add(Within) {
		ended = append(ended, w.end(0, unheeded(w.Said[0]), ""))
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

func (w *Watch) end(k int, how messages.Rung, by messages.PersonID) Ending {
	e := Ending{w.Said[k], how, false}
	if w.Said = slices.Delete(w.Said, k, k+1); len(w.Said) == 0 {
		w.Said = nil
	}
	p := Past{Said: e.Said}
	if by != "" {
		p.By = []messages.PersonID{by}
	}
	if len(w.Past) == 8 {
		w.Past = slices.Delete(w.Past, 0, 1)
	}
	w.Past = append(w.Past, p)
	return e
}
