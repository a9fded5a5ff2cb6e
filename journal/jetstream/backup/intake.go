package backup

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/nats-io/nats.go"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/refill"
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
	window   *refill.Window
	streams  map[string]*refill.Stream // by their words
	now      backupStream              // the stream whose messages come
}

// all reads the backup to its end.
func (in *Intake) all(ctx context.Context) error {
	in.window, in.streams = refill.NewWindow(in.store.JetStream()), make(map[string]*refill.Stream)
	holes := make(map[string]string) // by stream of the log
	for k := range in.plan.Partitions {
		holes[in.plan.Names.Lines(k)] = in.plan.Names.Hole(k)
	}
	for _, s := range in.plan.All() {
		in.streams[in.plan.Names.Word(s.Name)] = refill.NewStream(in.store, in.window, s, holes[s.Name])
	}
	mark, err := in.begin(ctx)
	if err != nil {
		return err
	}
	if err := in.take(ctx); err != nil {
		return err
	}
	return in.store.DeleteWord(ctx, mark)
}

// take fills the streams with what the backup has.
func (in *Intake) take(ctx context.Context) error {
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
			if _, known := in.streams[in.now.Name]; !known {
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

// metaWord is the word of the stream that says how the store is to be read.
const metaWord = "meta"

// begin makes the stream that says how the store is to be read, and has it say that there
// is no store yet: a process that is killed leaves what nobody may take for one.
func (in *Intake) begin(ctx context.Context) (mark uint64, err error) {
	if err := in.streams[metaWord].Finish(ctx, 0); err != nil {
		return 0, err
	}
	return in.store.WriteMeta(ctx, layout.Restoring, 0, true)
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
	stream := in.streams[in.now.Name]
	if m.Seq < stream.Next() {
		return fmt.Errorf("%w: sequence %d of %s comes after %d", ErrBackup, m.Seq, in.now.Name, stream.Next()-1)
	}
	header, err := in.header(m.Header)
	if err != nil {
		return err
	}
	in.messages++
	if in.progress != nil {
		in.progress(in.messages, max(in.total, in.messages))
	}
	return stream.Put(ctx, m.Seq, &nats.Msg{Subject: in.store.Names.Subject(m.Subject), Header: header, Data: bytes.Clone(m.Data)})
}

// header is what a message keeps of its header.
func (in *Intake) header(h nats.Header) (nats.Header, error) {
	if !layout.IsSnapshots(in.now.Name) {
		return refill.Header(h), nil
	}
	h, err := refill.SnapshotHeader(h)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBackup, err)
	}
	return h, nil
}

// finish ends the stream whose messages came.
func (in *Intake) finish(ctx context.Context) error {
	if stream := in.streams[in.now.Name]; stream != nil {
		return stream.Finish(ctx, in.now.Last)
	}
	return nil
}

// complete makes the streams that had no message.
func (in *Intake) complete(ctx context.Context) error {
	for _, stream := range in.streams {
		if stream.Made() {
			continue
		}
		if err := stream.Finish(ctx, 0); err != nil {
			return err
		}
	}
	return nil
}

// undo takes the streams away again, last the one that says that there is no store.
func (in *Intake) undo() error {
	for word, stream := range in.streams {
		if word == metaWord {
			continue
		}
		if err := stream.Remove(context.Background()); err != nil {
			return err
		}
	}
	return in.streams[metaWord].Remove(context.Background())
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

// Generation returns that of its partitions.
func (in *Intake) Generation() int { return in.head.Generation }

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
	if kind != frameHead || json.Unmarshal(body, &head) != nil || head.Format < 1 || head.Partitions < 1 || head.Partitions > journal.MaxPartitions || head.Generation < 0 {
		return nil, head, fmt.Errorf("%w: it doesn't start like one", ErrBackup)
	}
	if head.Format > Format {
		return nil, head, fmt.Errorf("the backup has format %d, this program knows up to %d: %w", head.Format, Format, store.ErrNewer)
	}
	return frames, head, nil
}
