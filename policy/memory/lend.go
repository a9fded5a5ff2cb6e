package memory

import (
	"cmp"
	"slices"

	"familiar/messages"
)

// MaxLent is how many memories of other channels a turn is shown.
const MaxLent = 4

// A Place is one of two channels of which one may be told what was learned in the other.
type Place struct {
	Channel  messages.ChannelID
	Audience messages.Audience // who reads it now
}

// tells reports whether what was learned in one channel, where everybody in its workspace
// could read it, may be told in another: only people of the same workspace read that one,
// and everybody there could still look it up in the first.
func tells(from, to Place) bool {
	return from.Channel != to.Channel && from.Channel.Workspace() == to.Channel.Workspace() &&
		from.Audience == messages.AudienceAll && to.Audience != messages.AudienceUnknown
}

// Lend returns what may be told elsewhere of the people that a turn there answers, what
// was learned last first: memories that are about them, and were made in front of
// everybody in the workspace. Whether they may still be told, and there, is for [Gather].
func (s *Store) Lend(people []messages.PersonID) []messages.Memory {
	return s.newest(messages.ForPerson, func(m *Memory) bool { return slices.Contains(people, m.About) && s.lends(m) })
}

// newest returns the newest of what goes by a reason, which it is shown for.
func (s *Store) newest(why messages.RecalledFor, goes func(*Memory) bool) (all []messages.Memory) {
	var found []*Memory
	for i := range s.Kept {
		if m := &s.Kept[i]; goes(m) {
			found = append(found, m)
		}
	}
	slices.SortFunc(found, func(a, b *Memory) int { return cmp.Or(cmp.Compare(b.At, a.At), cmp.Compare(b.ID, a.ID)) })
	for _, m := range found[:min(len(found), MaxLent)] {
		all = append(all, m.Shown(why))
	}
	return all
}

// Close has nothing lent that may be made of a line.
func (s *State) Close(line messages.LineID) {
	for i := range s.Windows {
		if s.Windows[i].Has(line) {
			s.Windows[i].Open = false
		}
	}
	if s.Asked != nil && s.Asked.Window.Has(line) {
		s.Asked.Window.Open = false
	}
}

// lends reports whether a memory is about somebody and of an open window.
func (s *Store) lends(m *Memory) bool {
	w := s.windowOf(m)
	return w != nil && w.Open
}

// windowOf returns the window of a memory that is about somebody; nil: it isn't, or has none.
func (s *Store) windowOf(m *Memory) *Window {
	k := slices.IndexFunc(s.Windows, func(w Window) bool { return w.ID == m.Window })
	if m.About == "" || k < 0 {
		return nil
	}
	return &s.Windows[k]
}

// Lent is what a channel lends.
type Lent struct {
	Place
	Memories []messages.Memory
}

// Gather returns what a turn in a channel is shown of what others lend, in their order.
func Gather(to Place, lent []Lent) (all []messages.Memory) {
	return gather(lent, func(from Place) bool { return tells(from, to) })
}

// gather returns what those lend from whose place it may be told.
func gather(lent []Lent, tells func(from Place) bool) (all []messages.Memory) {
	for _, l := range lent {
		if !tells(l.Place) {
			continue
		}
		for _, m := range l.Memories {
			if len(all) == MaxLent {
				return all
			}
			m.From = l.Channel
			all = append(all, m)
		}
	}
	return all
}

// Still reports whether everything that a turn was shown may still be told, by what is
// gathered now. A memory's text never changes.
func Still(shown, now []messages.Memory) bool {
	for _, m := range shown {
		if !slices.ContainsFunc(now, func(o messages.Memory) bool { return o.From == m.From && o.ID == m.ID }) {
			return false
		}
	}
	return true
}
