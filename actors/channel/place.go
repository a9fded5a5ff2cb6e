package channel

import (
	"context"
	"time"

	"familiar/actors/host"
	"familiar/internal/sleep"
	"familiar/messages"
)

// A Place is what a channel needs of its host. [Make] gives it a host's; the
// simulation has one of its own.
type Place interface {
	// Key gives the actor's name; its ID is the channel's.
	Key() host.Key
	// Context ends when the host gives up waiting for its actors.
	Context() context.Context
	// Remade reports whether an earlier handler was dropped after a panic.
	Remade() bool
	// Hold keeps the actor in memory until release is called.
	Hold() (release func())
	// After sends msg to this very handler once d has passed, unless stop is
	// called before.
	After(d time.Duration, msg any) (stop func())
	// Pause waits for d; false: the host is ending.
	Pause(d time.Duration) bool
}

// Make returns the host's maker of channel actors.
func Make(o Options) func(*host.Self) host.Handler {
	o.fill()
	return func(self *host.Self) host.Handler { return o.open(hosted{self}) }
}

// New makes the actor of one channel at a place. What it knows it reads with
// its first message.
func New(o Options, at Place) *Channel {
	o.fill()
	return o.open(at)
}

// open makes the actor of a channel that works with o, as all do.
func (o *Options) open(at Place) *Channel {
	return &Channel{Options: o, at: at, id: messages.ChannelID(at.Key().ID)}
}

// hosted is the place of an actor in a host.
type hosted struct{ *host.Self }

func (h hosted) After(d time.Duration, msg any) (stop func()) {
	timer := h.Self.After(d, msg)
	return func() { timer.Stop() }
}

func (h hosted) Pause(d time.Duration) bool { return sleep.For(h.Context(), d) }
