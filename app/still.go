package app

import (
	"context"
	"time"

	"familiar/messages"
)

// still asks a channel, wherever it is, whether it waits for a post. An error says that
// nobody knows yet.
func (a *App) still(ctx context.Context, id messages.ChannelID, post messages.PostID) (open bool, err error) {
	return askStill.put(ctx, a, stillAsked{id, post})
}

// stillWithin is how long a live channel may take to say whether it still wants a kept
// post.
const stillWithin = time.Minute

// mootWithin is how long a channel may take to say whether a post is moot. Beyond it the
// post is made: people wait for it, and hardly any is.
const mootWithin = 250 * time.Millisecond

// moot asks the channel of a post, wherever it is, whether that is not to be made any more.
// One of a familiar that has left the configuration is: a start wouldn't make it either. So
// is one for an account that the familiar doesn't have any more. Of a channel of another
// process only that can say, whose configuration may be newer.
func (a *App) moot(ctx context.Context, p messages.Post) bool {
	if a.Sharing == nil || a.reader.Expects(p.Channel) {
		if seat := a.in(p.Channel).SeatOf(p.Familiar); seat == nil || seat.Account != p.Account {
			return true
		}
	}
	ctx, cancel := context.WithTimeout(ctx, mootWithin)
	defer cancel()
	moot, err := askMoot.put(ctx, a, stillAsked{p.Channel, p.ID})
	return moot && err == nil
}

// quoting asks the channel of a post, wherever it is, how the line reads that the post
// answers. While that isn't known it reads as it did, for the reason that [mootWithin] gives.
func (a *App) quoting(ctx context.Context, p messages.Post) messages.Quoted {
	ctx, cancel := context.WithTimeout(ctx, mootWithin)
	defer cancel()
	now, err := askQuoting.put(ctx, a, stillAsked{p.Channel, p.ID})
	if err != nil {
		return p.Quoting
	}
	return now
}
