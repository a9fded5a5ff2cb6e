package telegram

import (
	"cmp"
	"context"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/telegram/wire"
	"familiar/messages"
)

// Members implements adapter.MemberLister. Telegram says how many there are, not
// who: with more than one besides the account it is a hint, since bots count.
func (a *Account) Members(ctx context.Context, channel messages.ChannelID) (messages.MembersKnown, error) {
	at, err := a.place(ctx, channel, "members")
	if err != nil {
		return messages.MembersKnown{}, err
	}
	known := messages.MembersKnown{Humans: 1, Bots: 1, FetchedAt: messages.InstantOf(time.Now())}
	if at.chat > 0 { // a private chat
		return known, nil
	}
	if at.aside != 0 { // who administers the channel reads along, and is not told
		known.Humans, known.Truncated = 2, true
		return known, nil
	}
	count := 0
	if err := a.api.Call(ctx, "getChatMemberCount", map[string]int64{"chat_id": at.chat}, &count); err != nil {
		return messages.MembersKnown{}, a.outcome("count the members", err)
	}
	known.Humans = max(count-1, 0)
	known.Truncated = known.Humans > 1
	return known, nil
}

// Describe implements adapter.Describer. What a topic is called is known once
// something was heard in it; until then it is called like its forum.
func (a *Account) Describe(ctx context.Context, channel messages.ChannelID) (adapter.Place, error) {
	at, err := a.place(ctx, channel, "describe")
	if err != nil {
		return adapter.Place{}, err
	}
	var chat wire.Chat
	if err := a.api.Call(ctx, "getChat", map[string]int64{"chat_id": at.chat}, &chat); err != nil {
		return adapter.Place{}, a.outcome("describe", err)
	}
	of := adapter.Place{Name: chat.Name(), About: cmp.Or(chat.About, chat.Bio), Kind: "group"}
	switch {
	case at.topic != 0:
		of.Kind = "thread"
		if topic, known := a.past.names.Get(channel); known {
			of.Name = topic
		}
	case chat.Type == wire.Private:
		of.Kind = "dm"
	case chat.Type == wire.Channel:
		of.Kind = "channel"
	}
	return of, nil
}
