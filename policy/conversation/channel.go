package conversation

import (
	"familiar/internal/prefetch"
	"familiar/messages"
	"familiar/policy/deadline"
	"familiar/policy/ladder"
)

// A Channel is a channel's state: as its live seats have it, and beside it, as
// the seats have it that nobody is to notice. Both are given the same events.
// [New] makes one that has heard nothing.
type Channel struct {
	State
	Shadow *State // nil: no seat is in shadow
}

// New makes the state of a channel that has heard nothing.
func New(channel messages.ChannelID, c *Config) *Channel {
	ch := &Channel{State: State{Channel: channel}}
	ch.Use(c)
	return ch
}

// Use puts a configuration in force: after decoding, and before the step of a
// [messages.Reconfigured]. A seat that is no longer configured is dropped with
// what it was about to do.
func (ch *Channel) Use(c *Config) {
	live := ch.useShadow(c)
	if ch.Shadow == nil {
		ch.useConfig(live, nil)
		return
	}
	ch.useConfig(live, ch.Shadow.Seats)
}

// Step takes what happened and appends to out what is to be done. It is the
// only way a channel changes.
//
// now is the event's append time in the channel's journal; one before an
// earlier event's counts as that one's. An answer to no open order, and a
// deadline that is no longer set, change nothing.
func (ch *Channel) Step(now messages.Instant, e Event, out []Effect) []Effect {
	if ch.Shadow == nil {
		return ch.step(now, e, out)
	}
	return ch.stepBoth(now, e, out)
}

// FoldBy has lines folded by a folder, which other channels may have before and
// after; nil: each by itself. It makes no difference but in allocations.
func (ch *Channel) FoldBy(f *ladder.Folder) {
	if ch.folder = f; ch.Shadow != nil {
		ch.Shadow.folder = f
	}
}

// Due returns the earliest deadline: its number and moment. ok is false when
// nothing is to happen by itself.
//
// The actor keeps one timer for it and journals [messages.TimerFired] with the
// number once the moment has come; Step trusts the number.
func (ch *Channel) Due() (d deadline.Deadline, ok bool) {
	if d = ch.due(); ch.Shadow != nil {
		d = d.Earlier(ch.Shadow.due())
	}
	return d, d.N != 0
}

// Pending returns the orders that are not answered, as they were given, for an
// actor that has just loaded the state.
func (ch *Channel) Pending() []Effect {
	out := ch.pending()
	if ch.Shadow != nil {
		for _, effect := range ch.Shadow.pending() {
			out = unseen(effect, out)
		}
	}
	return out
}

// Open reports whether the order with that number is still unanswered; the
// answer to another one changes nothing and need not be kept.
func (ch *Channel) Open(n uint64) bool {
	if ch.Shadow != nil && n >= shadowNumbers {
		return ch.Shadow.opens(n)
	}
	return ch.opens(n)
}

// Busy reports whether somebody waits for an answer: an order is with the learner, the
// judge, the agent, the network or the journal, or an addressed line is about
// to become one; or a line waits to be heard at all. Such a channel is not put away.
func (ch *Channel) Busy() bool { return ch.isBusy() || ch.Shadow != nil && ch.Shadow.isBusy() }

// Renumber makes the next number at least least, for a state that was made
// anew from a part of its events: a number an older life has used would name
// an old post. What is with the judge, the agent or the journal gets a new
// one, so that what comes of it is new, too; parts that are composed keep
// their ids. A state whose numbers are that far stays as it is.
func (ch *Channel) Renumber(least uint64) {
	if ch.Shadow != nil && least < shadowNumbers {
		ch.Shadow.renumber(shadowNumbers + least)
	}
	ch.renumber(least)
}

// All yields every seat, those in shadow after the others.
func (ch *Channel) All(yield func(*Seat) bool) {
	for i := range ch.Seats {
		if !yield(&ch.Seats[i]) {
			return
		}
	}
	if ch.Shadow == nil {
		return
	}
	for i := range ch.Shadow.Seats {
		if !yield(&ch.Shadow.Seats[i]) {
			return
		}
	}
}

// Prefetch reads the state, and the seats, as [prefetch.Value] does: of a channel that
// was silent for a while they are in no cache. It changes nothing.
func (ch *Channel) Prefetch() (read byte) { return prefetch.Value(ch) ^ prefetch.Slice(ch.Seats) }
