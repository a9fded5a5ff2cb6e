package bridge

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"time"

	"familiar/messages"
)

// Edit implements adapter.Editor.
func (a *Account) Edit(ctx context.Context, e messages.Edit) error {
	o, err := a.editOrder(e)
	if err != nil {
		return err
	}
	_, err = a.do(ctx, o)
	return err
}

// React implements adapter.Reactor.
func (a *Account) React(ctx context.Context, r messages.React) error {
	at, err := a.place(r.Channel)
	if err != nil {
		return err
	}
	_, err = a.do(ctx, order{Type: toReact, place: at, Line: string(r.Line), Emoji: r.Emoji})
	return err
}

// ShowTyping implements adapter.Typer.
func (a *Account) ShowTyping(ctx context.Context, s messages.ShowTyping) error {
	at, err := a.place(s.Channel)
	if err != nil {
		return err
	}
	_, err = a.do(ctx, order{Type: toType, place: at, Familiar: string(s.Familiar), On: s.On})
	return err
}

// Members implements adapter.MemberLister.
func (a *Account) Members(ctx context.Context, channel messages.ChannelID) (messages.MembersKnown, error) {
	at, err := a.place(channel)
	if err != nil {
		return messages.MembersKnown{}, err
	}
	got, err := a.do(ctx, order{Type: toMembers, place: at})
	if err != nil {
		return messages.MembersKnown{}, err
	}
	return messages.MembersKnown{Humans: got.Members.People, Bots: got.Members.Bots, Truncated: got.Members.Cut, FetchedAt: messages.InstantOf(time.Now())}, nil
}

// History implements adapter.Historian.
func (a *Account) History(ctx context.Context, channel messages.ChannelID, head, tail int) ([]*messages.Line, error) {
	at, err := a.place(channel)
	if err != nil {
		return nil, err
	}
	got, err := a.do(ctx, order{Type: toHistory, place: at, Head: head, Tail: tail})
	if err != nil {
		return nil, err
	}
	lines := make([]*messages.Line, 0, len(got.Lines))
	for i, e := range got.Lines {
		e.Type, e.place, e.Earlier = lineSaid, at, true // it was asked for one place, whatever it says
		_, said, err := a.understand(e, messages.InstantOf(time.Now()))
		if err != nil {
			return nil, fmt.Errorf("bridge: history: lines[%d].%w", i, err)
		}
		lines = append(lines, said.(messages.Heard).Line)
	}
	return lines, nil
}

// Fetch implements adapter.Fetcher. The bridge opens what its network has: nothing here
// goes to an address.
func (a *Account) Fetch(ctx context.Context, channel messages.ChannelID, line messages.LineID, file messages.Attachment) (io.ReadCloser, error) {
	at, err := a.place(channel)
	if err != nil {
		return nil, err
	}
	got, err := a.do(ctx, order{Type: toFetch, place: at, Line: string(line), Attachment: file.ID})
	if err != nil {
		return nil, err
	}
	return io.NopCloser(bytes.NewReader(got.Content)), nil
}
