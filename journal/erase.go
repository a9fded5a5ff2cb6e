package journal

import (
	"slices"

	"familiar/messages"
	"familiar/messages/because"
)

// An Erasure is one or more [messages.Erase] of one channel being carried out.
// Each implementation asks it what has to go from its store: first of the channel's
// records, in order, then of its notes, after [Erasure.Seen] was told all of them,
// and then of the letters.
//
// A judge may quote any line it was shown. So what it said since an erased line
// goes too, except for its yes or no; for a person, or if nothing tells any more
// when the line was heard, everything it said in the channel. So may what a familiar is to
// keep in mind, all of which goes: when a line was heard, its record may not tell any more. Where what is old goes, a
// judge's words go with what is as old as they are.
type Erasure struct {
	all  bool // one of the orders is for the whole channel
	each []*erasure
}

// NewErasure begins to carry out orders.
func NewErasure(orders ...messages.Erase) *Erasure {
	e := &Erasure{}
	for _, o := range orders {
		e.all = e.all || o.All
		e.each = append(e.each, &erasure{order: o, lines: map[messages.LineID]bool{}, found: o.Line == "" && o.Before == 0})
	}
	return e
}

// All reports whether the whole channel goes.
func (e *Erasure) All() bool { return e.all }

// Record reports whether r has to go.
func (e *Erasure) Record(r Record) (gone bool) {
	for _, one := range e.each { // each learns from it
		gone = one.record(r) || gone
	}
	return gone
}

// Seen is told of a note before any is asked about: one about the line tells
// when it was there, although its records are long gone.
func (e *Erasure) Seen(n *messages.Note) {
	for _, one := range e.each {
		one.seen(n)
	}
}

// HoldsLine reports whether event has the text of an erased line: if no snapshot
// covers it, another order is needed.
func (e *Erasure) HoldsLine(event messages.Event) bool {
	return slices.ContainsFunc(e.each, func(one *erasure) bool { return one.order.Line != "" && one.inEvent(event) })
}

// Note returns what is kept of n, nil for nothing, and whether that differs from n.
func (e *Erasure) Note(n *messages.Note) (kept *messages.Note, changed bool) {
	kept = n
	for _, one := range e.each {
		another := false
		if kept, another = one.note(kept); kept == nil {
			return nil, true
		}
		changed = changed || another
	}
	return kept, changed
}

// Letter returns what is kept of l and whether that differs from l; keep is false
// if nothing is kept.
func (e *Erasure) Letter(l Letter) (kept Letter, keep, changed bool) {
	for _, one := range e.each {
		another := false
		if l, keep, another = one.letter(l); !keep {
			return Letter{}, false, true
		}
		changed = changed || another
	}
	return l, true, changed
}

// Post reports whether p quotes what is erased.
func (e *Erasure) Post(p messages.Post) bool {
	return slices.ContainsFunc(e.each, func(one *erasure) bool { return one.post(p) })
}

// An erasure is one order.
type erasure struct {
	order messages.Erase
	lines map[messages.LineID]bool // what the records hold of a person
	told  []messages.Instant       // when the person gave a command, whose notes may repeat it
	since messages.Instant         // when the first erased line was heard
	found bool
}

func (e *erasure) record(r Record) bool {
	if r.Channel != e.order.Channel {
		return false
	}
	if e.order.Before != 0 {
		return r.At < e.order.Before
	}
	if _, memorized := r.Event.(messages.Memorized); memorized || e.order.Memories {
		return memorized && (e.order.Until == 0 || r.At < e.order.Until)
	}
	if e.stays(r.At) {
		return false
	}
	if _, judged := r.Event.(messages.Judged); judged && (e.found || e.order.All) {
		return true
	}
	if _, explained := r.Event.(messages.Explained); explained && (e.found || e.order.All) { // it repeats notes
		return true
	}
	if reacted, is := r.Event.(messages.Reacted); is {
		return e.order.All || e.reacted(reacted)
	}
	if commanded, is := r.Event.(messages.Commanded); is {
		if e.order.Person != "" && commanded.By.ID == e.order.Person {
			e.told = append(e.told, r.At)
			return true
		}
		return e.order.All
	}
	if !e.inEvent(r.Event) {
		return e.order.All
	}
	if !e.found {
		e.found, e.since = true, r.At
	}
	return true
}

// stays reports whether what is from that moment was there only after a person was to go.
func (e *erasure) stays(at messages.Instant) bool {
	return e.order.Person != "" && e.order.Until != 0 && at >= e.order.Until
}

func (e *erasure) seen(n *messages.Note) {
	if e.order.Line == "" || n.Channel != e.order.Channel || n.Line != e.order.Line {
		return
	}
	if !e.found || n.At < e.since {
		e.found, e.since = true, n.At
	}
}

func (e *erasure) inEvent(event messages.Event) bool {
	switch event := event.(type) {
	case messages.Heard, messages.AlsoHeard, messages.Edited, messages.HistoryFetched:
		held := false
		for _, line := range LinesOf(event) {
			held = e.holds(line) || held
		}
		return held
	case messages.Reacted:
		return e.reacted(event)
	case messages.Composed:
		return slices.ContainsFunc(event.Edits, e.rewrites)
	default:
		return e.order.Person != "" && messages.IsAbout(event, e.order.Person)
	}
}

// rewrites reports whether r is a text of an erased line.
func (e *erasure) rewrites(r messages.Revision) bool {
	return e.order.Line != "" && r.Line == e.order.Line || e.lines[r.Line]
}

func (e *erasure) holds(l *messages.Line) bool {
	switch {
	case l == nil:
		return false
	case e.order.Person != "" && l.Author.ID == e.order.Person:
		e.lines[l.ID] = true
		return true
	default:
		return e.order.Line != "" && l.ID == e.order.Line
	}
}

// reacted reports whether a reaction is to the erased line or by the erased
// person. It has no text, and so tells nothing of when that was said.
func (e *erasure) reacted(r messages.Reacted) bool {
	return e.order.Line != "" && r.Line == e.order.Line || e.order.Person != "" && r.By.ID == e.order.Person
}

func (e *erasure) note(n *messages.Note) (kept *messages.Note, changed bool) {
	if n.Channel != e.order.Channel || e.stays(n.At) {
		return n, false
	}
	if e.order.All {
		return nil, true
	}
	if e.order.Memories { // a note has no word of them
		return n, false
	}
	about := n.Line != "" && (n.Line == e.order.Line || e.lines[n.Line]) || n.At < e.order.Before
	about = about || n.Line == "" && slices.Contains(e.told, n.At)
	quotes := n.Rung == messages.ByJudge && e.order.Before == 0 && (!e.found || n.At >= e.since)
	if n.Reason == nil || !about && !quotes {
		return n, false
	}
	blank := *n
	blank.Reason = nil
	if n.Rung == messages.ByJudge {
		blank.Reason = because.Verdict(n.Reason) // without it nobody could tell any more whether it said yes
	}
	return &blank, blank.Reason != n.Reason
}

func (e *erasure) letter(l Letter) (kept Letter, keep, changed bool) {
	if l.Channel != e.order.Channel {
		return l, true, false
	}
	if e.order.All || l.At < e.order.Before {
		return Letter{}, false, true
	}
	if l.Post == nil {
		return l, true, false
	}
	if !e.post(*l.Post) {
		return l, true, false
	}
	quoted := l.Post.Quoting
	post := *l.Post
	post.Quoting = messages.Quoted{ID: quoted.ID, Author: messages.Author{ID: quoted.Author.ID}, At: quoted.At}
	l.Post = &post
	return l, true, true
}

func (e *erasure) post(p messages.Post) bool {
	quoted := p.Quoting
	about := e.order.Line != "" && quoted.ID == e.order.Line || e.order.Person != "" && quoted.Author.ID == e.order.Person && !e.stays(quoted.At) || quoted.At < e.order.Before
	return about && (quoted.Text != "" || quoted.Author.Name != "" || len(quoted.Attachments) > 0)
}
