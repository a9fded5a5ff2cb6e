package backup

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"
)

// An Intake writes the messages of a backup into streams that it makes.
type Intake struct {
	store    *store.Store
	plan     layout.Plan
	frames   *frameReader
	head     Head
	total    uint64
	progress func(done, total uint64)

	messages uint64
	configs  map[string]jetstream.StreamConfig // by the word of a stream
	made     map[string]bool
	now      backupStream // the stream whose messages come
	next     uint64       // sequence of its next message
	holes    bool         // placeholders stand in for sequences without a message
	waiting  []awaited
}

// An awaited is a write whose answer has not been looked at.
type awaited struct {
	ack jetstream.PubAckFuture
	seq uint64 // that it must get; 0: any
}

// window is how many writes wait for their answers at the same time.
const window = 1024

// all reads the backup to its end.
func (in *Intake) all(ctx context.Context) error {
	in.made, in.configs = make(map[string]bool), make(map[string]jetstream.StreamConfig)
	for _, s := range in.plan.All() {
		in.configs[in.store.Names.Word(s.Name)] = s
	}
	for {
		kind, body, err := in.frames.next()
		if err != nil {
			return err
		}
		switch kind {
		case frameStream:
			if err := in.finish(ctx); err != nil {
				return err
			}
			in.now = backupStream{}
			if err := json.Unmarshal(body, &in.now); err != nil {
				return fmt.Errorf("%w: a stream's head: %w", ErrBackup, err)
			}
			if _, known := in.configs[in.now.Name]; !known {
				return fmt.Errorf("%w: a stream %q", ErrBackup, in.now.Name)
			}
		case frameMessage:
			if err := in.takeMessage(ctx, body); err != nil {
				return err
			}
		case frameEnd:
			if err := in.finish(ctx); err != nil {
				return err
			}
			if err := in.frames.whole(body, in.messages); err != nil {
				return err
			}
			return in.complete(ctx)
		default:
			return fmt.Errorf("%w: a frame of kind %q", ErrBackup, kind)
		}
	}
}

// takeMessage writes one message.
func (in *Intake) takeMessage(ctx context.Context, body []byte) error {
	m, err := readMessage(body)
	if err != nil {
		return err
	}
	if in.now.Name == "" {
		return fmt.Errorf("%w: a message outside any stream", ErrBackup)
	}
	if !in.made[in.now.Name] {
		if err := in.make(ctx, m.Seq); err != nil {
			return err
		}
	}
	seq := uint64(0)
	if layout.IsLines(in.now.Name) {
		if m.Seq < in.next {
			return fmt.Errorf("%w: sequence %d of %s comes after %d", ErrBackup, m.Seq, in.now.Name, in.next-1)
		}
		if err := in.fill(ctx, m.Seq); err != nil {
			return err
		}
		seq, in.next = m.Seq, m.Seq+1
	}
	header, err := in.header(m.Header)
	if err != nil {
		return err
	}
	in.messages++
	if in.progress != nil {
		in.progress(in.messages, max(in.total, in.messages))
	}
	return in.publish(ctx, seq, &nats.Msg{Subject: in.store.Names.Subject(m.Subject), Header: header, Data: bytes.Clone(m.Data)})
}

// header leaves out what asked the server to look before it wrote, and what a
// snapshot says of revisions: they were those of the other store.
func (in *Intake) header(h nats.Header) (nats.Header, error) {
	maps.DeleteFunc(h, func(key string, _ []string) bool { return strings.HasPrefix(key, "Nats-") })
	if !layout.IsSnapshots(in.now.Name) {
		delete(h, layout.HeaderBorne)
		return h, nil
	}
	s, err := layout.ReadStamp(h)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBackup, err)
	}
	s.Origin = 0
	h.Set(layout.HeaderSnapshot, s.Text())
	return h, nil
}

// A stream that was just taken away, as by a restore that failed, can't be made
// again until the server has removed its files.
const (
	codeNoStore jetstream.ErrorCode = 10049 // from the server's errors.json: it can't make the stream's files
	remakes                         = 50
	remakeEach                      = 100 * time.Millisecond
)

// make makes the stream whose messages come. One of lines begins at the
// sequence it had.
func (in *Intake) make(ctx context.Context, first uint64) error {
	config := in.configs[in.now.Name]
	if layout.IsLines(in.now.Name) {
		config.FirstSeq, in.next = first, first
	}
	for again := 0; ; again++ {
		_, err := in.store.JetStream().CreateStream(ctx, config)
		if err == nil {
			break
		}
		var api *jetstream.APIError
		if again == remakes || !errors.As(err, &api) || api.ErrorCode != codeNoStore {
			return fmt.Errorf("create stream %s: %w", config.Name, store.Known(err))
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(remakeEach):
		}
	}
	in.made[in.now.Name] = true
	return nil
}

// complete makes the streams that had no message.
func (in *Intake) complete(ctx context.Context) error {
	for word := range in.configs {
		if in.now = (backupStream{Name: word}); !in.made[word] {
			if err := in.make(ctx, 0); err != nil {
				return err
			}
		}
	}
	return nil
}

// undo takes the streams away again.
func (in *Intake) undo() error {
	ctx, cancel := context.WithTimeout(context.Background(), answerWithin)
	defer cancel()
	for word := range in.made {
		if err := in.store.JetStream().DeleteStream(ctx, in.configs[word].Name); err != nil {
			return fmt.Errorf("remove stream %s: %w", in.configs[word].Name, store.Known(err))
		}
	}
	return nil
}

// Open reads a backup up to its head.
func Open(r io.Reader, progress func(done, total uint64)) (*Intake, error) {
	frames, head, err := openFrames(r)
	if err != nil {
		return nil, err
	}
	return &Intake{frames: frames, head: head, total: head.Messages, progress: progress}, nil
}

// Partitions returns how many the log of the backup has.
func (in *Intake) Partitions() int { return in.head.Partitions }

// Into writes the backup into a store that has no stream yet. Should it fail,
// the streams it made go again.
func (in *Intake) Into(ctx context.Context, s *store.Store, plan layout.Plan) error {
	in.store, in.plan = s, plan
	if err := in.all(ctx); err != nil {
		return errors.Join(err, in.undo())
	}
	return nil
}

// openFrames reads up to the head.
func openFrames(r io.Reader) (*frameReader, Head, error) {
	var head Head
	frames, err := newFrameReader(r)
	if err != nil {
		return nil, head, err
	}
	kind, body, err := frames.next()
	if err != nil {
		return nil, head, err
	}
	if kind != frameHead || json.Unmarshal(body, &head) != nil || head.Format < 1 || head.Partitions < 1 || head.Partitions > journal.MaxPartitions {
		return nil, head, fmt.Errorf("%w: it doesn't start like one", ErrBackup)
	}
	if head.Format > Format {
		return nil, head, fmt.Errorf("the backup has format %d, this program knows up to %d: %w", head.Format, Format, store.ErrNewer)
	}
	return frames, head, nil
}
