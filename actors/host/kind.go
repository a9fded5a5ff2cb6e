package host

import (
	"context"
	"time"
)

// A Key names an actor: one of a registered kind. Any ID will do.
type Key struct{ Kind, ID string }

func (k Key) String() string { return k.Kind + "/" + k.ID }

// A Handler is one actor's behaviour. Its methods never overlap for one key,
// not even between one incarnation and the next. All may panic or call
// runtime.Goexit: then the handler is dropped (see [Config.Attempts]).
type Handler interface {
	// Receive handles one message. It may block; only this actor waits.
	Receive(msg any)
	// Save makes durable what would be lost with the memory; it is cheap and
	// gives nil when there is nothing. It is called before the actor is put
	// away for idleness, where an error keeps it in memory for another
	// Kind.Idle, and in the drain, where an error is reported and the actor
	// leaves all the same. ctx ends after Kind.SaveTimeout.
	Save(ctx context.Context) error
	// Stopped is the last call: the handler is leaving memory, or is dropped
	// after a panic, and stops its timers. It must not send: a message to its
	// own key would wait for Stopped to return.
	Stopped()
}

// defaultSaveTimeout is long enough for a journal that is busy, short enough
// for a drain.
const defaultSaveTimeout = 10 * time.Second

// A Kind says how actors of one kind are made and how long they stay.
type Kind struct {
	// Make makes the behaviour, when the first message is there and again for
	// the next attempt after a panic. It runs in the actor, so it may load
	// what was saved; if it panics the message has had an attempt.
	Make func(*Self) Handler
	// Idle is how long after its last message or released hold an actor is
	// put away, up to Config.Sweep later. 0: never.
	Idle time.Duration
	// Crowd is how many actors may be in memory before Idle shrinks: with twice
	// as many it is a 64th. 0: it never does.
	Crowd int
	// Restart is called before a handler is made in place of one that panicked,
	// with how often in a row that has happened: it returns when the pause is
	// over, and messages wait meanwhile. Such an actor stands: it is made anew
	// although no message may come. nil: made at once, with the next message.
	Restart func(failures int)
	// Event gives what of a message tells of what kind it is, for [Host.Actors].
	// nil: the message itself.
	Event func(msg any) any
	// SaveTimeout bounds one Save. 0: 10 s.
	SaveTimeout time.Duration

	name string // as it is registered
}
