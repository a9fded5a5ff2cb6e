package slack

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/slack-go/slack"
	"github.com/slack-go/slack/socketmode"

	"familiar/actors/adapter"
	"familiar/messages"
)

// oldStays is how long a connection that Slack is about to close is read on
// after its successor is there.
const oldStays = 30 * time.Second

// Listen implements adapter.Adapter. When Slack announces the end of a
// connection the next is opened beside it, so that nothing falls between. A
// connection that is lost ends Listen; the next one then asks each channel
// heard of lately for what came meanwhile.
func (a *Account) Listen(ctx context.Context, hear adapter.Hear) error {
	a.listening.Lock()
	defer a.listening.Unlock()
	err := a.listen(ctx, hear)
	if ctx.Err() != nil {
		return nil
	}
	return err
}

func (a *Account) listen(ctx context.Context, hear adapter.Hear) error {
	me, err := a.who(ctx)
	if err != nil {
		return err
	}
	l := listener{a, me, hear, make(chan string), make(chan error)}
	var readers sync.WaitGroup
	defer readers.Wait()
	// What is being handed over when ctx ends is still acknowledged.
	reading, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	defer a.lanes.start(ctx)()
	began := messages.InstantOf(time.Now())
	s, err := a.connect(ctx)
	if err != nil {
		return err
	}
	l.fillGaps(began) // before anything newer is read
	readers.Go(func() { l.read(reading, s) })
	for {
		select {
		case reason := <-l.leaving:
			a.log.Info("slack changes the connection", "reason", reason)
			s, err := a.connect(ctx)
			if err != nil {
				return err
			}
			readers.Go(func() { l.read(reading, s) })
		case err := <-l.lost:
			return err
		case <-ctx.Done():
			return nil
		}
	}
}

// A listener is one run of Listen.
type listener struct {
	*Account
	me   self
	hear adapter.Hear

	leaving chan string // a connection will end: open another
	lost    chan error  // nobody is connected any more
}

// read reads a connection to its end. One that announced its end is given up
// in silence.
func (l *listener) read(ctx context.Context, s *socket) {
	defer s.conn.Close()
	defer context.AfterFunc(ctx, func() { s.conn.Close() })()
	left := false
	for {
		r, err := s.read()
		switch {
		case errors.Is(err, errFrame):
			l.log.Warn("slack frame left", "err", err)
			continue
		case err != nil && left:
			return
		case err != nil:
			tell(ctx, l.lost, fmt.Errorf("slack: account %s: connection lost: %w", l.id, err))
			return
		case r.Type != socketmode.RequestTypeDisconnect:
			l.receive(ctx, s, r)
			continue
		}
		switch err := refused(r.Reason); {
		case r.Reason == "link_disabled" || r.Reason == "too_many_websockets":
			tell(ctx, l.lost, l.failed("listen", err))
			return
		case !left:
			left = true
			defer time.AfterFunc(oldStays, func() { s.conn.Close() }).Stop()
			tell(ctx, l.leaving, r.Reason)
		}
	}
}

// tell gives Listen the news, unless it has ended.
func tell[T any](ctx context.Context, to chan<- T, news T) {
	select {
	case to <- news:
	case <-ctx.Done():
	}
}

// refused gives what Slack says when it ends a connection as the error of a
// call.
func refused(reason string) error { return slack.SlackErrorResponse{Err: reason} }

// receive puts what an envelope says into its channel's lane, or acknowledges
// at once what says nothing to us.
func (l *listener) receive(ctx context.Context, s *socket, r socketmode.Request) {
	if r.EnvelopeID == "" {
		return
	}
	came := arrival{at: time.Now()}
	var n notice
	var err error
	switch r.Type {
	case socketmode.RequestTypeEventsAPI:
		n, err = decodeEvent(r.Payload, l.me)
	case socketmode.RequestTypeSlashCommands:
		n, err = decodeCommand(r.Payload, l.me)
	}
	if err != nil {
		l.log.Warn("slack envelope refused", "type", r.Type, "err", err)
	}
	switch n.kind {
	case nothing:
		s.acknowledge(r.EnvelopeID, nil)
	case opened:
		l.panes.add(string(n.channel))
		s.acknowledge(r.EnvelopeID, nil)
	case ended:
		s.acknowledge(r.EnvelopeID, nil)
		tell(ctx, l.lost, l.failed("listen", refused("app_uninstalled")))
	case commanded:
		e, answer := l.commanded(n.command)
		came.ack = func() { s.acknowledge(r.EnvelopeID, answer) }
		if e == nil {
			came.ack()
			return
		}
		l.lanes.add(&job{n.channel, n.key, func(ctx context.Context) error { return l.hear(ctx, n.channel, l.by(ctx, *e)) }, []arrival{came}})
	case heard, changed, deleted:
		came.ack = func() { s.acknowledge(r.EnvelopeID, nil) }
		l.lanes.add(&job{n.channel, n.key, func(ctx context.Context) error { return l.take(ctx, n) }, []arrival{came}})
	}
}

// take hands over what a notice says.
func (l *listener) take(ctx context.Context, n notice) error {
	var e messages.Event
	switch n.kind {
	case deleted:
		e = messages.Deleted{ID: n.line}
	case changed:
		e = messages.Edited{Line: l.line(ctx, n.channel, n.message, l.me)}
	default:
		e = messages.Heard{Line: l.line(ctx, n.channel, n.message, l.me)}
	}
	if err := l.hear(ctx, n.channel, e); err != nil {
		return err
	}
	if n.kind == heard {
		l.marks.set(n.channel, n.message.TS)
	}
	return nil
}
