package irc

import (
	"context"
	"errors"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

// retryPause is how long a line waits that was not taken.
const retryPause = 100 * time.Millisecond

// errTwice says that an account is listened to already.
var errTwice = errors.New("irc: already listening")

// Listen implements adapter.Adapter. It connects, unless a connection of
// before still stands, and returns an error when the connection is lost; what
// was heard before that is handed over first. What was heard and not taken
// when ctx ends is handed over by the next Listen.
func (a *Account) Listen(ctx context.Context, hear adapter.Hear) error {
	a.mu.Lock()
	if a.listening {
		a.mu.Unlock()
		return errTwice
	}
	a.listening = true
	a.lingers()
	a.mu.Unlock()
	defer func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.listening = false
		a.lingers()
	}()
	l, err := a.connect(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	for {
		h, ok := a.next(ctx, l)
		if !ok {
			break
		}
		switch err := hear(ctx, h.channel, messages.Heard{Line: h.line}); {
		case err == nil || errors.Is(err, adapter.ErrRefused):
			a.took()
		case pause(ctx, retryPause) != nil:
			return nil
		}
	}
	if ctx.Err() != nil {
		return nil
	}
	return l.waitForEnd()
}

// next returns the oldest line not taken. ok is false when ctx has ended, or the
// connection and all that was heard on it is handed over.
func (a *Account) next(ctx context.Context, l *link) (heard, bool) {
	a.mu.Lock()
	held := a.held
	a.mu.Unlock()
	if ctx.Err() != nil {
		return heard{}, false
	}
	if held != nil {
		return *held, true
	}
	select {
	case h := <-a.heard:
		return a.rememberHeld(h), true
	case <-ctx.Done():
		return heard{}, false
	case <-l.done:
	}
	select {
	case h := <-a.heard:
		return a.rememberHeld(h), true
	default:
		return heard{}, false
	}
}

func (a *Account) rememberHeld(h heard) heard {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.held = &h
	return h
}

// took forgets the line that was handed over.
func (a *Account) took() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.held = nil
}
