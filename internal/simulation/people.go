package simulation

import (
	"context"
	"slices"
	"strconv"

	"familiar/messages"
)

// people are who else is there, one of them a program.
var people = []messages.Author{
	{ID: "ana", Name: "Ana"},
	{ID: "bob", Name: "Bob"},
	{ID: "cleo", Name: "Cleo"},
	{ID: "helper", Name: "Helper", Bot: true},
}

// A said is a line somebody posted, with all the texts it ever had: each
// occurs once in a run.
type said struct {
	line    *messages.Line
	texts   []string
	deleted bool
	taken   int    // copies that the journal acknowledged
	by      []bool // by account: its copy is among them
}

// copied reports whether the journal has acknowledged that account's copy.
func (s *said) copied(way int) bool { return s.by[way] }

// An inbound is something that the network will tell one account, again and
// again until it is acknowledged.
type inbound struct {
	event messages.Event
	said  *said // nil: an echo of our own
}

// speak has somebody say, edit or delete something.
func (r *room) speak(w *world) bool {
	if r.toSay == 0 {
		return false
	}
	if !w.cutting && len(r.lines) > 0 && w.one(10) {
		return r.change(w, r.lines[w.n(len(r.lines))])
	}
	r.toSay--
	w.Lines++
	author := people[w.n(len(people))]
	id := "m" + strconv.Itoa(r.at) + "-" + strconv.Itoa(len(r.lines)+1)
	l := &messages.Line{ID: messages.LineID(id), Channel: r.id, Author: author, At: w.now, DM: r.dm}
	r.comeOrGo(w)
	word := "said-" + id + "."
	l.Text = r.text(w, l, word)
	s := &said{line: l, texts: []string{word}, by: make([]bool, len(r.ways))}
	r.lines = append(r.lines, s)
	lost := -1
	if len(r.ways) > 1 && !slices.Contains(r.blind, true) && w.bad(30) { // one account is never told
		lost = w.n(len(r.ways))
	}
	for way := range r.ways {
		if r.blind[way] || way == lost {
			continue
		}
		var e messages.Event = heard(l, r.config.Seats[way].Account)
		if way > 0 && w.one(4) {
			e = messages.AlsoHeard(e.(messages.Heard))
		}
		r.sendToAccount(way, inbound{e, s})
	}
	return true
}

// heard is a line as that account hears it.
func heard(l *messages.Line, account messages.AccountID) messages.Heard {
	own := *l
	own.Account = account
	return messages.Heard{Line: &own}
}

// text writes a line round the word that is its own, aimed at somebody or not.
func (r *room) text(w *world, l *messages.Line, word string) string {
	seat := &r.config.Seats[w.n(len(r.config.Seats))]
	switch w.n(8) {
	case 0, 1:
		l.Mentions = []messages.PersonID{seat.Self}
		return "@" + seat.Name + " " + word
	case 2:
		return seat.Name + ", what about " + word + "?"
	case 3:
		if r.lastOwn != "" {
			l.ReplyTo = messages.Reply{ID: r.lastOwn, Author: seat.Self}
		}
		return word
	case 4:
		return "does anybody know " + word + "?"
	case 5:
		l.Mentions = []messages.PersonID{"bob"}
		return "@Bob " + word
	default:
		return word
	}
}

// change edits or deletes a line.
func (r *room) change(w *world, s *said) bool {
	if s.deleted || s.taken == 0 {
		return false
	}
	if w.one(2) {
		r.remove(s)
		return true
	}
	word := "said-" + string(s.line.ID) + "-" + strconv.Itoa(len(s.texts)+1) + "."
	s.texts = append(s.texts, word)
	edited := *s.line
	edited.Mentions, edited.ReplyTo = nil, messages.Reply{}
	edited.Text = r.text(w, &edited, word)
	s.line = &edited
	for way := range r.ways {
		if r.blind[way] {
			continue
		}
		own := edited
		own.Account = r.config.Seats[way].Account
		r.sendToAccount(way, inbound{messages.Edited{Line: &own}, s})
	}
	return true
}

// remove deletes a line.
func (r *room) remove(s *said) {
	s.deleted = true
	for way := range r.ways {
		if !r.blind[way] {
			r.sendToAccount(way, inbound{messages.Deleted{ID: s.line.ID}, s})
		}
	}
}

// edited reports whether a line of somebody's was ever changed.
func (r *room) edited(id messages.LineID) bool {
	return slices.ContainsFunc(r.lines, func(s *said) bool { return s.line.ID == id && len(s.texts) > 1 })
}

// sendToAccount puts something on its way to an account.
func (r *room) sendToAccount(way int, in inbound) { r.ways[way] = append(r.ways[way], in) }

// carry writes the next thing an account was told to the journal. It is told
// again until the journal has acknowledged it, and sometimes after that.
func (r *room) carry(w *world) bool {
	way := w.n(len(r.ways))
	if len(r.ways[way]) == 0 {
		way = (way + 1) % len(r.ways)
	}
	if len(r.ways[way]) == 0 {
		return false
	}
	in := r.ways[way][0]
	written := r.copy(way, in.event, w.cutting)
	record, err := w.disk.Append(context.Background(), 0, r.id, w.journaled(in.event))
	if err != nil {
		return true
	}
	written(record.Seq)
	r.ways[way] = r.ways[way][1:]
	if _, edited := in.event.(messages.Edited); !edited && in.said != nil && lineOf(in.event) != nil {
		in.said.taken++
		in.said.by[way] = true
		if !in.said.deleted && w.bad(w.weather.repeat) {
			r.sendToAccount(way, in)
		}
	}
	return true
}
