package feishu

import (
	"context"
	"slices"
	"time"

	"familiar/actors/adapter"
	"familiar/internal/sleep"
	"familiar/messages"
)

const (
	catchUpPlaces = 100 // channels, the newest ones, that are looked through after a gap
	catchUpLines  = 100 // lines of each
)

// catchUp looks for lines of a gap, in the channels heard before it, when the
// network has had its time to hand them over again. What it finds goes the way
// of everything that is heard.
func (l *listening) catchUp(gaps map[messages.ChannelID]newest) {
	if len(gaps) == 0 {
		return
	}
	// Lines of the time since are on their way by themselves; half of it is
	// left for clocks that differ.
	until := messages.InstantOf(time.Now().Add(l.account.config.CatchUp / 2))
	channels := newestFirst(gaps)
	for _, channel := range channels {
		l.account.unfilled[channel] = gaps[channel]
	}
	l.catching.Go(func() { // Listen goes on meanwhile, and waits for it at its end
		if !sleep.For(l.ctx, l.account.config.CatchUp) {
			return
		}
		for _, channel := range channels {
			err := l.catchUpIn(channel, gaps[channel], until)
			if err != nil {
				l.account.log.Warn("lines of a gap not fetched", "channel", string(channel), "err", err)
			}
			if l.ctx.Err() != nil {
				return
			}
			delete(l.account.unfilled, channel)
		}
	})
}

// catchUpIn takes what was said in a channel after heard and until then.
func (l *listening) catchUpIn(channel messages.ChannelID, heard newest, until messages.Instant) error {
	place, err := parse(channel)
	if err != nil {
		return err
	}
	found, err := l.missed(place, listing{most: catchUpLines, since: heard.at, newest: place.Thread != ""})
	if err != nil {
		return err
	}
	if place.Thread != "" {
		slices.Reverse(found)
	}
	for _, i := range found {
		if at := milliseconds(i.Created); at < heard.at || at > until {
			continue
		}
		e := l.account.backfilled(l.ctx, i, channel, heard.dm, l.me)
		if was, known := l.account.lines.find(e.line.ID); i.Deleted && !(known && was.heard) {
			continue
		} else if i.Deleted {
			e = &arrival{key: "recalled " + i.ID, at: e.at, channel: was.channel, deleted: e.line.ID}
		} else if known && e.line.Author.ID == l.me.author.ID {
			continue // posted from here
		}
		if err := l.awaitTaken(l.ctx, e, 0); err != nil {
			return err
		}
	}
	return nil
}

// missed is list for a gap: it waits for the network's limits.
func (l *listening) missed(place messages.Channel, want listing) (found []item, err error) {
	err = adapter.Patiently(l.ctx, func() (err error) {
		found, err = l.account.list(l.ctx, place, want)
		return err
	})
	return found, err
}

// recallMargin is how much earlier than it was kept a line may have been said,
// with others after it that were still on the way. What comes twice is known
// by its id.
const recallMargin = 10 * time.Second

// recall takes over, once, how far an earlier process heard the channels that
// were talked in last.
func (a *Account) recall(ctx context.Context) {
	if a.recalled || a.config.Past == nil {
		return
	}
	a.recalled = true
	for _, channel := range a.config.Past.Known(ctx, network, catchUpPlaces) {
		if last, at := a.config.Past.Last(ctx, channel); last != "" {
			a.lines.recalled(channel, newest{last, at.Add(-recallMargin), a.isDM(ctx, channel)})
		}
	}
}
