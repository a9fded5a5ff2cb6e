package conversation

import (
	"cmp"
	"slices"

	"familiar/messages"
	"familiar/policy/reaction"
)

// reacted keeps a reaction with its line, or takes it away. It is context: it
// is decided on by nobody, arms nothing and moves no credit. One to a line that
// isn't resident is dropped, as is one by somebody whose lines are.
func (s *State) reacted(r messages.Reacted) {
	e := s.Lines.find(r.Line)
	switch {
	case r.Line == "" || e == nil || e.Gone:
	case r.Removed:
		s.unreact(e.No, r.Emoji, r.By.ID)
	case r.By.ID != "" && reaction.Check(r.Emoji) == nil && s.welcomes(r.By):
		s.count(e.No, r.Emoji, r.By)
	}
}

// welcomes reports whether what that person does is heard at all.
func (s *State) welcomes(by messages.Author) bool {
	return s.speaker(by.ID) >= 0 ||
		!slices.Contains(s.config.Room.Ignore, by.ID) && s.admits(&messages.Line{Author: by, DM: s.DM})
}

// count counts a reaction to line no.
func (s *State) count(no uint32, emoji string, by messages.Author) {
	k, known := s.marked(no)
	if !known {
		s.Marked = slices.Insert(s.Marked, k, Marked{No: no})
	}
	s.Marked[k].add(emoji, by)
	if len(s.Marked) > markedMax {
		s.Marked = slices.Delete(s.Marked, 0, 1)
	}
}

// marked gives where the reactions to line no lie, or would.
func (s *State) marked(no uint32) (int, bool) {
	return slices.BinarySearchFunc(s.Marked, no, func(m Marked, no uint32) int { return cmp.Compare(m.No, no) })
}

// unreact takes a reaction of somebody away: without an emoji all of them, and
// without an id everybody's.
func (s *State) unreact(no uint32, emoji string, id messages.PersonID) {
	k, known := s.marked(no)
	if !known {
		return
	}
	m := &s.Marked[k]
	for i := 0; i < len(m.Kinds); {
		if kind := &m.Kinds[i]; (emoji == "" || kind.Emoji == emoji) && kind.drop(id) {
			m.Kinds = slices.Delete(m.Kinds, i, i+1)
			continue
		}
		i++
	}
	s.dropMarks()
}

// forgetReactions takes out what somebody reacted.
func (s *State) forgetReactions(id messages.PersonID) {
	for k := len(s.Marked) - 1; k >= 0; k-- { // from the end: the last of a line takes its place away
		s.unreact(s.Marked[k].No, "", id)
	}
}

// dropMarks drops reactions to lines that are gone, and places without any.
func (s *State) dropMarks() {
	s.Marked = slices.DeleteFunc(s.Marked, func(m Marked) bool {
		e := s.Lines.at(m.No)
		return e == nil || e.Gone || len(m.Kinds) == 0
	})
	if len(s.Marked) == 0 {
		s.Marked = nil
	}
}

// fadeMarks drops reactions to lines that are no longer resident.
func (s *State) fadeMarks() {
	if len(s.Marked) > 0 && s.Marked[0].No < s.Lines.oldest() {
		s.dropMarks()
	}
}

// show gives e as a prompt for seat i shows it, as [Entry.quote] does, with the
// reactions to it.
func (s *State) show(e Entry, i, n int) messages.Quoted {
	q := e.quote(i, n)
	q.Root = s.isRoot(e.ID)
	k, known := s.marked(e.No)
	if !known {
		return q
	}
	for _, kind := range s.Marked[k].Kinds {
		t := messages.Tally{Emoji: kind.Emoji, More: len(kind.More)}
		for _, by := range kind.First {
			t.Names = append(t.Names, by.Name)
		}
		q.Reactions = append(q.Reactions, t)
	}
	return q
}

// HasReaction reports whether a reaction of somebody is kept.
func (s *State) HasReaction(id messages.PersonID) bool {
	return slices.ContainsFunc(s.Marked, func(m Marked) bool {
		return slices.ContainsFunc(m.Kinds, func(k Kind) bool { return k.has(id) })
	})
}
