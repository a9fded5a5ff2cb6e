package address

import (
	"testing"

	"familiar/messages"
	"familiar/policy/ladder"
	"familiar/policy/roster"
	"familiar/policy/seating"
	"familiar/policy/transcript"
)

// A place is a channel as a [Book] sees it: Aria (0) and Vesper (1) share the
// account "us", Vesper listed first; Nox (2) has "night".
type place struct {
	book   Book
	config *seating.Config
	lines  transcript.Log
	people roster.State
}

const (
	aria   = 1 << 0
	vesper = 1 << 1
	nox    = 1 << 2
)

func newPlace(t *testing.T) *place {
	t.Helper()
	p := &place{config: &seating.Config{Seats: []seating.SeatConfig{
		{Familiar: "Aria", Name: "Aria", Account: "house", Persona: true, Rank: 1},
		{Familiar: "Vesper", Name: "Vesper", Account: "house", Persona: true},
		{Familiar: "Nox", Name: "Nox", Account: "nox", Rank: 2},
	}}}
	for i, me := range []messages.PersonID{"us", "us", "night"} {
		seat := &p.config.Seats[i]
		seat.Policy = seating.Default()
		seat.Names = ladder.CompileNames(ladder.Auto, seat.Name)
		seat.Meet(messages.Author{ID: me, Bot: true})
	}
	p.book.Use(p.config)
	return p
}

// self returns the id by which a seat goes in here.
func (p *place) self(i int) messages.PersonID { return p.config.Seats[i].Self }

// say puts a line of that author into the transcript; by is the seat from 1.
func (p *place) say(id messages.LineID, author messages.PersonID, by int8, unheard uint32) *transcript.Row {
	who := messages.Author{ID: author, Name: string(author)}
	return p.lines.Add(&transcript.Entry{Marks: transcript.Marks{By: by, Unheard: unheard}, Author: p.lines.Shared(who), ID: id, Text: "text of " + string(id)})
}

func (p *place) gist(l *messages.Line) (g Gist) {
	p.book.Gist(&g, l, ladder.FoldLine(l.Text), &p.lines, &p.people, 0)
	return g
}
