package app

import (
	"context"
	"errors"
	"time"

	"familiar/actors/channel"
	"familiar/cluster/verbs"
	"familiar/messages"
)

// An about names the channel that a question is for.
type about interface{ of() messages.ChannelID }

// An inquiry is a question that a channel answers, wherever it is: by its actor in this
// process, or by the process that has it.
type inquiry[Question about, Answer any] struct {
	verbs.Ask[Question, Answer]
	within time.Duration                             // that a live channel may take
	ours   func(*App, messages.ChannelID) bool       // it is asked in this process
	actor  func(q Question, reply chan<- Answer) any // what its actor is sent
}

func inquire[Question about, Answer any](verb string, within time.Duration, ours func(*App, messages.ChannelID) bool, actor func(Question, chan<- Answer) any) inquiry[Question, Answer] {
	return inquiry[Question, Answer]{verbs.Ask[Question, Answer]{Name: verb, AtOnce: asksAtOnce, Exact: true}, within, ours, actor}
}

// put asks. An error says that nobody knows, or not yet.
func (i inquiry[Question, Answer]) put(ctx context.Context, a *App, q Question) (Answer, error) {
	if a.Sharing == nil || i.ours(a, q.of()) {
		return i.here(ctx, a, q)
	}
	return askChannel(ctx, a, q.of(), i.Ask, q)
}

// here asks a channel of this process.
func (i inquiry[Question, Answer]) here(ctx context.Context, a *App, q Question) (Answer, error) {
	return askHere(ctx, a, q.of(), i.within, func(reply chan<- Answer) any { return i.actor(q, reply) })
}

// verb returns how this process answers others.
func (i inquiry[Question, Answer]) verb(a *App) verbs.Verb {
	return i.By(func(ctx context.Context, _ string, q Question) (Answer, error) { return i.here(ctx, a, q) })
}

// expects reports whether a channel is this process's or will be: it is waited for.
func (a *App) expects(id messages.ChannelID) bool { return a.reader.Expects(id) }

var errElsewhere = errors.New("the channel is another process's, or nobody's yet")

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
