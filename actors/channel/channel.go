// Package channel is the actor of one channel: it owns the conversation's
// state, feeds it what the journal hands over, and carries out the effects.
// What to do is decided under policy/; nothing here looks at a line.
//
// It is the only writer of its channel's snapshots, answers and timers. Lines
// are written to the journal by the network's side before this actor sees
// them.
package channel

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"familiar/actors/host"
	"familiar/journal"
	"familiar/messages"
	"familiar/policy/conversation"
)

// Kind is this actor's kind in the host; the key's ID is the channel's.
const Kind = "channel"

// Key is where a channel's actor is reached.
func Key(id messages.ChannelID) host.Key { return host.Key{Kind: Kind, ID: string(id)} }

// snapshotEvery bounds how many events a crash makes a channel read again.
const snapshotEvery = 32

// retryAfter is the pause before an answer that the journal did not take is
// written again.
const retryAfter = time.Second

// Options says with whom a channel works. Only Observe may be nil.
type Options struct {
	Journal  journal.Journal
	Epoch    uint64 // of this process's ownership
	Config   func(messages.ChannelID) *conversation.Config
	Orders   Orders
	Draining func() bool            // the process is stopping: deadlines are found again at its next start
	Under    func(delta int)        // so many more things are under way: a record is done, an order is open
	Observe  func([]*messages.Note) // sees every decision once it is in force; it must not block
	Show     Show                   // lets people see what the familiars are doing; the zero Show: nobody looks
	Log      *slog.Logger
}

// Show is who looks on while a channel works. Its functions must not block.
type Show struct {
	Watched func(messages.ChannelID) bool // somebody looks at this channel
	Doing   func(messages.ChannelID, []messages.Doing)
}

// A Look asks a channel to show what its familiars are doing.
type Look struct{}

// Leave tells a channel, once Options.Draining holds, not to stay for what is
// under way: its next owner finds that in the state.
type Leave struct{}

// Orders is who carries out what leaves the channel. Its methods must not
// block. Answers come back to the channel's [Key].
type Orders interface {
	Judge(messages.Judge)
	Compose(messages.Compose)
	Cancel(channel messages.ChannelID, n uint64)
	Typing(messages.ShowTyping)
}

// Make gives the host's maker of channel actors.
func Make(o Options) func(*host.Self) host.Handler {
	return func(self *host.Self) host.Handler {
		return &channel{Options: o, self: self, id: messages.ChannelID(self.Key().ID)}
	}
}

type channel struct {
	Options
	self *host.Self
	id   messages.ChannelID

	state    *conversation.State // nil: not loaded yet
	seq      uint64              // last event in state
	revision uint64              // of the newest snapshot
	unsaved  int                 // events since

	effects []conversation.Effect // reused
	notes   []*messages.Note      // reused
	timer   alarm
	release func() // keeps the actor in memory while something is under way; nil: nothing is
}

// Receive implements [host.Handler].
func (ch *channel) Receive(msg any) {
	if ch.state == nil {
		if err := ch.load(before(msg)); err != nil {
			panic(err) // the host tries again and keeps the message
		}
	}
	switch m := msg.(type) {
	case journal.Record:
		ch.apply(m)
		ch.Under(-1)
	case ring:
		ch.ring()
	case Look:
		ch.show()
	case Leave:
		ch.leave()
	case messages.Judged:
		ch.answer(m.N, m)
	case messages.Composed:
		ch.answer(m.N, m)
	case messages.Commanded:
		ch.append(m)
	case messages.TimerFired:
		ch.append(m)
	default:
		ch.Log.Error("channel was sent what it does not know", "channel", ch.id, "type", fmt.Sprintf("%T", msg))
	}
}

// apply steps one event and carries out what follows.
func (ch *channel) apply(r journal.Record) {
	if r.Seq <= ch.seq {
		return // it is in the state already: the journal delivers at least once
	}
	if _, ok := r.Event.(messages.Reconfigured); ok {
		ch.state.Use(ch.Config(ch.id)) // the newest, should that generation be gone by now
	}
	ch.effects = ch.state.Step(r.At, r.Event, ch.effects[:0])
	ch.seq = r.Seq
	ch.unsaved++
	ch.carryOut(ch.effects)
	ch.clearOutbox(r.Event)
	ch.wait()
	ch.show()
}

// show lets whoever watches see what the familiars are doing.
func (ch *channel) show() {
	if ch.Show.Watched != nil && ch.Show.Watched(ch.id) {
		ch.Show.Doing(ch.id, ch.state.Doing())
	}
}

// answer takes a monitor's or an agent's word, if it is still waited for.
func (ch *channel) answer(n uint64, e messages.Event) {
	if ch.state.Open(n) {
		ch.append(e)
	}
}

// append writes an event of this actor's own; it comes back as a record. What
// the journal does not take is tried again.
func (ch *channel) append(e messages.Event) {
	if _, err := ch.Journal.Append(context.Background(), ch.Epoch, ch.id, e); err != nil {
		if errors.Is(err, journal.ErrConflict) || errors.Is(err, journal.ErrClosed) {
			ch.Log.Warn("channel is no longer ours", "channel", ch.id, "err", err)
			return
		}
		ch.Log.Warn("journal did not take an event, trying again", "channel", ch.id, "event", fmt.Sprintf("%T", e), "err", err)
		ch.self.After(retryAfter, e)
	}
}

// wait keeps the actor in memory while it is busy, and its one timer at the
// state's next deadline.
func (ch *channel) wait() {
	due, ok := ch.state.Due()
	ch.timer.set(ch.self, due, ok)
	switch busy := ch.state.Busy(); {
	case busy && ch.release == nil && !ch.Draining():
		ch.hold()
	case !busy && ch.release != nil:
		ch.release()
		ch.release = nil
	}
}

// hold keeps the actor in memory until release is called.
func (ch *channel) hold() {
	release := ch.self.Hold()
	ch.Under(1)
	ch.release = func() { release(); ch.Under(-1) }
}

// Stopped implements [host.Handler].
func (ch *channel) Stopped() {
	ch.timer.stop()
	ch.leave()
}

// leave stops keeping the actor in memory.
func (ch *channel) leave() {
	if ch.release != nil {
		ch.release()
		ch.release = nil
	}
}
