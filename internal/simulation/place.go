package simulation

import (
	"context"
	"time"

	"familiar/actors/channel"
	"familiar/actors/host"
	"familiar/messages"
)

// A timer is a message for an actor's handler.
type timer struct {
	at   messages.Instant
	to   *actor
	life int
	msg  any // nil: stopped
}

// ring hands over the timers that have come, and wakes who is due.
func (p *process) ring() {
	for t := p.first(); t != nil && t.at <= p.w.now; t = p.first() {
		t.to.inbox = append(t.to.inbox, t.msg)
		t.msg = nil
	}
	p.wake()
}

// first returns the timer that comes first, and forgets those that never will.
func (p *process) first() (first *timer) {
	kept := p.timers[:0]
	for _, t := range p.timers {
		if t.msg == nil || p.actors[t.to.room.at] != t.to || t.to.life != t.life {
			continue
		}
		kept = append(kept, t)
		if first == nil || t.at < first.at {
			first = t
		}
	}
	p.timers = kept
	return first
}

// next is when something happens by itself; 0: never.
func (p *process) next() (at messages.Instant) {
	if t := p.first(); t != nil {
		at = t.at
	}
	for _, t := range p.due {
		if t != 0 && (at == 0 || t < at) {
			at = t
		}
	}
	for _, entries := range p.w.disk.outbox {
		for _, e := range entries {
			if t := p.tries[e]; t != nil && t.asked != nil && (at == 0 || t.until < at) {
				at = t.until
			}
		}
	}
	return at
}

// Key implements [channel.Place].
func (a *actor) Key() host.Key { return channel.Key(a.room.id) }

// Context implements [channel.Place].
func (*actor) Context() context.Context { return context.Background() }

// Remade implements [channel.Place].
func (a *actor) Remade() bool { return a.life > 0 }

// Hold implements [channel.Place].
func (a *actor) Hold() (release func()) {
	life, held := a.life, true
	a.holds++
	return func() {
		if held && a.life == life {
			a.holds--
		}
		held = false
	}
}

// After implements [channel.Place].
func (a *actor) After(d time.Duration, msg any) (stop func()) {
	t := &timer{a.p.w.now.Add(d), a, a.life, msg}
	a.p.timers = append(a.p.timers, t)
	return func() { t.msg = nil }
}

// Pause implements [channel.Place].
func (a *actor) Pause(d time.Duration) bool {
	a.p.w.passTime(d)
	return true
}
