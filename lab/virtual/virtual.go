// Package virtual drives one channel in virtual time: it lets each deadline
// come at its own moment, hands what the channel orders to a [World], and gives
// the channel the world's answers.
//
// It is what a replay of recorded chat and a simulated community have in common.
// It knows no line, no judge and no policy; whoever drives it says what is heard.
// The channel is the live one: nothing here decides.
package virtual

import (
	"errors"

	"familiar/messages"
	"familiar/policy/conversation"
)

// mostEvents is how many events may come by themselves in one [Drive.Until]. A
// seat has a handful of deadlines, and a schedule up to 288 moments a day: more
// means that they set each other for ever.
const mostEvents = 200_000

// ErrEndless says that a channel's deadlines set each other without end.
var ErrEndless = errors.New("200,000 deadlines in a row without a line")

// A World is what surrounds a channel: judge, model, network and people.
type World interface {
	// Next gives what comes by itself up to an instant, such as a reply that is
	// ready, and when; false: nothing. What it gives has come, and isn't given
	// again.
	Next(until messages.Instant) (messages.Instant, messages.Event, bool)

	// Take takes an effect of a step at now. The event it gives answers at the
	// same instant; nil: nothing does. An error ends the drive.
	Take(now messages.Instant, effect messages.Effect) (messages.Event, error)
}

// A Drive is a channel with the world around it.
type Drive struct {
	Channel *conversation.Channel
	World   World
	Steps   int // made so far

	// Journal, if set, is told every event before its step.
	Journal func(messages.Instant, messages.Event)

	out []messages.Effect // used again by the next step
}

// Begin puts a channel at its start. The drive keeps its buffers.
func (d *Drive) Begin(channel *conversation.Channel, world World) {
	d.Channel, d.World, d.Steps = channel, world, 0
}

// Until lets everything come that is due up to an instant: deadlines, and what
// the world has. Of two at one instant the world's is first, which is in time
// then. It returns the world's error, or [ErrEndless].
func (d *Drive) Until(until messages.Instant) error {
	for range mostEvents {
		at, e, ok := d.next(until)
		if !ok {
			return nil
		}
		if err := d.Step(at, e); err != nil {
			return err
		}
	}
	return ErrEndless
}

func (d *Drive) next(until messages.Instant) (messages.Instant, messages.Event, bool) {
	due, ok := d.Channel.Due()
	first := until
	if ok && due.At < until {
		first = due.At
	}
	if at, e, has := d.World.Next(first); has {
		return at, e, true
	}
	return due.At, messages.TimerFired{N: due.N}, ok && due.At <= until
}

// Step gives the channel an event, and then the answers to what it orders, and
// to what they order, all at the same instant.
func (d *Drive) Step(now messages.Instant, e messages.Event) error {
	d.out = d.step(now, e, d.out[:0])
	for i := 0; i < len(d.out); i++ {
		answer, err := d.World.Take(now, d.out[i])
		if err != nil {
			return err
		}
		if answer != nil {
			d.out = d.step(now, answer, d.out)
		}
	}
	return nil
}

func (d *Drive) step(now messages.Instant, e messages.Event, out []messages.Effect) []messages.Effect {
	if d.Journal != nil {
		d.Journal(now, e)
	}
	d.Steps++
	return d.Channel.Step(now, e, out)
}
