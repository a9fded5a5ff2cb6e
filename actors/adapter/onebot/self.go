package onebot

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"familiar/actors/adapter"
	"familiar/actors/adapter/onebot/wire"
	"familiar/messages"
)

// A self is who the account is.
type self struct {
	author messages.Author
	id     wire.ID
}

// who asks once who the account is.
func (a *Account) who(ctx context.Context) (self, error) {
	a.mu.Lock()
	known := a.me
	a.mu.Unlock()
	if known != nil {
		return *known, nil
	}
	on, done, err := a.reach(ctx)
	if err != nil {
		return self{}, a.failed("ask who we are", err)
	}
	defer done()
	return a.introduce(ctx, on)
}

// introduce asks who the account is on a connection. It is the same one for as long as
// the process lives: its channels' ids have it.
func (a *Account) introduce(ctx context.Context, on *link) (self, error) {
	var said wire.Sender
	if err := on.call(ctx, "get_login_info", struct{}{}, &said); err != nil {
		return self{}, a.failed("ask who we are", err)
	}
	if said.ID == "" {
		return self{}, a.failed("ask who we are", errors.New("the answer has no account: is it logged in to QQ?"))
	}
	me := self{messages.Author{ID: messages.PersonID(said.ID), Name: said.Nickname, Bot: true}, said.ID}
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.config.SelfID != "" && a.config.SelfID != string(me.id):
		return self{}, a.failed("ask who we are", fmt.Errorf("%w: the implementation is logged in as %s, and self_id is %s: log in as that, or mend it", adapter.ErrGone, me.id, a.config.SelfID))
	case a.me != nil && a.me.id != me.id:
		return self{}, a.failed("ask who we are", fmt.Errorf("%w: the implementation is logged in as %s, and was as %s: log in as that again, or restart familiar", adapter.ErrGone, me.id, a.me.id))
	}
	a.me = &me
	return me, nil
}

// person begins the id of a private chat, in a channel's.
const person = "u"

// groupChannel returns the id of a group's channel. It has the account: in most
// implementations a message has another id for each account.
func (me self) groupChannel(group wire.ID) messages.ChannelID {
	return messages.Channel{Network: network, Workspace: string(me.id), Chat: string(group)}.ID()
}

// privateChannel returns the id of what a person and the account say to each other.
func (me self) privateChannel(user wire.ID) messages.ChannelID {
	return messages.Channel{Network: network, Workspace: string(me.id), Chat: person + string(user)}.ID()
}

// A place is a group or a private chat; the other is "".
type place struct{ group, user wire.ID }

// placeIn returns the place that a channel's id names, if it is one of ours.
func (me self) placeIn(channel messages.ChannelID) (place, error) {
	in, err := messages.ParseChannel(channel)
	switch {
	case err != nil:
		return place{}, err
	case in.Network != network:
		return place{}, fmt.Errorf("channel %s is not on onebot", channel)
	case in.Workspace != string(me.id):
		return place{}, fmt.Errorf("channel %s is another account's", channel)
	case in.Thread != "":
		return place{}, fmt.Errorf("channel %s: there are no threads", channel)
	}
	var at place
	user, private := strings.CutPrefix(in.Chat, person)
	number := messageID(messages.LineID(user))
	switch {
	case number == "":
		return place{}, fmt.Errorf("channel %s: %q is neither a group nor a person", channel, in.Chat)
	case private:
		at.user = number
	default:
		at.group = number
	}
	return at, nil
}

// place returns the place that a channel's id names.
func (a *Account) place(ctx context.Context, channel messages.ChannelID, what string) (place, self, error) {
	me, err := a.who(ctx)
	if err != nil {
		return place{}, self{}, err
	}
	at, err := me.placeIn(channel)
	if err != nil {
		return place{}, self{}, a.failed(what, fmt.Errorf("%w: %w", adapter.ErrGone, err))
	}
	return at, me, nil
}

// messageID returns the number that an id of ours is; "": it is none.
func messageID(id messages.LineID) wire.ID {
	var number wire.ID
	if strings.Trim(string(id), "-0123456789") != "" || number.UnmarshalJSON([]byte(id)) != nil {
		return ""
	}
	return number
}
