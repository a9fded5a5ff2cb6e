package feishu

import (
	"context"
	"fmt"

	"familiar/actors/adapter"
	"familiar/messages"
)

// An anchor is the line a post answers on the network; none: it stands for
// itself.
type anchor struct {
	line   messages.LineID
	thread bool // in a thread, which it begins if there is none
}

// anchor chooses it. In a thread there has to be one, since the network posts
// there only by answering.
func (a *Account) anchor(ctx context.Context, p messages.Post, place messages.Channel) (anchor, error) {
	if place.Thread == "" {
		return anchor{p.ReplyTo, p.Thread && p.ReplyTo != ""}, nil
	}
	if line, known := a.lines.find(p.ReplyTo); p.ReplyTo != "" && (!known || line.channel == place.ID()) {
		return anchor{p.ReplyTo, true}, nil
	}
	if last, ok := a.lines.newest(place.ID()); ok {
		return anchor{last.id, true}, nil
	}
	return a.otherAnchor(ctx, place, "")
}

// otherAnchor chooses one for want of a line that is gone.
func (a *Account) otherAnchor(ctx context.Context, place messages.Channel, gone messages.LineID) (anchor, error) {
	if place.Thread == "" {
		return anchor{}, nil
	}
	last, err := a.list(ctx, place, listing{most: 10, newest: true})
	if err != nil {
		return anchor{}, err
	}
	for _, i := range last {
		if !i.Deleted && i.ID != string(gone) {
			return anchor{messages.LineID(i.ID), true}, nil
		}
	}
	return anchor{}, fmt.Errorf("%w: the thread has no line left to reply to", adapter.ErrGone)
}
