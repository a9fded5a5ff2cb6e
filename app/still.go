package app

import (
	"context"
	"errors"
	"time"

	"familiar/actors/channel"
	"familiar/cluster/verbs"
	"familiar/messages"
)

// still asks a channel, wherever it is, whether it waits for a post. An error says that
// nobody knows yet.
func (a *App) still(ctx context.Context, id messages.ChannelID, post messages.PostID) (open bool, err error) {
	return askOfPost(ctx, a, id, post, askStill, a.stillHere)
}

// askOfPost asks a post's channel something: by here in this process, else by that verb.
func askOfPost[Answer any](ctx context.Context, a *App, id messages.ChannelID, post messages.PostID, verb verbs.Ask[stillAsked, Answer],
	here func(context.Context, messages.ChannelID, messages.PostID) (Answer, error),
) (Answer, error) {
	if a.Sharing == nil || a.reader.Expects(id) {
		return here(ctx, id, post)
	}
	return askChannel(ctx, a, id, verb, stillAsked{id, post})
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
	moot, err := askOfPost(ctx, a, p.Channel, p.ID, askMoot, a.mootHere)
	return moot && err == nil
}

// mootHere asks a channel of this process whether a post is moot.
func (a *App) mootHere(ctx context.Context, id messages.ChannelID, post messages.PostID) (moot bool, err error) {
	return askHere(ctx, a, id, mootWithin, func(reply chan<- bool) any { return channel.Moot{Post: post, Reply: reply} })
}

// quoting asks the channel of a post, wherever it is, how the line reads that the post
// answers. While that isn't known it reads as it did, for the reason that [mootWithin] gives.
func (a *App) quoting(ctx context.Context, p messages.Post) messages.Quoted {
	ctx, cancel := context.WithTimeout(ctx, mootWithin)
	defer cancel()
	now, err := askOfPost(ctx, a, p.Channel, p.ID, askQuoting, a.quotingHere)
	if err != nil {
		return p.Quoting
	}
	return now
}

// quotingHere asks a channel of this process how the line reads that a post answers.
func (a *App) quotingHere(ctx context.Context, id messages.ChannelID, post messages.PostID) (now messages.Quoted, err error) {
	return askHere(ctx, a, id, mootWithin, func(reply chan<- messages.Quoted) any { return channel.Quoting{Post: post, Reply: reply} })
}

var errElsewhere = errors.New("the channel is another process's, or nobody's yet")

// stillHere asks a channel of this process whether it waits for a post.
func (a *App) stillHere(ctx context.Context, id messages.ChannelID, post messages.PostID) (open bool, err error) {
	return askHere(ctx, a, id, stillWithin, func(reply chan<- bool) any { return channel.Still{Post: post, Reply: reply} })
}

// askHere sends a channel of this process a question, and returns what it replies. That
// counts only if the channel is still this process's after that: one that another process
// has meanwhile doesn't know what holds there.
func askHere[Answer any](ctx context.Context, a *App, id messages.ChannelID, within time.Duration, question func(reply chan<- Answer) any) (answer Answer, err error) {
	var none Answer
	if !a.reader.AwaitChannel(ctx, id) || !a.hosts(id) {
		return none, errElsewhere
	}
	owned := a.readings.of(a.Journal.Partition(id))
	if owned == nil {
		return none, errElsewhere
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	reply := make(chan Answer, 1)
	a.send(channel.Key(id), question(reply))
	select {
	case answer = <-reply:
	case <-owned.reading.Done():
	case <-ctx.Done():
		return none, ctx.Err()
	}
	if err := owned.check(); err != nil {
		return none, err
	}
	return answer, nil
}
