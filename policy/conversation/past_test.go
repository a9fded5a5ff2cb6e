package conversation

import (
	"reflect"
	"regexp"
	"time"

	"familiar/messages"
	"familiar/policy/erasing"
	"familiar/policy/seating"
)

// A past is what a world knows, from the events alone, of the lines that were
// and of what has to be erased:
//
//   - no text of a line that has to go is anywhere in the encoded state;
//   - one order to erase is open at most, and one is while something waits;
//   - what has to be erased waits until an order for it, given since, is
//     answered.
type past struct {
	whose  map[string]messages.LineID // by the part of a text that occurs in no other, see world.line
	author map[messages.LineID]messages.PersonID
	at     map[messages.LineID]messages.Instant
	gone   map[messages.LineID]bool
	wanted map[messages.LineID]bool // to be gone, whether it was ever heard or not

	steps int
	needs map[erasing.Text]int // at which step it became necessary
	erase messages.Erase       // the open order; N 0: none
	since int                  // when it was given
}

func (p *past) begin() {
	p.whose, p.author = map[string]messages.LineID{}, map[messages.LineID]messages.PersonID{}
	p.at, p.gone = map[messages.LineID]messages.Instant{}, map[messages.LineID]bool{}
	p.needs, p.wanted = map[erasing.Text]int{}, map[messages.LineID]bool{}
}

// take notes what e says and what it makes go.
func (p *past) take(w *world, e Event) {
	p.steps++
	switch e := e.(type) {
	case messages.Heard:
		p.line(w, e.Line)
	case messages.AlsoHeard:
		p.line(w, e.Line)
	case messages.Edited:
		p.text(e.Line)
	case messages.Delivered:
		own := w.s.Lines.Find(e.Line)
		if own == nil {
			p.wanted[e.Line] = true // as of what was denied: it was on its way as its channel was forgotten
		} else if p.author[e.Line] == "" {
			p.author[e.Line], p.at[e.Line] = seating.AccountOf(w.s.Lines.Author(own).ID), own.At()
		}
	case messages.HistoryFetched:
		for _, l := range e.Lines {
			switch {
			case !ours(l.Author.ID) && !w.s.Admission.Admits(l):
				p.wanted[l.ID] = true // as of what was denied
			case p.author[l.ID] != "" || w.s.Lines.Find(l.ID) != nil: // else it was not asked for, and may still be heard
				p.line(w, l)
			}
		}
	case messages.Deleted:
		p.gone[e.ID], p.wanted[e.ID] = w.knows(e.ID), true
		key, since := erasing.Text{Line: e.ID}, p.steps
		if p.erase.N != 0 && p.erase.Line == e.ID {
			since = p.since // it says nothing that the open order doesn't erase
		}
		if p.needs[key] == 0 {
			p.needs[key] = since
		}
	case messages.Forgotten:
		for id := range p.author {
			if e.All || e.Person != "" && p.author[id] == e.Person || p.at[id] < e.Before {
				p.gone[id] = true
			}
		}
		if e.All {
			clear(p.needs)
		}
		if e.Before == 0 {
			p.needs[erasing.Text{Person: e.Person, All: e.All}] = p.steps
		}
	}
}

// denied notes that a line is kept nowhere: a copy of it may be erased as one
// of the lines that were forgotten.
func (p *past) denied(n *messages.Note) {
	if n.Act == messages.Denied || n.Act == messages.Claim {
		p.wanted[n.Line] = true
	}
}

func (p *past) line(w *world, l *messages.Line) {
	if !ours(l.Author.ID) { // what we post stays in the turn until it is settled
		p.text(l)
	}
	if p.author[l.ID] == "" {
		p.author[l.ID], p.at[l.ID] = l.Author.ID, w.s.Now
	}
}

func (p *past) text(l *messages.Line) {
	if own := ownText.FindString(l.Text); own != "" {
		p.whose[own] = l.ID
	}
}

var ownText = regexp.MustCompile(`text-\d+\.`)

func ours(id messages.PersonID) bool {
	for _, who := range cast {
		if id == who.self {
			return true
		}
	}
	return false
}

// close reports whether n is the open order's.
func (p *past) close(n uint64) bool {
	if n == 0 || n != p.erase.N {
		return false
	}
	p.erase.N = 0
	return true
}

// answered strikes what the order, just closed, has erased.
func (p *past) answered() {
	for key, at := range p.needs {
		if at <= p.since && (p.erase.All || key == erasing.Text{Line: p.erase.Line, Person: p.erase.Person}) {
			delete(p.needs, key)
		}
	}
}

func (p *past) order(w *world, o messages.Erase) {
	w.t.Helper()
	switch {
	case p.erase.N != 0:
		w.t.Fatalf("%+v is ordered while %+v is open", o, p.erase)
	case o.N <= p.erase.N || o.Deadline != w.s.Now.Add(time.Minute) || o.Channel != w.s.Channel:
		w.t.Fatalf("an order to erase without number, deadline or channel: %+v", o)
	case o.Line != "" && !p.wanted[o.Line] && !p.gone[o.Line]:
		w.t.Fatalf("line %s is to be erased and nobody wanted it", o.Line)
	}
	p.erase, p.since = o, p.steps
}

// goneIsGone: nothing of a text that had to go is anywhere in the state, and
// nothing of ours whose line was deleted.
func (w *world) goneIsGone() {
	w.t.Helper()
	kept, err := w.s.Encode()
	if err != nil {
		w.t.Fatalf("encode: %v", err)
	}
	for _, text := range ownText.FindAll(kept, -1) {
		if id := w.whose[string(text)]; w.gone[id] {
			w.t.Fatalf("the state still holds %q of line %s, which is gone:\n%q", text, id, kept)
		}
	}
	for e := range w.s.Lines.All() {
		if w.gone[e.ID] && e.Text != "" {
			w.t.Fatalf("the transcript still holds %q of line %s, which is gone", e.Text, e.ID)
		}
	}
	if w.s.Turn == nil {
		return
	}
	for _, post := range w.s.Turn.Posts {
		if w.gone[post.Line] && post.Text != "" {
			w.t.Fatalf("the turn still holds %q of line %s, which is gone", post.Text, post.Line)
		}
	}
}

// erasedInTheEnd: what has to be erased is ordered, or will be.
func (w *world) erasedInTheEnd() {
	w.t.Helper()
	if waits := len(w.s.Erasing) > 0; waits != (w.erase.N != 0) {
		w.t.Fatalf("%+v wait and the open order is %+v", w.s.Erasing, w.erase)
	}
	for key := range w.needs {
		waits := false
		for _, e := range w.s.Erasing {
			waits = waits || e.All || e.Same(key)
		}
		if !waits {
			w.t.Fatalf("%+v has to be erased and never will be", key)
		}
	}
}

// pendingChangesNothing: asking twice what is open gives the same twice.
func (w *world) pendingChangesNothing() {
	w.t.Helper()
	if once, twice := w.s.Pending(), w.s.Pending(); !reflect.DeepEqual(once, twice) {
		w.t.Fatalf("pending are\n%s\nand then\n%s", show(once), show(twice))
	}
}

// erased answers the open order as a rule, else one that was.
func (w *world) erased() {
	n := w.erase.N
	if n == 0 || w.pick("which erasure", 5) == 4 {
		n = uint64(w.pick("number", 60))
	}
	w.step(messages.Erased{N: n})
}

func (w *world) forget() {
	switch w.pick("forget", 5) {
	case 0, 1:
		w.step(messages.Forgotten{Person: []messages.PersonID{"p0", "p1", "b0", "us"}[w.pick("whom", 4)]})
	case 2, 3:
		ages := []time.Duration{0, 5 * time.Second, 10 * time.Minute, 30 * 24 * time.Hour}
		w.step(messages.Forgotten{Before: w.now.Add(-ages[w.pick("age", len(ages))]), Erase: w.pick("from the journal", 2) == 1})
	default:
		w.step(messages.Forgotten{All: true})
	}
}
