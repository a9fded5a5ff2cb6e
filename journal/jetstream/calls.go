package jetstream

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// publish writes one message and waits for the answer: its sequence.
func (j *Journal) publish(ctx context.Context, subject string, body []byte, header nats.Header) (uint64, error) {
	number, reply, answer, err := j.acks.expect(ctx, ctx)
	if err != nil {
		return 0, err
	}
	if err := j.conn.PublishMsg(&nats.Msg{Subject: subject, Reply: reply, Data: body, Header: header}); err != nil {
		j.acks.forget(number)
		return 0, known(err)
	}
	return j.acks.wait(ctx, number, answer)
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

// purge takes out what a stream has before sequence `before`.
func (j *Journal) purge(ctx context.Context, stream string, before uint64) error {
	var purged struct{}
	return j.api(ctx, "STREAM.PURGE."+stream, jetstream.StreamPurgeRequest{Sequence: before}, &purged)
}
