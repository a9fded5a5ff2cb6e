package slack

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/slack-go/slack"

	"familiar/actors/adapter"
	"familiar/messages"

	"familiar/actors/adapter/slack/mrkdwn"
)

// panesMost is how many panes of the assistant are remembered.
const panesMost = 1000

// membersMost is how many members are counted one by one.
const membersMost = 100

// Members implements adapter.MemberLister. Slack lists ids; who of them is a
// bot is asked for each, so beyond a hundred, and when one can't be asked
// for, the answer is Truncated. The account counts as a bot.
func (a *Account) Members(ctx context.Context, channel messages.ChannelID) (messages.MembersKnown, error) {
	at, err := placeIn(channel)
	if err != nil {
		return messages.MembersKnown{}, fmt.Errorf("slack: account %s: members: %w: %w", a.id, adapter.ErrGone, err)
	}
	var ids []string
	cursor := ""
	for {
		page, next, err := a.api.GetUsersInConversationContext(ctx, &slack.GetUsersInConversationParameters{ChannelID: at.chat, Cursor: cursor, Limit: pageSize})
		if err != nil {
			return messages.MembersKnown{}, a.failed("list the members of "+at.chat, err)
		}
		ids = append(ids, page...)
		if cursor = next; cursor == "" || len(ids) > membersMost {
			break
		}
	}
	known := messages.MembersKnown{FetchedAt: messages.InstantOf(time.Now()), Truncated: cursor != "" || len(ids) > membersMost}
	for i, id := range ids {
		if i >= membersMost {
			known.Humans++ // a hint only, as Truncated says
			continue
		}
		switch person, ok := a.names.person(ctx, id); {
		case !ok:
			known.Truncated = true
			known.Humans++
		case person.bot:
			known.Bots++
		default:
			known.Humans++
		}
	}
	return known, nil
}

// Describe implements adapter.Describer. A thread is called like its chat.
func (a *Account) Describe(ctx context.Context, channel messages.ChannelID) (adapter.Place, error) {
	at, err := placeIn(channel)
	if err != nil {
		return adapter.Place{}, fmt.Errorf("slack: account %s: describe: %w: %w", a.id, adapter.ErrGone, err)
	}
	c, err := a.api.GetConversationInfoContext(ctx, &slack.GetConversationInfoInput{ChannelID: at.chat})
	if err != nil {
		return adapter.Place{}, a.failed("describe "+at.chat, err)
	}
	of := adapter.Place{Name: c.Name, About: mrkdwn.Read(cmp.Or(c.Topic.Value, c.Purpose.Value), asking{ctx, &a.names, at.chat}).Text, Kind: "channel"}
	switch {
	case c.IsIM && a.panes.Has(string(channel)):
		of.Kind = "pane"
	case c.IsIM:
		of.Kind = "dm"
	case at.thread != "":
		of.Kind = "thread"
	case c.IsMpIM:
		of.Kind = "group"
	}
	if c.IsIM {
		with, _ := a.names.person(ctx, c.User)
		of.Name = with.name
	}
	return of, nil
}

// places returns the names of the channels the account is in, in order.
func (a *Account) places(ctx context.Context) (names []string, err error) {
	cursor := ""
	for range pagesMost {
		page, next, err := a.api.GetConversationsForUserContext(ctx, &slack.GetConversationsForUserParameters{
			Types: []string{"public_channel", "private_channel"}, ExcludeArchived: true, Limit: pageSize, Cursor: cursor,
		})
		if err != nil {
			return nil, a.failed("list the channels", err)
		}
		for i := range page {
			names = append(names, "#"+page[i].Name)
		}
		if cursor = next; cursor == "" {
			break
		}
	}
	slices.Sort(names)
	return names, nil
}
