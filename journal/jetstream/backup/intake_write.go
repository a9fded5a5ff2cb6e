package backup

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"
)

// hole is the subject, in a stream of lines, of what stands in for a sequence
// without a message. No channel has it.
func (in *Intake) hole() string {
	return in.store.Names.Subject("line", strings.TrimPrefix(in.now.Name, "lines-"), "=hole")
}

// fill writes placeholders up to a sequence.
func (in *Intake) fill(ctx context.Context, to uint64) error {
	for ; in.next < to; in.next++ {
		in.holes = true
		if err := in.publish(ctx, in.next, &nats.Msg{Subject: in.hole()}); err != nil {
			return err
		}
	}
	return nil
}

func (in *Intake) publish(ctx context.Context, seq uint64, m *nats.Msg) error {
	ack, err := in.store.JetStream().PublishMsgAsync(m)
	if err != nil {
		return store.Known(err)
	}
	if in.waiting = append(in.waiting, awaited{ack, seq}); len(in.waiting) < window {
		return nil
	}
	return in.settle(ctx, window/2)
}

// settle waits until at most rest writes are unanswered.
func (in *Intake) settle(ctx context.Context, rest int) error {
	for len(in.waiting) > rest {
		first := in.waiting[0]
		in.waiting = in.waiting[1:]
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

// answerWithin is how long the server may take for a write: it has a window
// of them before it.
const answerWithin = time.Minute

// finish ends the stream whose messages came.
func (in *Intake) finish(ctx context.Context) error {
	if layout.IsLines(in.now.Name) {
		if !in.made[in.now.Name] && in.now.Last > 0 { // there were records, all are gone
			if err := in.make(ctx, in.now.Last+1); err != nil {
				return err
			}
		}
		if in.now.Last > 0 {
			if err := in.fill(ctx, in.now.Last+1); err != nil {
				return err
			}
		}
	}
	if err := in.settle(ctx, 0); err != nil || !in.holes {
		return err
	}
	in.holes = false
	s, err := in.store.JetStream().Stream(ctx, in.configs[in.now.Name].Name)
	if err != nil {
		return store.Known(err)
	}
	return store.Known(s.Purge(ctx, jetstream.WithPurgeSubject(in.hole())))
}
