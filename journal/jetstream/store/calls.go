package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"familiar/journal"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A Sent is a write whose answer has not come.
type Sent struct {
	acks   *acks
	number uint64
	answer chan ack
	Reply  string // where the answer comes
}

// Wait returns the write's sequence.
func (s Sent) Wait(ctx context.Context) (uint64, error) { return s.acks.wait(ctx, s.number, s.answer) }

// WaitBoth waits at most as long as both.
func (s Sent) WaitBoth(ctx, limit context.Context) (uint64, error) {
	return s.acks.waitBoth(ctx, limit, s.number, s.answer)
}

// Forget returns the answer up: the write was not sent, or nobody waits for it.
func (s Sent) Forget() { s.acks.forget(s.number, s.answer) }

// Expect prepares for the answer of a write that the caller sends. It waits for
// room, at most as long as both; also may be nil.
func (s *Store) Expect(ctx, limit context.Context, also Outcome) (Sent, error) {
	name, answer, err := s.acks.expect(ctx, limit, writer{also: also})
	if err != nil {
		return Sent{}, err
	}
	return Sent{&s.acks, name.number, answer, name.reply}, nil
}

// Send writes a message and does not wait for the answer.
func (s *Store) Send(ctx context.Context, m nats.Msg) (Sent, error) {
	return s.SendWith(ctx, m, s.conn.PublishMsg)
}

// SendWith is send by a publish of the caller's.
func (s *Store) SendWith(ctx context.Context, m nats.Msg, publish func(*nats.Msg) error) (Sent, error) {
	under, err := s.Expect(ctx, ctx, nil)
	if err != nil {
		return Sent{}, err
	}
	m.Reply = under.Reply
	if err := publish(&m); err != nil {
		under.Forget()
		return Sent{}, Known(err)
	}
	return under, nil
}

// Publish writes one message and waits for the answer: its sequence. One with a
// condition is written again, as long as ctx lasts, while another write that the
// condition is about is under way.
func (s *Store) Publish(ctx context.Context, subject string, body []byte, header nats.Header) (seq uint64, err error) {
	err = s.Decided(ctx, func() error {
		under, err := s.Send(ctx, nats.Msg{Subject: subject, Data: body, Header: header})
		if err != nil {
			return err
		}
		seq, err = under.Wait(ctx)
		return err
	})
	return seq, err
}

// The pauses before a write is sent again that waits for another; they double.
const (
	pendingMin = 2 * time.Millisecond
	pendingMax = 100 * time.Millisecond
)

// Decided repeats a write, as long as ctx lasts, until no other is under way that
// its condition is about.
func (s *Store) Decided(ctx context.Context, write func() error) error {
	for pause := pendingMin; ; pause = min(2*pause, pendingMax) {
		err := write()
		if !errors.Is(err, journal.ErrPending) || !s.wait(ctx, pause) {
			return err
		}
	}
}

// API asks the server's JetStream and reads its answer into v.
func (s *Store) API(ctx context.Context, call string, request, v any) error {
	body, err := json.Marshal(request)
	if err != nil {
		return fmt.Errorf("%s: %w", call, err)
	}
	answer, err := s.request(ctx, "$JS.API."+call, body)
	if err != nil {
		return fmt.Errorf("%s: %w", call, Known(err))
	}
	var response struct {
		Error *jetstream.APIError `json:"error"`
	}
	if err := json.Unmarshal(answer.Data, &response); err != nil {
		return fmt.Errorf("%s: %w", call, err)
	}
	if response.Error != nil {
		return fmt.Errorf("%s: %w", call, Known(response.Error))
	}
	if err := json.Unmarshal(answer.Data, v); err != nil {
		return fmt.Errorf("%s: %w", call, err)
	}
	return nil
}

// askedAgain is after how long a question is repeated: a cluster may drop one about
// a stream that is being made, or whose leader goes. It changes nothing to
// ask twice.
const askedAgain = 2 * time.Second

func (s *Store) request(ctx context.Context, subject string, body []byte) (*nats.Msg, error) {
	if !s.Outside() {
		return s.conn.RequestWithContext(ctx, subject, body)
	}
	for {
		try, cancel := context.WithTimeout(ctx, askedAgain)
		answer, err := s.conn.RequestWithContext(try, subject, body)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
			return answer, err
		}
	}
}

// State asks how a stream stands.
func (s *Store) State(ctx context.Context, stream string) (jetstream.StreamState, error) {
	var info jetstream.StreamInfo
	err := s.API(ctx, "STREAM.INFO."+stream, struct{}{}, &info)
	return info.State, err
}

// NewestIn asks for the sequence of a stream's newest message; 0: it never had
// one, or the error says why it isn't known.
func (s *Store) NewestIn(ctx context.Context, stream string) (uint64, error) {
	bounded, cancel := s.Bounded(ctx)
	defer cancel()
	state, err := s.State(bounded, stream)
	if err != nil {
		return 0, err
	}
	return state.LastSeq, nil
}

// Purge takes out what a stream has before sequence `before`.
func (s *Store) Purge(ctx context.Context, stream string, before uint64) error {
	if err := s.Purging(stream, before); err != nil {
		return err
	}
	return s.purge(ctx, stream, jetstream.StreamPurgeRequest{Sequence: before})
}

// PurgeSubject takes out what a stream has of a subject.
func (s *Store) PurgeSubject(ctx context.Context, stream, subject string) error {
	return s.purge(ctx, stream, jetstream.StreamPurgeRequest{Subject: subject})
}

func (s *Store) purge(ctx context.Context, stream string, what jetstream.StreamPurgeRequest) error {
	var purged struct{}
	return s.API(ctx, "STREAM.PURGE."+stream, what, &purged)
}

// Purging writes down that a stream's records before a sequence go on purpose.
func (s *Store) Purging(stream string, before uint64) error {
	if s.Server == nil {
		return nil
	}
	return s.Server.Purging(stream, before)
}

// Request writes a message whose answer comes where reply says.
func (s *Store) Request(subject, reply string, data []byte) error {
	return Known(s.conn.PublishRequest(subject, reply, data))
}

// PublishMsg writes a message without waiting for room or for its answer.
func (s *Store) PublishMsg(m *nats.Msg) error { return s.conn.PublishMsg(m) }

// Held asks what there is in a stream; one that is missing is empty.
func (s *Store) Held(ctx context.Context, name string) (jetstream.StreamState, error) {
	bounded, cancel := context.WithTimeout(ctx, max(s.Within, 10*time.Second))
	defer cancel()
	found, err := s.js.Stream(bounded, name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return jetstream.StreamState{}, nil
	}
	if err != nil {
		return jetstream.StreamState{}, fmt.Errorf("stream %s: %w", name, Known(err))
	}
	return found.CachedInfo().State, nil
}

// StateWithin is State within the limit of a call.
func (s *Store) StateWithin(ctx context.Context, stream string) (jetstream.StreamState, error) {
	bounded, cancel := s.Bounded(ctx)
	defer cancel()
	return s.State(bounded, stream)
}
