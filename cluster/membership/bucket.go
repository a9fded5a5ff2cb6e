package membership

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"familiar/journal/jetstream/layout"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A bucket reads and writes single keys. The client's own interface is used for
// watching only: its Create takes an answer that means "unknown" for "exists", and
// its Update has no TTL.
type bucket struct {
	js   jetstream.JetStream
	conn *nats.Conn
	kv   jetstream.KeyValue
	name string
	ttl  time.Duration
}

// markers is how long the bucket remembers that a key is gone, for those who
// watch. Who was away for longer reads everything anew.
const markers = time.Minute

func bucketName(prefix string) string { return layout.Names{Prefix: prefix}.Stream("members") }

// openBucket opens the bucket, or makes it. One that has fewer replicas than wanted
// gets them, one that has more keeps them.
func openBucket(ctx context.Context, js jetstream.JetStream, conn *nats.Conn, c Config) (*bucket, error) {
	b := &bucket{js: js, conn: conn, name: bucketName(c.Prefix), ttl: c.TTL}
	var err error
	for range openTries {
		trying, cancel := context.WithTimeout(ctx, openWithin)
		b.kv, err = b.open(trying, c.Replicas)
		cancel()
		if err == nil {
			return b, nil
		}
		// Another process makes it at this moment: not every server knows it yet, and
		// who asked for the same isn't always answered.
		passing := errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, context.DeadlineExceeded)
		if !passing || !wait(ctx, pauseMax) {
			break
		}
	}
	return nil, fmt.Errorf("bucket %s: %w", b.name, err)
}

// How often the bucket is asked for at the start, and for how long each time.
const (
	openTries  = 10
	openWithin = 2 * time.Second
)

// open opens the bucket, or makes it.
func (b *bucket) open(ctx context.Context, replicas int) (jetstream.KeyValue, error) {
	kv, err := b.js.KeyValue(ctx, b.name)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		kv, err = b.js.CreateKeyValue(ctx, jetstream.KeyValueConfig{
			Bucket: b.name, Description: "which process has what", History: 1, MaxValueSize: maxRecord + 1<<10, // headers count
			LimitMarkerTTL: markers, Replicas: replicas,
		})
		if errors.Is(err, jetstream.ErrBucketExists) { // another process was faster
			kv, err = b.js.KeyValue(ctx, b.name)
		}
	}
	switch {
	case errors.Is(err, jetstream.ErrLimitMarkerTTLNotSupported):
		return nil, fmt.Errorf("%w: it takes NATS 2.11 or later", ErrUnsupported)
	case errors.Is(err, jetstream.ErrBadBucket):
		return nil, fmt.Errorf("%w: it is a stream of another kind", ErrUnsupported)
	case err != nil:
		return nil, err
	}
	return kv, b.suits(ctx, replicas)
}

// suits checks the bucket that is there, and gives it the replicas it lacks.
func (b *bucket) suits(ctx context.Context, replicas int) error {
	stream, err := b.js.Stream(ctx, b.stream())
	if err != nil {
		return err
	}
	is := stream.CachedInfo().Config
	if !is.AllowMsgTTL || is.SubjectDeleteMarkerTTL == 0 || is.MaxMsgsPerSubject != 1 {
		return fmt.Errorf("%w: remove it while no process is running", ErrUnsupported)
	}
	if is.Replicas >= replicas {
		return nil
	}
	is.Replicas = replicas
	if _, err := b.js.UpdateStream(ctx, is); err != nil {
		return fmt.Errorf("give it %d replicas: %w", replicas, err)
	}
	return nil
}

func (b *bucket) stream() string { return "KV_" + b.name }

func (b *bucket) subject(key Key) string { return "$KV." + b.name + "." + string(key) }

// errConflict says that the key is not at the revision the write was for.
var errConflict = errors.New("the key has changed")

// write puts a value in a key that is at the revision before, 0 if it never was,
// and returns the new one. Any error but errConflict leaves open whether it was
// written.
func (b *bucket) write(ctx context.Context, key Key, value []byte, before uint64) (revision uint64, err error) {
	return b.publish(ctx, &nats.Msg{Subject: b.subject(key), Data: value}, before, b.ttl)
}

// remove takes away a key that is at the revision before. In its place stands what says
// who gave it up; one that has expired leaves nothing.
func (b *bucket) remove(ctx context.Context, key Key, value []byte, before uint64) error {
	_, err := b.publish(ctx, &nats.Msg{Subject: b.subject(key), Data: value, Header: nats.Header{
		headerOperation:     {"PURGE"},
		jetstream.MsgRollup: {jetstream.MsgRollupSubject},
	}}, before, markers)
	return err
}

// headerOperation is the header of a bucket's markers.
const headerOperation = "KV-Operation"

func (b *bucket) publish(ctx context.Context, m *nats.Msg, before uint64, ttl time.Duration) (uint64, error) {
	ack, err := b.js.PublishMsg(ctx, m, jetstream.WithExpectLastSequencePerSubject(before), jetstream.WithMsgTTL(ttl),
		jetstream.WithRetryAttempts(0)) // when a writing was sent is counted from, so each has its own
	if err == nil {
		return ack.Sequence, nil
	}
	// Only this code says that the key has changed. 10164, which the client takes for
	// the same, says that a write of the key is under way: nobody knows how it ends.
	if api, is := errors.AsType[*jetstream.APIError](err); is && api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence {
		return 0, errConflict
	}
	return 0, err
}

// An entry is a key as it is.
type entry struct {
	revision uint64 // 0: it never was
	present  bool   // false: it is gone
	record   record // of one that is gone: who gave it up; zero if it expired, or isn't understood
}

// read asks the leader of the bucket's stream for a key. A replica might answer
// with what was.
func (b *bucket) read(ctx context.Context, key Key) (entry, error) {
	request, err := json.Marshal(map[string]string{"last_by_subj": b.subject(key)})
	if err != nil {
		return entry{}, err
	}
	answer, err := b.conn.RequestWithContext(ctx, "$JS.API.STREAM.MSG.GET."+b.stream(), request)
	if err != nil {
		return entry{}, err
	}
	var response struct {
		Error   *jetstream.APIError `json:"error"`
		Message *struct {
			Sequence uint64 `json:"seq"`
			Header   []byte `json:"hdrs"`
			Data     []byte `json:"data"`
		} `json:"message"`
	}
	if err := json.Unmarshal(answer.Data, &response); err != nil {
		return entry{}, fmt.Errorf("read %s: %w", key, err)
	}
	switch m := response.Message; {
	case response.Error != nil && response.Error.ErrorCode == jetstream.JSErrCodeMessageNotFound:
		return entry{}, nil
	case response.Error != nil:
		return entry{}, response.Error
	case m == nil:
		return entry{}, fmt.Errorf("read %s: the server's answer holds nothing", key)
	default:
		header, err := nats.DecodeHeadersMsg(m.Header)
		if len(m.Header) > 0 && err != nil {
			return entry{}, fmt.Errorf("read %s: %w", key, err)
		}
		gone := header.Get(headerOperation) != "" || header.Get(jetstream.MarkerReasonHeader) != ""
		found := entry{revision: m.Sequence, present: !gone}
		if !gone {
			found.record, _ = readRecord(key, m.Data) // what isn't understood is somebody else's
		}
		return found, nil
	}
}
