package telegram

import (
	"context"
	"errors"
	"strconv"

	"familiar/actors/adapter/telegram/entities"
	"familiar/actors/adapter/telegram/wire"
	"familiar/messages"
)

// A self is who the account is.
type self struct {
	author messages.Author
	user   wire.User
}

// who asks Telegram once who the account is.
func (a *Account) who(ctx context.Context) (self, error) {
	return a.me.Get(func() (self, error) { return a.ask(ctx) })
}

func (a *Account) ask(ctx context.Context) (self, error) {
	var me self
	if err := a.api.Call(ctx, "getMe", struct{}{}, &me.user); err != nil {
		return self{}, a.failed("ask who we are", err)
	}
	if me.user.ID == 0 {
		return self{}, a.failed("ask who we are", errors.New("the answer has no bot"))
	}
	me.author = messages.Author{ID: entities.PersonID(me.user.ID), Name: me.user.Name(), Bot: true}
	return me, nil
}

// workspace returns the part of a channel's id that its messages' ids belong to.
// Those of supergroups and channels are the same for everybody; those of a private
// chat or a basic group are this account's, and another one's may be equal.
func (me self) workspace(chat *wire.Chat) string {
	if chat.Type == wire.Supergroup || chat.Type == wire.Channel {
		return ""
	}
	return strconv.FormatInt(me.user.ID, 10)
}

// aside stands between the chat and the topic of what somebody writes to a channel.
const aside = "."

// channel returns the id of a chat, or of a forum's topic. What one person writes to a
// channel is a chat by itself, and no thread: others who write there have no room with
// them.
func (me self) channel(chat *wire.Chat, topic int64) messages.ChannelID {
	c := messages.Channel{Network: network, Workspace: me.workspace(chat), Chat: strconv.FormatInt(chat.ID, 10)}
	switch {
	case topic == 0:
	case chat.Desk:
		c.Chat += aside + strconv.FormatInt(topic, 10)
	default:
		c.Thread = strconv.FormatInt(topic, 10)
	}
	return c.ID()
}
