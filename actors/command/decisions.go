package command

import (
	"sync"
	"sync/atomic"

	"familiar/messages"
	"familiar/messages/because"
)

// decisions is whose turns wait to hear what a channel made of a command. The zero
// decisions is nobody's. Channels answer from goroutines of their own, hence the
// lock.
type decisions struct {
	open    atomic.Int64 // so that a decision looks for somebody only when there is
	mu      sync.Mutex
	waiting map[ask]chan string
	whole   map[ask]chan []messages.Note // who waits for all of a step's notes; no familiar is named
}

// An ask is a command of a turn's tool: its note names the three.
type ask struct {
	channel  messages.ChannelID
	familiar messages.FamiliarID
	turn     uint64
}

// await returns where the answer comes: "" or why the command was refused. forget
// must be called when nobody waits any more.
func (d *decisions) await(q ask) (answer <-chan string, forget func()) {
	return wait(d, &d.waiting, q)
}

// awaitAll is await of all notes of the step that takes a command.
func (d *decisions) awaitAll(q ask) (answer <-chan []messages.Note, forget func()) {
	return wait(d, &d.whole, q)
}

// wait puts who waits among others who do.
func wait[T any](d *decisions, among *map[ask]chan T, q ask) (answer <-chan T, forget func()) {
	comes := make(chan T, 1)
	d.open.Add(1)
	d.mu.Lock()
	defer d.mu.Unlock()
	if *among == nil {
		*among = make(map[ask]chan T)
	}
	(*among)[q] = comes
	return comes, func() {
		d.open.Add(-1)
		d.mu.Lock()
		defer d.mu.Unlock()
		delete(*among, q)
	}
}

// watched has those who wait see every decision before next does; next may be
// nil.
func (d *decisions) watched(next func([]*messages.Note)) func([]*messages.Note) {
	return func(notes []*messages.Note) {
		if d.open.Load() > 0 {
			d.pass(notes)
		}
		if next != nil {
			next(notes)
		}
	}
}

func (d *decisions) pass(notes []*messages.Note) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, n := range notes {
		d.passWhole(ask{channel: n.Channel, turn: n.N}, notes)
		comes := d.waiting[ask{n.Channel, n.Familiar, n.N}]
		refused, isEngage := engaged(n.Reason)
		if comes == nil || !isEngage {
			continue
		}
		select {
		case comes <- because.Written(refused):
		default: // answered before
		}
	}
}

// engaged reports whether a note is about an engage, and why it was refused; nil
// when it was done.
func engaged(r because.Reason) (refused because.Reason, is bool) {
	switch r := r.(type) {
	case because.Obeyed:
		return nil, r.Command == string(messages.EngageHere)
	case because.Refused:
		return r.Why, r.Of.Command == string(messages.EngageHere)
	default:
		return nil, false
	}
}

func (d *decisions) passWhole(q ask, notes []*messages.Note) {
	comes := d.whole[q]
	if comes == nil {
		return
	}
	delete(d.whole, q)
	all := make([]messages.Note, len(notes))
	for i := range notes {
		all[i] = *notes[i]
	}
	comes <- all
}
