// Package channel is the actor of one channel: it owns the conversation's
// state, feeds it what the journal hands over, and carries out the effects.
// What to do is decided under policy/; nothing here looks at a line.
//
// It is the only writer of its channel's snapshots, answers and timers. Lines
// are written to the journal by the network's side before this actor sees
// them.
//
//	channel.go   the actor and what it is sent
//	options.go   what it works with
//	place.go     where it lives
//	catchup.go   what was in the journal at the start is stepped, not acted on
//	load.go      the state from snapshot and journal
//	snapshot.go  the state to a snapshot
//	effects.go   carrying out orders
//	alarm.go     deadlines
//	pressure.go  what the budget says
//	attend.go    which accounts are away
//	trouble.go   what is logged when the journal fails
//	trace.go     what becomes a span
//	waits.go     what questions and turns waited for
package channel

import (
	"context"
	"errors"
	"fmt"
	"time"

	"familiar/actors/host"
	"familiar/journal"
	"familiar/messages"
	"familiar/policy/conversation"
)

// Kind is this actor's kind in the host; the key's ID is the channel's.
const Kind = "channel"

// Key returns the key of a channel's actor in the host.
func Key(id messages.ChannelID) host.Key { return host.Key{Kind: Kind, ID: string(id)} }

// retryAfter is the pause before an answer that the journal did not take is
// written again.
const retryAfter = time.Second

// What a channel is sent besides records and answers.
type (
	// Live says that everything that was in the journal at the start has been
	// handed over.
	Live struct {
		Passed func() // called once that is handled; may be nil
	}
	// Save asks for a snapshot now. A channel that is not in memory first
	// reads again what the journal has after its snapshot.
	Save struct{}
	// Wake says that a deadline has come, or may have.
	Wake struct {
		Handled func() // called once that is handled; may be nil
	}
	// Still asks a channel that is live whether the outcome of a post is open. A
	// post in the outbox may have been settled without being removed.
	Still struct {
		Post  messages.PostID
		Reply chan<- bool // has room for the answer
	}
	// Moot asks a channel whether a post that it has ordered is not to be made any more.
	Moot struct {
		Post  messages.PostID
		Reply chan<- bool // has room for the answer
	}
	// Quoting asks a channel how the line reads that a post of it answers.
	Quoting struct {
		Post  messages.PostID
		Reply chan<- messages.Quoted // has room for the answer
	}
	// Lend asks a channel that is live what of its memories may be told elsewhere; of one
	// that is not, nothing may.
	Lend struct {
		messages.Reach
		Reply chan<- []messages.Memory // has room for the answer
	}
	// Find asks the channel that is a workspace's directory which channels have something.
	Find struct {
		messages.Reach
		Reply chan<- []messages.ChannelID // has room for the answer
	}
	// Agreed asks the channel of links by which agreements something may be recalled where
	// somebody is answered, who has one of these accounts.
	Agreed struct {
		Of    []messages.Identity
		Reply chan<- []uint32 // has room for the answer
	}
	// Alone asks a channel whether nobody but one person and us reads it, as far as it knows.
	Alone struct{ Reply chan<- bool } // has room for the answer
	// Look asks a channel to show what its familiars are doing.
	Look struct{}
	// Stand asks a channel how it stands.
	Stand struct{ Reply chan<- messages.Status } // has room for the answer
	// Press says that the budget's pressure changed, perhaps here.
	Press struct{}
	// Attend tells a channel that an account went away or came back.
	Attend struct{}
	// Leave tells a channel of which Options.Draining holds not to stay for what
	// is in progress: its next owner finds that in the state.
	Leave struct{}
)

// A Channel is the actor of one channel; it implements [host.Handler]. Make it
// with [New] or [Make].
type Channel struct {
	*Options // shared by all channels, so that it stays in the CPU's cache
	at       Place
	id       messages.ChannelID

	state    *conversation.Channel // nil: not loaded yet
	seq      uint64                // last event in state
	revision uint64                // of the newest snapshot
	unsaved  int32                 // events since

	holding bool    // not all records that were in the journal at the start have been handed over
	until   uint64  // these go up to here
	behind  *behind // what comes of that; nil: nothing

	*scratch                  // nil while no message is handled
	letters  []journal.Letter // not buried yet
	alarm    alarm
	tracer   tracer
	release  func() // keeps the actor in memory while something is in progress; nil: nothing is
}

// Receive implements [host.Handler].
func (ch *Channel) Receive(msg any) {
	if _, leaving := msg.(Leave); leaving {
		ch.leaveMemory()
		return
	}
	ch.take()
	ch.handle(msg)
	ch.putBack()
}

// handle does what a message asks for.
func (ch *Channel) handle(msg any) {
	if ch.state == nil {
		ch.load(msg)
	}
	switch m := msg.(type) {
	case journal.Record:
		ch.apply(m)
		ch.Under(-1)
	case ring:
		ch.ring()
	case Wake:
		ch.wakeUp()
		if m.Handled != nil {
			m.Handled()
		}
	case Live:
		ch.goLive()
		if m.Passed != nil {
			m.Passed()
		}
	case Save:
		if err := ch.save(context.Background()); err != nil {
			ch.again("journal took no snapshot, it will be asked again", err)
		}
	case Still:
		if ch.holding {
			ch.postpone(m)
		} else {
			reply(m.Reply, ch.state.Awaits(m.Post))
		}
	case Moot:
		reply(m.Reply, ch.state.IsMoot(m.Post, ch.Clock()))
	case Quoting:
		reply(m.Reply, ch.state.Quoting(m.Post))
	case Lend:
		reply(m.Reply, ch.lend(m.Reach))
	case Find:
		reply(m.Reply, ch.state.Lending.Directory.Find(m.Reach))
	case Agreed:
		reply(m.Reply, ch.agreed(m.Of))
	case Alone:
		reply(m.Reply, !ch.holding && ch.state.Alone())
	case Look:
		ch.showDoings()
	case Stand:
		reply(m.Reply, ch.state.Status(ch.Clock()))
	case Press:
		ch.press()
	case Attend:
		ch.attend()
	case messages.Judged, messages.Memorized, messages.Composed, messages.Erased, messages.MembersKnown, messages.HistoryFetched, messages.Explained:
		ch.answer(m.(messages.Event))
	case messages.Commanded, messages.TimerFired, messages.Reconfigured, messages.DeliveryFailed:
		ch.append(m.(messages.Event))
	case messages.PressureChanged:
		ch.pressOn(m.Familiar)
	case messages.PresenceChanged:
		ch.attendTo(m.Account)
	default:
		ch.Log.Error("channel got a message of unknown type", "channel", ch.id, "type", fmt.Sprintf("%T", msg))
	}
}

// apply steps one event and carries out what follows.
func (ch *Channel) apply(r journal.Record) {
	if r.Seq <= ch.seq { // it is in the state already: the journal delivers at least once
		ch.clearOutbox(r.Event) // a crash may have prevented that
		return
	}
	if r.Seq <= ch.until {
		ch.holding = true
	}
	ch.step(r)
	ch.carryOut(ch.effects)
	ch.clearOutbox(r.Event)
	ch.wait()
	ch.showDoings()
	if _, ok := r.Event.(messages.Reconfigured); ok {
		ch.press() // newcomers have not been told
	}
}

// step gives the state one event; ch.effects is what it orders.
func (ch *Channel) step(r journal.Record) {
	ch.state.Prefetch() // it may be in no cache
	ch.tracer.about(ch.state, r.Event)
	if _, ok := r.Event.(messages.Reconfigured); ok {
		ch.state.Use(ch.Config(ch.id)) // the newest, in case that generation is gone
	}
	ch.state.FoldBy(&ch.folder)
	ch.effects = ch.state.Step(r.At, r.Event, ch.effects[:0])
	ch.state.FoldBy(nil) // the next step may have another scratch
	ch.See(ch.state.Now)
	ch.tracer.stepped(ch.state, ch.effects)
	if r.Seq > ch.until { // else it was in the journal before this process started
		ch.tracer.reached(r)
	}
	ch.seq = r.Seq
	ch.unsaved++
}

// reply answers a question, unless it was answered before.
func reply[T any](to chan<- T, with T) {
	select {
	case to <- with:
	default:
	}
}

// lend returns what may be told elsewhere. While records of before the start are not
// handed over, something of it may have to go.
func (ch *Channel) lend(r messages.Reach) []messages.Memory {
	if ch.holding {
		return nil
	}
	return ch.state.Lend(r)
}

// agreed returns by which agreements something may be recalled, as long as no record of
// before the start can take one back.
func (ch *Channel) agreed(of []messages.Identity) []uint32 {
	if ch.holding {
		return nil
	}
	return ch.state.Links.Agreements(of)
}

// showDoings shows watchers what the familiars are doing.
func (ch *Channel) showDoings() {
	if ch.Show.Watched != nil && ch.Show.Watched(ch.id) {
		ch.Show.Doing(ch.id, ch.state.Doing())
	}
}

// answer takes the answer to an order that is still open. Deadlines that have long passed
// come first.
func (ch *Channel) answer(e messages.Event) {
	if ch.hasSlept() {
		ch.ring()
		ch.at.After(retryAfter, e)
		return
	}
	if ch.state.Open(messages.AnswerTo(e)) {
		ch.append(e)
	}
}

// epoch returns this process's as the owner of the channel's partition.
func (ch *Channel) epoch() uint64 { return journal.EpochOf(ch.Journal, ch.id) }

// append writes an event of this actor's own; it comes back as a record. If the
// journal refuses, it tries again. Once another process owns the partition, this
// channel must not go on.
func (ch *Channel) append(e messages.Event) {
	_, err := ch.Journal.Append(context.Background(), ch.epoch(), ch.id, e)
	switch {
	case err == nil:
	case errors.Is(err, journal.ErrConflict):
		ch.fail(fmt.Errorf("append to %s: %w", ch.id, err))
	case errors.Is(err, journal.ErrClosed):
		if count, say := ch.trouble.closed.Count(1); say {
			ch.Log.Warn("journal is closed, the next start goes on", "channel", ch.id, "count", count, "err", err)
		}
	default:
		ch.again("journal did not take an event, trying again", err, "event", fmt.Sprintf("%T", e))
		ch.at.After(retryAfter, e)
	}
}

func (ch *Channel) fail(err error) {
	if ch.Fail != nil {
		ch.Fail(ch.id, err)
	}
}

// wait keeps the actor in memory while it is busy, and its one timer at the
// state's next deadline.
func (ch *Channel) wait() {
	if !ch.holding {
		ch.arm(ch.state.Due())
	}
	switch busy := ch.state.Busy(); {
	case busy && ch.release == nil && !ch.Draining(ch.id):
		ch.hold()
	case !busy && ch.release != nil:
		ch.leaveMemory()
	}
}

// hold keeps the actor in memory until release is called.
func (ch *Channel) hold() {
	release := ch.at.Hold()
	ch.Under(1)
	ch.release = func() { release(); ch.Under(-1) }
}

// leaveMemory stops keeping the actor in memory.
func (ch *Channel) leaveMemory() {
	if ch.release != nil {
		ch.release()
		ch.release = nil
	}
}

// Stopped implements [host.Handler].
func (ch *Channel) Stopped() {
	ch.alarm.stop()
	ch.leaveMemory()
}
