package web

import (
	"slices"

	"familiar/actors/adapter"
	"familiar/messages"
)

const (
	maxAuthors = 64  // remembered of a channel
	maxPerson  = 256 // bytes; who has a longer id isn't remembered
)

// A room is what is remembered of a channel.
type room struct {
	used    uint64 // when a line was last kept, by the stripe's count
	lines   lines
	authors []messages.Author // who wrote lately, oldest first
}

// meet makes a the newest author and gives the id to keep with the line.
func (r *room) meet(a messages.Author) messages.PersonID {
	if len(a.ID) > maxPerson {
		return ""
	}
	a.Name = adapter.CleanName(a.Name, adapter.NameMost)
	if i := r.place(a.ID); i >= 0 {
		a.ID = r.authors[i].ID // the one kept already, so that a line costs no copy
		r.authors = slices.Delete(r.authors, i, i+1)
	} else if len(r.authors) == maxAuthors {
		r.authors = slices.Delete(r.authors, 0, 1)
	}
	r.authors = append(r.authors, a)
	return a.ID
}

// author returns what is known of somebody: only the id, if that was long ago.
func (r *room) author(id messages.PersonID) messages.Author {
	if i := r.place(id); i >= 0 {
		return r.authors[i]
	}
	return messages.Author{ID: id}
}

func (r *room) place(id messages.PersonID) int {
	return slices.IndexFunc(r.authors, func(a messages.Author) bool { return a.ID == id })
}
