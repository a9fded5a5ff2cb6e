package channel

import (
	"time"

	"familiar/actors/host"
	"familiar/messages"
	"familiar/policy/conversation"
)

// ring is the timer's message.
type ring struct{}

// An alarm is a channel's one timer. It is armed lazily: a deadline that moves
// away leaves it alone, and when it rings early it is armed for the rest.
type alarm struct {
	timer *time.Timer
	at    messages.Instant // when it rings; 0: it is not armed
	fired uint64           // the newest deadline that was journaled: once is enough
}

// set arms the alarm for due if it would ring later, or not at all.
func (a *alarm) set(self *host.Self, due conversation.Deadline, ok bool) {
	if !ok || due.N == a.fired || a.at != 0 && a.at <= due.At {
		return
	}
	a.stop()
	a.at = due.At
	a.timer = self.After(max(0, due.At.Sub(messages.InstantOf(time.Now()))), ring{})
}

func (a *alarm) stop() {
	if a.timer != nil {
		a.timer.Stop()
	}
	a.timer, a.at = nil, 0
}

// ring journals the deadline that has come, or waits for the rest.
func (ch *channel) ring() {
	ch.timer.timer, ch.timer.at = nil, 0
	due, ok := ch.state.Due()
	if !ok || due.N == ch.timer.fired {
		return
	}
	if due.At > messages.InstantOf(time.Now()) {
		ch.timer.set(ch.self, due, ok)
		return
	}
	ch.timer.fired = due.N
	ch.append(messages.TimerFired{N: due.N})
}
