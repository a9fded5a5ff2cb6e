// Package scheduling has channels that nobody talks in take up the schedules of
// their familiars. A channel that is awake does so by itself, and one that has
// done so wakes when an occasion comes, as with every deadline.
package scheduling

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"familiar/internal/sleep"
	"familiar/journal"
	"familiar/messages"
	"familiar/policy/conversation"
)

// When an Armer looks, and how it spreads its work.
const (
	lookFirst = 2 * time.Second
	lookEvery = 15 * time.Second
	lookRest  = time.Millisecond      // between two channels whose state is read
	wakeRest  = 20 * time.Millisecond // after one that is woken
)

// An Armer wakes channels that don't know of their schedules yet, after the
// program's start, a reload, or when another process's partition has come. All
// fields are needed.
type Armer struct {
	Journal  journal.Journal
	Settings func() Settings         // in force
	Clock    func() messages.Instant // of the journal's records
	Log      *slog.Logger
}

// Settings are what an [Armer] needs to know of a configuration.
type Settings struct {
	Generation int
	Scheduled  bool                                          // some familiar has a schedule somewhere
	Channel    func(messages.ChannelID) *conversation.Config // nil: nobody is there
}

// A look is what an armer last looked at a partition by.
type look struct {
	epoch      uint64
	generation int
}

// Run looks until ctx ends.
func (a Armer) Run(ctx context.Context) {
	looked := map[int]look{}
	for pause := lookFirst; sleep.For(ctx, pause); pause = lookEvery {
		settings := a.Settings()
		if !settings.Scheduled {
			clear(looked)
			continue
		}
		for p := range a.Journal.Partitions() {
			now := look{a.Journal.Epoch(p), settings.Generation}
			if now.epoch == journal.NoEpoch || looked[p] == now {
				continue
			}
			switch err := a.arm(ctx, p, &settings); {
			case err == nil:
				looked[p] = now
			case ctx.Err() == nil:
				a.Log.Warn("schedules not taken up yet", "partition", p, "err", err)
			}
		}
	}
}

// arm wakes the channels of a partition that don't know of their schedules. A
// state that can't be read keeps no other channel from it, and the error tells of
// the first.
func (a Armer) arm(ctx context.Context, partition int, settings *Settings) error {
	var unread error
	for id, err := range a.Journal.Aged(ctx, partition, a.Clock().Add(time.Hour)) {
		if err != nil {
			return fmt.Errorf("look for channels: %w", err)
		}
		config := settings.Channel(id)
		if config == nil || !config.Schedules(id) {
			continue
		}
		if !sleep.For(ctx, lookRest) {
			return context.Cause(ctx)
		}
		knows, err := a.knows(ctx, id, config)
		if err != nil && unread == nil {
			unread = err
		}
		if knows || err != nil {
			continue
		}
		_, err = a.Journal.Append(ctx, journal.EpochOf(a.Journal, id), id, messages.Reconfigured{Generation: settings.Generation})
		if errors.Is(err, journal.ErrConflict) { // then another process has the channel, and sees to it
			return nil
		}
		if err != nil {
			return fmt.Errorf("wake %s: %w", id, err)
		}
		if !sleep.For(ctx, wakeRest) {
			return context.Cause(ctx)
		}
	}
	return unread
}

// knows reports whether a channel waits for all its occasions already.
func (a Armer) knows(ctx context.Context, id messages.ChannelID, config *conversation.Config) (bool, error) {
	s, err := a.Journal.Load(ctx, id)
	if err != nil {
		return false, fmt.Errorf("schedules of %s: %w", id, err)
	}
	if s.Revision == 0 {
		return true, nil
	}
	state, err := conversation.Kept(s.Body)
	if err != nil {
		return false, fmt.Errorf("schedules of %s: %w", id, err)
	}
	return state.KnowsSchedules(config), nil
}
