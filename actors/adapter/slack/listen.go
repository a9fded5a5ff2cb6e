package slack

import (
	"context"
	"sync"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

// Listen implements adapter.Adapter. When Slack announces the end of a
// connection the next is opened beside it, so that nothing falls between. A
// connection that is lost ends Listen; the next one then asks each channel
// heard of lately for what came meanwhile.
func (a *Account) Listen(ctx context.Context, hear adapter.Hear) error {
	return a.listening.Run(ctx, hear, a.listen)
}

func (a *Account) listen(ctx context.Context, hear adapter.Hear) error {
	me, err := a.who(ctx)
	if err != nil {
		return err
	}
	l := listener{Account: a, me: me, hear: hear, leaving: make(chan string), lost: make(chan error)}
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
	a.recall(ctx)
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
	gap  gap // before it

	leaving chan string // a connection will end: open another
	lost    chan error  // nobody is connected any more
}
