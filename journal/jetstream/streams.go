package jetstream

import (
	"context"
	"errors"
	"fmt"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream/store"

	"github.com/nats-io/nats.go/jetstream"
)

// makeStreams makes what is missing and brings the limits of what is there to
// the configuration's.
func (j *Journal) makeStreams(ctx context.Context) error {
	for _, want := range j.plan().Streams() {
		if err := j.makeStream(ctx, want); err != nil {
			return err
		}
	}
	return nil
}

// makeStream makes a stream, or brings its limits to the configuration's. Where an
// outside cluster keeps it, and on how many servers, stays as its operator has it:
// replicas are raised where the configuration asks for more, and never lowered.
func (j *Journal) makeStream(ctx context.Context, want jetstream.StreamConfig) error {
	if j.store.Outside() {
		var is jetstream.StreamInfo
		switch err := j.store.API(ctx, "STREAM.INFO."+want.Name, struct{}{}, &is); {
		case err == nil:
			now := is.Config
			want.Replicas, want.Placement = max(want.Replicas, now.Replicas), now.Placement
		case !errors.Is(err, jetstream.ErrStreamNotFound):
			return fmt.Errorf("stream %s: %w", want.Name, store.Known(err))
		}
	}
	err := j.create(ctx, want)
	if api, is := errors.AsType[*jetstream.APIError](err); is {
		switch api.ErrorCode {
		case store.CodeMaximum:
			return fmt.Errorf("stream %s: the server is not allowed to store %d GiB: raise its max_file_store: %w", want.Name, j.config.MaxBytes>>30, err)
		case codeNoPeers:
			return fmt.Errorf("stream %s: fewer than %d servers are there that may store %d GiB: start them, or raise their max_file_store: %w", want.Name, want.Replicas, j.config.MaxBytes>>30, err)
		default: // it says enough
		}
	}
	if err == nil && j.store.Outside() {
		err = j.awaitStream(ctx, want.Name)
	}
	if err != nil {
		return fmt.Errorf("stream %s: %w", want.Name, err)
	}
	return nil
}

// A cluster that is starting doesn't know all of its servers yet: so long, and so
// often, one is asked again that has too few for the replicas.
const (
	codeNoPeers jetstream.ErrorCode = 10005 // from the server's errors.json
	peersWithin                     = 15 * time.Second
	peersEach                       = 250 * time.Millisecond
)

// createWithin is how long one try of making a stream may take. A cluster answers
// one of several processes that make the same stream at once, and maybe not the
// others, who find it there when they ask again.
const createWithin = 5 * time.Second

func (j *Journal) create(ctx context.Context, want jetstream.StreamConfig) error {
	for began := time.Now(); ; {
		try, cancel := context.WithTimeout(ctx, createWithin)
		_, err := j.store.JetStream().CreateOrUpdateStream(try, want)
		cancel()
		api, is := errors.AsType[*jetstream.APIError](err)
		tooFew := is && api.ErrorCode == codeNoPeers && time.Since(began) < peersWithin
		unanswered := j.store.Outside() && errors.Is(err, context.DeadlineExceeded)
		if !tooFew && !unanswered {
			return store.Known(err)
		}
		select {
		case <-ctx.Done():
			return store.Known(err)
		case <-time.After(peersEach):
		}
	}
}

// answersEach is how often a stream is asked for that was just made or moved.
const answersEach = 20 * time.Millisecond

// awaitStream waits until a stream of an outside server takes writes and answers
// reads. In a cluster one server may have made it and another not know of it yet;
// one that gets more replicas has no leader for a moment. More than half of them
// have to be there, no more: a server may be down.
func (j *Journal) awaitStream(ctx context.Context, name string) error {
	for {
		ready, err := j.answers(ctx, name)
		unknown := errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, journal.ErrAway) || errors.Is(err, context.DeadlineExceeded)
		if ready || err != nil && !unknown {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(answersEach):
		}
	}
}

func (j *Journal) answers(ctx context.Context, name string) (ready bool, err error) {
	ctx, cancel := j.store.Bounded(ctx)
	defer cancel()
	var is jetstream.StreamInfo
	if err := j.store.API(ctx, "STREAM.INFO."+name, struct{}{}, &is); err != nil {
		return false, err
	}
	if c := is.Cluster; c != nil {
		there := 1 // the leader
		for _, p := range c.Replicas {
			if p.Current && !p.Offline {
				there++
			}
		}
		if c.Leader == "" || 2*there <= is.Config.Replicas {
			return false, nil
		}
	}
	_, err = j.store.At(ctx, name, 1)
	return err == nil, err
}
