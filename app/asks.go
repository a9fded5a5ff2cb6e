package app

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"familiar/messages"
)

// engageWithin bounds how long a tool waits until a channel has decided.
const engageWithin = 10 * time.Second

// asks is whose turns wait to hear what a channel made of a command. The zero
// asks is nobody's. Channels answer from goroutines of their own, hence the
// lock.
type asks struct {
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

// wait gives where the answer comes: "" or why the command was refused. forget
// must be called when nobody waits any more.
func (as *asks) wait(q ask) (answer <-chan string, forget func()) {
	comes := make(chan string, 1)
	as.open.Add(1)
	as.mu.Lock()
	defer as.mu.Unlock()
	if as.waiting == nil {
		as.waiting = make(map[ask]chan string)
	}
	as.waiting[q] = comes
	return comes, func() {
		as.open.Add(-1)
		as.mu.Lock()
		defer as.mu.Unlock()
		delete(as.waiting, q)
	}
}

// answered has those who wait see every decision before next does; next may be
// nil.
func (as *asks) answered(next func([]*messages.Note)) func([]*messages.Note) {
	return func(notes []*messages.Note) {
		if as.open.Load() > 0 {
			as.take(notes)
		}
		if next != nil {
			next(notes)
		}
	}
}

func (as *asks) take(notes []*messages.Note) {
	as.mu.Lock()
	defer as.mu.Unlock()
	for _, n := range notes {
		as.takeWhole(ask{channel: n.Channel, turn: n.N}, notes)
		comes := as.waiting[ask{n.Channel, n.Familiar, n.N}]
		rest, isEngage := strings.CutPrefix(n.Reason, string(messages.EngageHere))
		if comes == nil || !isEngage {
			continue
		}
		select {
		case comes <- strings.TrimPrefix(rest, ": "):
		default: // answered before
		}
	}
}

// waitAll gives where all notes come of the step that takes a command.
func (as *asks) waitAll(q ask) (answer <-chan []messages.Note, forget func()) {
	comes := make(chan []messages.Note, 1)
	as.open.Add(1)
	as.mu.Lock()
	defer as.mu.Unlock()
	if as.whole == nil {
		as.whole = make(map[ask]chan []messages.Note)
	}
	as.whole[q] = comes
	return comes, func() {
		as.open.Add(-1)
		as.mu.Lock()
		defer as.mu.Unlock()
		delete(as.whole, q)
	}
}

func (as *asks) takeWhole(q ask, notes []*messages.Note) {
	comes := as.whole[q]
	if comes == nil {
		return
	}
	delete(as.whole, q)
	all := make([]messages.Note, len(notes))
	for i := range notes {
		all[i] = *notes[i]
	}
	comes <- all
}

// engage tells a channel to open its window for a turn's familiar, and waits
// for what the channel decides.
func (a *App) engage(ctx context.Context, o messages.Compose, id messages.ChannelID) (refused string, err error) {
	seat := seatOf(a.Channel(id), o.Familiar)
	if seat == nil {
		return "you are not in that channel", nil
	}
	answer, forget := a.asks.wait(ask{id, o.Familiar, o.N})
	defer forget()
	ctx, cancel := context.WithTimeout(ctx, engageWithin)
	defer cancel()
	by := messages.Author{ID: seat.Person(), Name: seat.Name, Bot: true}
	if err := a.Tell(ctx, id, messages.Commanded{By: by, Familiar: o.Familiar, Command: messages.EngageHere, N: o.N}); err != nil {
		return "", err
	}
	select {
	case refused := <-answer:
		return refused, nil
	case <-ctx.Done():
		return "", fmt.Errorf("no decision of %s: %w", id, ctx.Err())
	}
}
