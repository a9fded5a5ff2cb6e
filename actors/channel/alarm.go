package channel

import (
	"time"

	"familiar/messages"
	"familiar/policy/deadline"
)

// ring is the timer's message.
type ring struct{}

// An alarm is a channel's only timer. It is armed lazily: a deadline that moves
// further away leaves it alone, and if it rings early it is armed for the rest.
type alarm struct {
	cancel func()           // nil: it is not armed
	at     messages.Instant // when it rings; 0: it is not armed
	fired  uint64           // the newest deadline that was journaled, so that none is journaled twice
	turn   uint64           // the deadline that has come and has a turn, when the alarm rings
}

// arm sets the alarm for due if it would ring later, or not at all.
func (ch *Channel) arm(due deadline.Deadline, ok bool) {
	a := &ch.alarm
	if !ok || due.N == a.fired || a.at != 0 && (a.at <= due.At || due.N == a.turn) {
		return
	}
	ch.ringAt(due.At)
}

// ringAt makes the alarm ring at an instant, or at once if it has passed, but
// not before.
func (ch *Channel) ringAt(at messages.Instant) {
	ch.alarm.stop()
	ch.alarm.at = at
	ch.alarm.cancel = ch.at.After(max(0, at.Sub(ch.now())), ring{})
}

// now is the time that the alarm counts from: the clock's, or the newest event's while the
// clock is behind that. It is when it was more than an hour fast and has been put right: the
// deadlines that the state makes are ahead of it by as much.
func (ch *Channel) now() messages.Instant { return max(ch.Clock(), ch.state.Now) }

// isBehind reports whether the clock is behind the newest event.
func (ch *Channel) isBehind() bool { return ch.state.Now > ch.Clock() }

func (a *alarm) stop() {
	if a.cancel != nil {
		a.cancel()
	}
	a.cancel, a.at = nil, 0
}

// next returns the deadline that is to be journaled next; false: there is none, it is
// journaled, or the channel holds.
func (ch *Channel) next() (due deadline.Deadline, ok bool) {
	due, ok = ch.state.Due()
	return due, ok && due.N != ch.alarm.fired && !ch.holding
}

// ring journals the deadline that has come, or waits for the rest.
func (ch *Channel) ring() {
	at := ch.alarm.at
	ch.alarm.stop()
	due, ok := ch.next()
	if !ok {
		return
	}
	if due.At > ch.Clock() && (due.At > at || !ch.isBehind()) {
		ch.arm(due, ok)
		return
	}
	if due.N != ch.alarm.turn && ch.queue(due) {
		return
	}
	ch.alarm.fired = due.N
	ch.append(messages.TimerFired{N: due.N})
}

// slept is how late a deadline is that the alarm would have rung for on a machine that was
// awake.
const slept = time.Minute

// hasSlept reports whether a deadline is that late and isn't journaled: no timer runs while
// the machine sleeps, and what was asked before is answered now, hours late.
func (ch *Channel) hasSlept() bool {
	due, ok := ch.next()
	return ok && ch.Clock().Sub(due.At) > slept
}

// wakeUp rings for the deadline that the channel is woken for. Where a new
// configuration has taken that away, together with what waited for it, the channel takes
// the configuration up now: nothing else may ever happen here, what it was about to do
// needs an end in the ledger, and a snapshot with that deadline has it woken for ever.
func (ch *Channel) wakeUp() {
	if _, waits := ch.state.Due(); waits || ch.holding || ch.unsaved > 0 {
		ch.ring()
		return
	}
	ch.append(messages.Reconfigured{Generation: ch.state.Generation})
}

// queue makes a deadline that has come wait for its turn, if it has to: each one
// is a write, and channels that fell silent together are due together.
func (ch *Channel) queue(due deadline.Deadline) bool {
	if ch.Turn == nil {
		return false
	}
	wait := ch.Turn(ch.Clock())
	if wait <= 0 {
		return false
	}
	ch.alarm.turn = due.N
	ch.ringAt(ch.now().Add(wait))
	return true
}
