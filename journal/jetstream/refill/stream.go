package refill

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A Stream is one that is made and filled.
type Stream struct {
	store  *store.Store
	window *Window
	config jetstream.StreamConfig
	hole   string // subject of what stands in for a sequence without a message; "": sequences are as they come
	made   bool
	begun  bool   // its first message is there
	next   uint64 // sequence of its next message
	holes  int    // of them that were not taken out yet
}

// NewStream returns one that is not made yet. hole is the subject of placeholders,
// which no message has; with "" sequences are as they come.
func NewStream(s *store.Store, w *Window, config jetstream.StreamConfig, hole string) *Stream {
	return &Stream{store: s, window: w, config: config, hole: hole}
}

// Made reports whether the stream is there.
func (f *Stream) Made() bool { return f.made }

// Next returns the sequence that the next message may have at least.
func (f *Stream) Next() uint64 { return f.next }

// Put writes a message after those before, with that sequence where the stream keeps
// them: the first one makes the stream.
func (f *Stream) Put(ctx context.Context, seq uint64, m *nats.Msg) error {
	if !f.made {
		if err := f.make(ctx, seq); err != nil {
			return err
		}
	}
	if f.hole == "" {
		return f.write(ctx, 0, m)
	}
	if err := f.fill(ctx, seq); err != nil {
		return err
	}
	f.next = seq + 1
	return f.write(ctx, seq, m)
}

// write sends a message, and waits for the answer to the first: of a stream that was just
// made, a cluster may have no server yet that takes its writes. The client then sends again,
// behind what was sent meanwhile.
func (f *Stream) write(ctx context.Context, seq uint64, m *nats.Msg) error {
	if err := f.window.publish(ctx, seq, m); err != nil || f.begun {
		return err
	}
	f.begun = true
	return f.window.settle(ctx, 0)
}

// Finish makes the stream if it had no message, has what comes next follow sequence
// `last`, and waits for all answers. More may be put afterwards.
func (f *Stream) Finish(ctx context.Context, last uint64) error {
	keeps := f.hole != "" && last > 0
	if !f.made {
		first := uint64(0)
		if keeps { // there were records, all are gone
			first = last + 1
		}
		if err := f.make(ctx, first); err != nil {
			return err
		}
	}
	if keeps {
		if err := f.fill(ctx, last+1); err != nil {
			return err
		}
	}
	return f.takeOutHoles(ctx)
}

// mostHoles is how many placeholders there may be before they are taken out: each
// takes some 60 bytes of the disk until then.
const mostHoles = 1 << 17

// fill writes placeholders up to a sequence.
func (f *Stream) fill(ctx context.Context, to uint64) error {
	for ; f.next < to; f.next++ {
		if f.holes == mostHoles {
			if err := f.takeOutHoles(ctx); err != nil {
				return err
			}
		}
		f.holes++
		if err := f.write(ctx, f.next, &nats.Msg{Subject: f.hole}); err != nil {
			return err
		}
	}
	return nil
}

func (f *Stream) takeOutHoles(ctx context.Context) error {
	if err := f.window.settle(ctx, 0); err != nil || f.holes == 0 {
		return err
	}
	f.holes = 0
	s, err := f.store.JetStream().Stream(ctx, f.config.Name)
	if err != nil {
		return store.Known(err)
	}
	return store.Known(s.Purge(ctx, jetstream.WithPurgeSubject(f.hole)))
}

// A stream that was just taken away, as by a restore that failed, can't be made
// again until the server has removed its files.
const (
	codeNoStore jetstream.ErrorCode = 10049 // from the server's errors.json: it can't make the stream's files
	remakes                         = 50
	remakeEach                      = 100 * time.Millisecond
)

// make makes the stream. One that keeps sequences begins at its first.
func (f *Stream) make(ctx context.Context, first uint64) error {
	if f.hole != "" {
		f.config.FirstSeq, f.next = first, first
	}
	for again := 0; ; again++ {
		_, err := f.store.JetStream().CreateStream(ctx, f.config)
		if err == nil {
			f.made = true
			return nil
		}
		var api *jetstream.APIError
		if again == remakes || !errors.As(err, &api) || api.ErrorCode != codeNoStore {
			return fmt.Errorf("create stream %s: %w", f.config.Name, store.Known(err))
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(remakeEach):
		}
	}
}

// Remove takes the stream away again, if it was made.
func (f *Stream) Remove(ctx context.Context) error {
	if !f.made {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	if err := f.store.JetStream().DeleteStream(ctx, f.config.Name); err != nil {
		return fmt.Errorf("remove stream %s: %w", f.config.Name, store.Known(err))
	}
	return nil
}

// Header leaves out what asked the server to look before it wrote, and what a
// checkpoint says of the revisions of snapshots: they are others here.
func Header(h nats.Header) nats.Header {
	maps.DeleteFunc(h, func(key string, _ []string) bool {
		return strings.HasPrefix(key, "Nats-") || key == layout.HeaderBorne
	})
	return h
}

// SnapshotHeader is Header of a snapshot, whose stamp says of which revision it is a
// copy, and what those before it have: here they are in another order.
func SnapshotHeader(h nats.Header) (nats.Header, error) {
	s, err := layout.ReadStamp(h)
	if err != nil {
		return nil, err
	}
	s.Origin, s.Seen = 0, 0
	h = Header(h)
	h.Del(layout.HeaderSnapshot) // an older program's
	h.Set(layout.HeaderStamp, s.Text())
	return h, nil
}
