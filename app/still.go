package app

import (
	"context"
	"errors"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

// How often a channel is asked again that nobody answers for: at first it may be on its
// way from one process to another.
const (
	askAgain    = 50 * time.Millisecond
	askAgainMax = 5 * time.Second
	askedLong   = 12 // tries after which the log says so: half a minute
)

// still asks a channel, wherever it is, whether it waits for a post, until somebody
// knows or ctx ends.
func (a *App) still(ctx context.Context, id messages.ChannelID, post messages.PostID) (open bool, err error) {
	for try := 1; ; try++ {
		if a.Sharing == nil || a.reader.Expects(id) {
			open, err = a.stillHere(ctx, id, post)
		} else {
			open, err = askChannel(ctx, a, id, askStill, stillAsked{id, post})
		}
		if err == nil {
			return open, nil
		}
		if try == askedLong {
			a.Log.Warn("post waits, nobody says whether its channel still wants it", "channel", string(id), "post", string(post), "err", err)
		}
		if !adapter.Wait(ctx, adapter.Doubled(askAgain, askAgainMax, try)) {
			return false, errors.Join(ctx.Err(), err)
		}
	}
}

// stillWithin is how long a live channel may take to say whether it still wants a kept
// post.
const stillWithin = time.Minute

var errElsewhere = errors.New("the channel is another process's, or nobody's yet")

// stillHere asks a channel of this process whether it waits for a post. What it says
// counts only if it is still this process's after that: one that another process has
// meanwhile doesn't know what it waits for there.
func (a *App) stillHere(ctx context.Context, id messages.ChannelID, post messages.PostID) (open bool, err error) {
	owned := a.readings.of(a.Journal.Partition(id)) // first: it is owned without a gap until it is looked at again
	if owned == nil || !a.reader.AwaitChannel(ctx, id) || !a.hosts(id) {
		return false, errElsewhere
	}
	ctx, cancel := context.WithTimeout(ctx, stillWithin)
	defer cancel()
	reply := make(chan bool, 1)
	channels{a}.still(id, post, reply)
	select {
	case open = <-reply:
	case <-owned.reading.Done():
	case <-ctx.Done():
		return false, ctx.Err()
	}
	if err := owned.check(); err != nil {
		return false, err
	}
	return open, nil
}
