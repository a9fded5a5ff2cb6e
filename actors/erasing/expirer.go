package erasing

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"time"

	"familiar/internal/sleep"
	"familiar/journal"
	"familiar/journal/audit"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/retention"
)

// When an Expirer looks, and how it spreads its work: to look at a channel reads its
// state, to have it forget wakes it and writes its keys anew.
const (
	expireFirst = 10 * time.Second
	expireEvery = time.Hour
	expireLook  = time.Millisecond       // between two channels that are looked at
	expireRest  = 200 * time.Millisecond // between two that are to forget

	// expireMost bounds how many channels forget in one go, and so what is known of
	// them meanwhile; the next go follows at once.
	expireMost = 15_000
)

// expireVerb is what an Expirer does, as the audit names it.
const expireVerb = "expire"

// An Expirer has channels forget what is older than a place keeps, where that is less
// long than the journal does. Of several processes each does so for the partitions it
// owns. All fields are needed.
type Expirer struct {
	Journal  journal.Journal
	Retained func() func(messages.ChannelID) retention.Rule // the rules in force; nil: there are none
	Trail    audit.Trail                                    // is told before texts go
	Clock    func() messages.Instant                        // of the journal's records
	Log      *slog.Logger
}

// Run has channels forget, until ctx ends.
func (e Expirer) Run(ctx context.Context) {
	for pause := expireFirst; sleep.For(ctx, pause); {
		pause = expireEvery
		full, err := e.expire(ctx)
		if err != nil && ctx.Err() == nil {
			e.Log.Warn("texts that are too old left for later", "err", err)
		}
		if full && err == nil {
			pause = expireRest
		}
	}
}

// An expiry is what a channel is to forget.
type expiry struct {
	channel messages.ChannelID
	before  messages.Instant
	rule    retention.Rule
}

// expire has all channels forget whose turn it is, and reports whether there may be
// more of them.
func (e Expirer) expire(ctx context.Context) (full bool, err error) {
	retained := e.Retained()
	if retained == nil {
		return false, nil
	}
	due, failed := e.due(ctx, retained)
	if len(due) == 0 {
		return false, failed
	}
	d := audit.Deed{Via: audit.ByItself, Verb: expireVerb, Detail: detailOf(due)}
	err = audit.Do(ctx, e.Trail, d, audit.AlwaysFailed, func() error { return e.order(ctx, due) })
	return len(due) == expireMost, errors.Join(failed, err)
}

// due returns the channels whose turn it is, at most expireMost. What fails in one
// partition keeps no other from it.
func (e Expirer) due(ctx context.Context, retained func(messages.ChannelID) retention.Rule) (due []expiry, failed error) {
	now := e.Clock()
	for p := range e.Journal.Partitions() {
		if e.Journal.Epoch(p) == journal.NoEpoch {
			continue
		}
		var err error
		if due, err = e.dueIn(ctx, p, now, retained, due); err != nil {
			failed = errors.Join(failed, fmt.Errorf("partition %d: %w", p, err))
		}
	}
	return due, failed
}

// dueIn appends those of one partition. A state that can't be read keeps no other
// channel from it, and the error tells of the first.
func (e Expirer) dueIn(ctx context.Context, partition int, now messages.Instant, retained func(messages.ChannelID) retention.Rule, due []expiry) ([]expiry, error) {
	var unread error
	for id, err := range e.Journal.Aged(ctx, partition, now) {
		if err != nil {
			return due, fmt.Errorf("look for old texts: %w", err)
		}
		rule := retained(id)
		before := rule.Before(now)
		if before == 0 {
			continue
		}
		if len(due) == expireMost || !sleep.For(ctx, expireLook) {
			break
		}
		reaches, err := e.reaches(ctx, id, before)
		if reaches {
			due = append(due, expiry{id, before, rule})
		}
		if err != nil && unread == nil {
			unread = fmt.Errorf("how old the texts of %s are: %w", id, err)
		}
	}
	return due, unread
}

// reaches reports whether a channel may have texts from before that moment.
func (e Expirer) reaches(ctx context.Context, id messages.ChannelID, before messages.Instant) (bool, error) {
	s, err := e.Journal.Load(ctx, id)
	if err != nil || s.Revision == 0 {
		return false, err
	}
	state, err := conversation.Kept(s.Body)
	if err != nil {
		return false, err
	}
	return state.Retained.Reaches(before), nil
}

// order has channels forget, one after another.
func (e Expirer) order(ctx context.Context, due []expiry) error {
	for i, x := range due {
		if i > 0 && !sleep.For(ctx, expireRest) {
			return fmt.Errorf("stopped after %d of %d channels: %w", i, len(due), context.Cause(ctx))
		}
		_, err := e.Journal.Append(ctx, journal.EpochOf(e.Journal, x.channel), x.channel, messages.Forgotten{Before: x.before, Erase: true})
		if err != nil && !errors.Is(err, journal.ErrConflict) { // then another process has the channel, and sees to it
			return fmt.Errorf("%d of %d channels told to forget: %w", i, len(due), err)
		}
	}
	return nil
}

// detailOf says how many channels forget by which rule. The audit names none of them:
// there may be thousands.
func detailOf(due []expiry) string {
	count := map[retention.Rule]int{}
	for _, x := range due {
		count[x.rule]++
	}
	var all []string
	for _, rule := range slices.SortedFunc(maps.Keys(count), func(a, b retention.Rule) int { return strings.Compare(a.Match, b.Match) }) {
		all = append(all, fmt.Sprintf("%s (keep %s): %d", rule.Match, rule.Keep, count[rule]))
	}
	return strings.Join(all, "; ")
}
