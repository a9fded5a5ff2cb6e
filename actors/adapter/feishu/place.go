package feishu

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"

	larkcore "github.com/larksuite/oapi-sdk-go/v3/core"

	"familiar/actors/adapter/feishu/rest"
)

// A chat is what the network says of one.
type chat struct {
	Name  string `json:"name"`
	About string `json:"description"`
	Mode  string `json:"chat_mode"` // "group", "topic" or "p2p"
	Users string `json:"user_count"`
	Bots  string `json:"bot_count"`
}

func (a *Account) chat(ctx context.Context, id string) (chat, error) {
	var c chat
	err := a.rest.Call(ctx, rest.Request{
		Method: http.MethodGet, Path: "/open-apis/im/v1/chats/:chat_id", Params: larkcore.PathParams{"chat_id": id},
	}, &c)
	return c, err
}

// Describe implements adapter.Describer. A thread goes by its chat's name.
func (a *Account) Describe(ctx context.Context, channel messages.ChannelID) (adapter.Place, error) {
	place, err := parse(channel)
	if err != nil {
		return adapter.Place{}, err
	}
	c, err := a.chat(ctx, place.Chat)
	if err != nil {
		return adapter.Place{}, fmt.Errorf("feishu: describe %s: %w", channel, rest.Later(err))
	}
	kind := "group"
	switch {
	case place.Thread != "":
		kind = "thread"
	case c.Mode == "p2p":
		kind = "dm"
	}
	return adapter.Place{Name: c.Name, About: c.About, Kind: kind}, nil
}

// HasReplies implements adapter.Replier.
func (a *Account) HasReplies() bool { return true }

// Members implements adapter.MemberLister by the network's own count. Whoever
// is in a chat can read its threads.
func (a *Account) Members(ctx context.Context, channel messages.ChannelID) (messages.MembersKnown, error) {
	place, err := parse(channel)
	if err != nil {
		return messages.MembersKnown{}, err
	}
	c, err := a.chat(ctx, place.Chat)
	if err != nil {
		return messages.MembersKnown{}, fmt.Errorf("feishu: members of %s: %w", channel, rest.Later(err))
	}
	known := messages.MembersKnown{FetchedAt: messages.InstantOf(time.Now())}
	if c.Mode == "p2p" {
		known.Humans, known.Bots = 1, 1
		return known, nil
	}
	users, errUsers := strconv.Atoi(c.Users)
	bots, errBots := strconv.Atoi(c.Bots)
	if errUsers != nil || errBots != nil { // a group may hide its number
		known.Truncated = true
	}
	known.Humans, known.Bots = max(users, 0), max(bots, 1)
	return known, nil
}

// isDM reports whether a channel is a direct message, as remembered or asked.
func (a *Account) isDM(ctx context.Context, channel messages.ChannelID) bool {
	if last, ok := a.lines.newest(channel); ok {
		return last.dm
	}
	c, err := a.chat(ctx, chatOf(channel))
	return err == nil && c.Mode == "p2p"
}
