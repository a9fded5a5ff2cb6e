package slack

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/slack-go/slack"

	"familiar/actors/adapter"
	"familiar/internal/sleep"
	"familiar/messages"
)

// History implements adapter.Historian. The root of a thread is its first
// line there. Of a thread the first 2000 messages are read.
func (a *Account) History(ctx context.Context, channel messages.ChannelID, head, tail int) ([]*messages.Line, error) {
	me, err := a.who(ctx)
	if err != nil {
		return nil, err
	}
	at, err := placeIn(channel)
	if err != nil {
		return nil, fmt.Errorf("slack: account %s: history: %w: %w", a.id, adapter.ErrGone, err)
	}
	wanted := span{place: at}
	if at.thread == "" {
		if wanted.most = tail; tail <= 0 {
			return nil, nil
		}
	}
	read, _, err := a.pages(ctx, wanted)
	if err != nil {
		return nil, err
	}
	if at.thread != "" && len(read) > head+tail {
		read = append(read[:head:head], read[len(read)-tail:]...)
	}
	return a.past(ctx, channel, read, me), nil
}

// past returns messages of the history that are lines.
func (a *Account) past(ctx context.Context, channel messages.ChannelID, read []slack.Message, me self) []*messages.Line {
	at, _ := placeIn(channel)
	var past []*messages.Line
	for i := range read {
		m := messageOf(&read[i], at.chat)
		m.Type = "message"
		if noticeOf(m, me).kind != heard {
			continue
		}
		line := a.line(ctx, channel, m, me)
		line.Backfilled = true
		if at.thread != "" && m.TS == at.thread {
			line.Root = line.ID
		}
		past = append(past, line)
	}
	return past
}

const (
	// gapMost is how many lines of one channel are fetched after a gap.
	gapMost = 100
	// threadsMost is how many threads of one are asked for then.
	threadsMost = 20
	// gapWithin is how long a channel waits for them. Slack's limits are those
	// of a minute, and a gap that is not filled now never will be.
	gapWithin = 90 * time.Second
)

// fillGaps puts before all that will be heard next, in each channel heard of
// lately, what was said there since. The gap ends when we began to connect.
// What Slack sends again comes as new, so it is waited for.
func (l *listener) fillGaps(end messages.Instant) {
	l.gap = gap{end: end, sent: time.Now().Add(l.config.Again), asked: make(map[messages.ChannelID]bool)}
	recent := l.marks.recent()
	for _, m := range recent {
		l.gap.asked[m.channel] = true
	}
	for _, m := range recent {
		l.fillLater(m)
	}
}

// A gap is the time in which nobody was connected.
type gap struct {
	end   messages.Instant
	sent  time.Time                   // by then Slack has sent again what it does
	asked map[messages.ChannelID]bool // heard of before it
}

func (l *listener) fillLater(since mark) {
	l.lanes.add(&job{channel: since.channel, take: func(ctx context.Context) error {
		if !sleep.For(ctx, time.Until(l.gap.sent)) {
			return nil // the next connection fills it
		}
		return l.fill(ctx, since)
	}})
}

// fill hands over which of a channel's lines changed since its mark, then its
// lines since that were not heard. What was said after the gap's end, or was
// delivered meanwhile, is not backfilled: it only comes this way first. A history that can't be read leaves a gap and
// holds nothing up.
func (l *listener) fill(ctx context.Context, since mark) error {
	channel := since.channel
	at, err := placeIn(channel)
	if err != nil {
		return fmt.Errorf("%w: %w", adapter.ErrRefused, err)
	}
	said := l.lately(ctx, channel)
	wanted := span{place: at, oldest: since.ts, most: gapMost}.wider(said)
	read, more, err := l.missed(ctx, wanted)
	if errors.Is(err, errStopped) {
		return err // the next connection goes on here
	}
	if err != nil || more {
		l.log.Warn("slack gap not filled", "channel", string(channel), "since", since.ts, "more", more, "err", err)
	}
	if err == nil {
		if err := l.away(ctx, channel, wanted, said, read, more); err != nil {
			return err
		}
	}
	for i := range read {
		m := messageOf(&read[i], at.chat)
		m.Type = "message"
		n := noticeOf(m, l.me)
		if n.kind != heard || n.channel != channel || !after(m.TS, since.ts) || l.lanes.taken.Has(n.key) {
			continue
		}
		l.heardIn.rememberStand(m)
		line := l.line(ctx, channel, m, l.me)
		line.Backfilled = line.At < l.gap.end && !l.lanes.waits(channel, n.key)
		if err := l.hear(ctx, channel, messages.Heard{Line: line}); err != nil {
			return err
		}
		l.lanes.taken.Put(n.key, struct{}{})
		l.marks.set(channel, m.TS)
	}
	if at.thread == "" {
		l.fillThreads(at.chat, read, since.ts)
	}
	return nil
}

// fillThreads has those of a chat's messages asked for, the newest first, that
// something was answered to since a ts: a thread that began in the gap was
// never heard of.
func (l *listener) fillThreads(chat string, read []slack.Message, since string) {
	left := threadsMost
	for i := len(read) - 1; i >= 0 && left > 0; i-- {
		thread := l.me.channel(chat, read[i].Timestamp)
		if newest := read[i].LatestReply; isTS(newest) && after(newest, since) && !l.gap.asked[thread] {
			l.fillLater(mark{thread, since})
			left--
		}
	}
}

// errStopped says that the lanes stopped before Slack's limit had passed.
var errStopped = errors.New("stopped while waiting for Slack's rate limit")

// missed is pages for a gap: it waits for Slack's limits.
func (l *listener) missed(ctx context.Context, s span) (read []slack.Message, more bool, err error) {
	running := l.lanes.run()
	ctx, done := context.WithTimeout(ctx, gapWithin)
	defer done()
	waiting, stop := context.WithTimeout(running, gapWithin)
	defer stop()
	err = adapter.Patiently(waiting, func() (err error) {
		read, more, err = l.pages(ctx, s)
		return err
	})
	if running.Err() != nil && adapter.PauseOf(err) > 0 {
		return nil, false, errStopped
	}
	return read, more, err
}
