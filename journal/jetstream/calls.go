package jetstream

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A sent is a write whose answer has not come.
type sent struct {
	acks   *acks
	number uint64
	answer chan ack
}

// wait gives the write's sequence.
func (s sent) wait(ctx context.Context) (uint64, error) { return s.acks.wait(ctx, s.number, s.answer) }

// send writes a message and does not wait for the answer.
func (j *Journal) send(ctx context.Context, m nats.Msg) (sent, error) {
	return j.sendWith(ctx, m, j.conn.PublishMsg)
}

// sendWith is send by a publish of the caller's.
func (j *Journal) sendWith(ctx context.Context, m nats.Msg, publish func(*nats.Msg) error) (sent, error) {
	number, reply, answer, err := j.acks.expect(ctx, ctx, writer{})
	if err != nil {
		return sent{}, err
	}
	m.Reply = reply
	if err := publish(&m); err != nil {
		j.acks.forget(number)
		return sent{}, known(err)
	}
	return sent{&j.acks, number, answer}, nil
}

// publish writes one message and waits for the answer: its sequence.
func (j *Journal) publish(ctx context.Context, subject string, body []byte, header nats.Header) (uint64, error) {
	under, err := j.send(ctx, nats.Msg{Subject: subject, Data: body, Header: header})
	if err != nil {
		return 0, err
	}
	return under.wait(ctx)
}

// api asks the server's JetStream and reads its answer into v.
func (j *Journal) api(ctx context.Context, call string, request, v any) error {
	body, err := json.Marshal(request)
	if err != nil {
		return fmt.Errorf("%s: %w", call, err)
	}
	answer, err := j.conn.RequestWithContext(ctx, "$JS.API."+call, body)
	if err != nil {
		return fmt.Errorf("%s: %w", call, known(err))
	}
	var response struct {
		Error *jetstream.APIError `json:"error"`
	}
	if err := json.Unmarshal(answer.Data, &response); err != nil {
		return fmt.Errorf("%s: %w", call, err)
	}
	if response.Error != nil {
		return fmt.Errorf("%s: %w", call, known(response.Error))
	}
	if err := json.Unmarshal(answer.Data, v); err != nil {
		return fmt.Errorf("%s: %w", call, err)
	}
	return nil
}

// state asks how a stream stands.
func (j *Journal) state(ctx context.Context, stream string) (jetstream.StreamState, error) {
	var info jetstream.StreamInfo
	err := j.api(ctx, "STREAM.INFO."+stream, struct{}{}, &info)
	return info.State, err
}

// newestIn asks for the sequence of a stream's newest message; 0: it never had
// one, or the error says why it isn't known.
func (j *Journal) newestIn(ctx context.Context, stream string) (uint64, error) {
	bounded, cancel := j.within(ctx)
	defer cancel()
	state, err := j.state(bounded, stream)
	if err != nil {
		return 0, err
	}
	return state.LastSeq, nil
}

// purge takes out what a stream has before sequence `before`.
func (j *Journal) purge(ctx context.Context, stream string, before uint64) error {
	if err := j.purging(stream, before); err != nil {
		return err
	}
	var purged struct{}
	return j.api(ctx, "STREAM.PURGE."+stream, jetstream.StreamPurgeRequest{Sequence: before}, &purged)
}
