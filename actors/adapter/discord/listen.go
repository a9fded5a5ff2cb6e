package discord

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"familiar/actors/adapter"
)

// Listen implements adapter.Adapter. It keeps as many shards connected as
// Discord recommends, each by itself: a lost connection is taken up again
// where it ended, and where that can't be, lines that were missed are fetched.
// It returns when ctx ends, when Discord wants another number of shards, or
// with [adapter.ErrGone] when the token is refused. Without the MESSAGE CONTENT
// intent it hears what Discord tells without it.
//
// What was read and not taken when it ends is read again by the next Listen.
func (a *Account) Listen(ctx context.Context, hear adapter.Hear) error {
	if !a.listening.TryLock() {
		return fmt.Errorf("discord: account %s is already listening", a.id)
	}
	defer a.listening.Unlock()
	err := a.listen(ctx, hear)
	if err == nil || ctx.Err() != nil {
		return nil
	}
	return fmt.Errorf("discord: %w", err)
}

func (a *Account) listen(ctx context.Context, hear adapter.Hear) error {
	if err := a.known(ctx); err != nil {
		return err
	}
	if err := a.plan(ctx); err != nil {
		return err
	}
	a.recall(ctx)
	ctx, stop := context.WithCancelCause(ctx)
	lanes := newLanes(ctx, a, hear)
	var shards sync.WaitGroup // each reads a socket of its own
	for _, s := range a.shards {
		shards.Go(func() {
			if err := s.stayConnected(ctx, lanes); err != nil {
				stop(err)
			}
		})
	}
	shards.Wait()
	stop(nil)
	lanes.wait()
	for _, s := range a.shards {
		s.rewind()
	}
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// plan asks Discord how to connect and makes the shards, of which those that
// were there before keep their sessions.
func (a *Account) plan(ctx context.Context) error {
	var answer struct {
		URL    string `json:"url"`
		Shards int    `json:"shards"`
		Start  struct {
			Remaining      *int  `json:"remaining"`
			ResetAfter     int64 `json:"reset_after"` // ms
			MaxConcurrency int   `json:"max_concurrency"`
		} `json:"session_start_limit"`
	}
	if err := a.rest.call(ctx, "GET", discordgo.EndpointGatewayBot, discordgo.EndpointGatewayBot, nil, &answer); err != nil {
		return fmt.Errorf("ask for the gateway: %w", err)
	}
	if address, err := url.Parse(answer.URL); err != nil || address.Scheme != "wss" && address.Scheme != "ws" {
		return errors.New("ask for the gateway: the answer has no address")
	}
	n := min(max(answer.Shards, 1), maxShards)
	if len(a.shards) != n {
		a.shards = make([]*shard, n)
		for i := range a.shards {
			a.shards[i] = &shard{account: a, number: i, of: n}
		}
	}
	a.gate = a.gate.sized(max(answer.Start.MaxConcurrency, 1), a.config.IdentifyEvery)
	fresh := 0
	for _, s := range a.shards {
		s.gateway = answer.URL
		if s.session == "" {
			fresh++
		}
	}
	left := maxSessions
	if answer.Start.Remaining != nil {
		left = *answer.Start.Remaining
	}
	a.gate.left.Store(int64(left))
	if left < fresh {
		return adapter.RetryAfter(time.Duration(answer.Start.ResetAfter)*time.Millisecond, errors.New("the bot can't start any more sessions today"))
	}
	return nil
}

const (
	maxShards   = 1024 // that Discord may recommend
	maxSessions = 1000 // that may be begun a day, if Discord doesn't say
)
