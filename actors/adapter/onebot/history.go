package onebot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/onebot/wire"
	"familiar/messages"
)

const (
	historyMost = 100             // messages of a group's history that are asked for at once
	channelsBy  = 100             // channels that are looked through after a gap
	skew        = 5 * time.Second // clocks that may differ
)

// history returns a group's newest messages, oldest first. The action is an extension
// that NapCat and go-cqhttp have.
func (a *Account) history(ctx context.Context, in wire.ID, most int) ([]wire.Message, error) {
	var said struct {
		Messages []wire.Message `json:"messages"`
	}
	err := a.call(ctx, "get_group_msg_history", map[string]any{"group_id": in, "count": min(most, historyMost)}, &said)
	all := slices.DeleteFunc(said.Messages, func(m wire.Message) bool { return m.ID == "" || m.User == "" })
	for i := range all {
		all[i].Kind, all[i].Group = "group", in
	}
	slices.SortStableFunc(all, func(m, n wire.Message) int { return int(m.Time - n.Time) })
	return all[max(0, len(all)-most):], err
}

// History implements adapter.Historian, for groups: there are no threads, so all is tail.
func (a *Account) History(ctx context.Context, channel messages.ChannelID, head, tail int) ([]*messages.Line, error) {
	at, me, err := a.place(ctx, channel, "history")
	if err != nil || at.group == "" {
		return nil, err
	}
	all, err := a.history(ctx, at.group, head+tail)
	if err != nil {
		return nil, a.failed("history", err)
	}
	var lines []*messages.Line
	for i := range all {
		line := a.line(channel, &all[i], me)
		line.Backfilled = true
		lines = append(lines, line)
	}
	return lines, nil
}

// search looks through a group's history for a post that was begun. Not to find it
// proves nothing: it may come late.
func (a *Account) search(ctx context.Context, p messages.Post) (messages.LineID, error) {
	at, me, err := a.place(ctx, p.Channel, "search")
	if err != nil {
		return "", err
	}
	doubt := fmt.Errorf("%w: it was being posted when the process or its connection ended, and the implementation doesn't show it", adapter.ErrGone)
	if at.group == "" {
		return "", doubt
	}
	all, err := a.history(ctx, at.group, historyMost)
	switch {
	case errors.Is(err, adapter.ErrGone):
		return "", doubt
	case err != nil:
		return "", err
	}
	want := a.line(p.Channel, &wire.Message{Content: content(p)}, me)
	for i := range all {
		m := &all[i]
		since := p.Meta.At.Add(-skew) <= messages.Instant(m.Time*1000)
		got := a.line(p.Channel, m, me)
		if m.User == me.id && since && says(got, want) && !a.past.posts.Has(stand{p.Channel, m.ID}) {
			return messages.LineID(m.ID), nil
		}
	}
	return "", doubt
}

// says reports whether a message of the account's may be a post: a file by its name.
func says(got, want *messages.Line) bool {
	named := func(a, b messages.Attachment) bool { return a.Name == b.Name }
	return strings.TrimSpace(got.Text) == strings.TrimSpace(want.Text) && got.ReplyTo.ID == want.ReplyTo.ID &&
		slices.EqualFunc(got.Attachments, want.Attachments, named)
}

// catchUp has the lines that were said while nobody listened handed over, before those
// that come now.
func (l *listener) catchUp(ctx context.Context) {
	if l.config.Past == nil {
		return
	}
	for _, channel := range l.config.Past.Known(ctx, network, channelsBy) {
		at, err := l.me.placeIn(channel)
		if err != nil || at.group == "" {
			continue
		}
		l.queues.Add(channel, func(ctx context.Context) { l.missed(ctx, channel, at.group) })
	}
}

// missed hands over what was said in a group after the line that was heard last.
func (l *listener) missed(ctx context.Context, channel messages.ChannelID, in wire.ID) {
	last, _ := l.config.Past.Last(ctx, channel)
	if last == "" {
		return
	}
	all, err := l.history(ctx, in, historyMost)
	if err != nil {
		l.log.Info("onebot history not read", "channel", string(channel), "err", err)
		return
	}
	l.on.awaitUnderWay(ctx)
	after := 1 + slices.IndexFunc(all, func(m wire.Message) bool { return messages.LineID(m.ID) == last })
	for i := after; i < len(all) && ctx.Err() == nil; i++ {
		if !l.on.came.has(in, all[i].ID) {
			l.say(ctx, channel, &all[i], true)
		}
	}
}
