// Package refill writes streams anew, each message under the sequence that it had: of
// a store that is restored from a backup, or repartitioned. What messages mean, and
// where they come from, is its callers'.
package refill

import (
	"context"
	"fmt"
	"time"

	"familiar/journal/jetstream/store"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A Window is the writes of one writer that wait for their answers, to all the streams
// it fills.
type Window struct {
	js      jetstream.JetStream
	waiting []awaited
}

// An awaited is a write whose answer has not been looked at.
type awaited struct {
	ack jetstream.PubAckFuture
	seq uint64 // that it must get; 0: any
}

// window is how many writes wait for their answers at the same time.
const window = 1024

// answerWithin is how long the server may take for a write: it has a window
// of them before it.
const answerWithin = time.Minute

// NewWindow returns one with nothing under way.
func NewWindow(js jetstream.JetStream) *Window { return &Window{js: js} }

func (w *Window) publish(ctx context.Context, seq uint64, m *nats.Msg) error {
	ack, err := w.js.PublishMsgAsync(m)
	if err != nil {
		return store.Known(err)
	}
	if w.waiting = append(w.waiting, awaited{ack, seq}); len(w.waiting) < window {
		return nil
	}
	return w.settle(ctx, window/2)
}

// settle waits until at most rest writes are unanswered.
func (w *Window) settle(ctx context.Context, rest int) error {
	for len(w.waiting) > rest {
		first := w.waiting[0]
		w.waiting = w.waiting[1:]
		select {
		case ack := <-first.ack.Ok():
			if first.seq != 0 && ack.Sequence != first.seq {
				return fmt.Errorf("stream %s: a record got sequence %d instead of %d: something else is writing to it", ack.Stream, ack.Sequence, first.seq)
			}
		case err := <-first.ack.Err():
			return fmt.Errorf("write %s: %w", first.ack.Msg().Subject, store.Known(err))
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(answerWithin):
			return fmt.Errorf("write %s: no answer for %v", first.ack.Msg().Subject, answerWithin)
		}
	}
	return nil
}
