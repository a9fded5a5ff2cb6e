package feishu

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"familiar/messages"

	larkcore "github.com/larksuite/oapi-sdk-go/v3/core"

	"familiar/actors/adapter/feishu/rest"
)

// An item is a message as the REST interface gives it. It names people by
// open_id only.
type item struct {
	ID      string `json:"message_id"`
	Root    string `json:"root_id"`
	Parent  string `json:"parent_id"`
	Thread  string `json:"thread_id"`
	Type    string `json:"msg_type"`
	Created string `json:"create_time"`
	Updated string `json:"update_time"`
	Deleted bool   `json:"deleted"`
	Chat    string `json:"chat_id"`
	Sender  struct {
		ID     string `json:"id"`
		IDType string `json:"id_type"` // "open_id" or "app_id"
		Type   string `json:"sender_type"`
	} `json:"sender"`
	Body struct {
		Content string `json:"content"`
	} `json:"body"`
	Mentions []struct {
		Key  string `json:"key"`
		ID   string `json:"id"`
		Name string `json:"name"`
	} `json:"mentions"`
}

// received gives an item the form of an event, asking who is who.
func (a *Account) received(ctx context.Context, i item) received {
	r := received{
		Sender: sender{Type: i.Sender.Type},
		Message: message{
			ID: i.ID, Root: i.Root, Parent: i.Parent, Thread: i.Thread, Chat: i.Chat, Type: i.Type,
			Content: i.Body.Content, Created: i.Created, Updated: i.Updated,
		},
	}
	if i.Sender.IDType == "app_id" {
		r.Sender.App = i.Sender.ID
	} else {
		r.Sender.ID = a.union(ctx, ids{Open: i.Sender.ID})
	}
	for _, m := range i.Mentions {
		r.Message.Mentions = append(r.Message.Mentions, mention{Key: m.Key, ID: a.union(ctx, ids{Open: m.ID}), Name: m.Name})
	}
	return r
}

const (
	historyPage = 50  // the most the network gives at once
	historyMost = 200 // of head and of tail, each
)

// History implements adapter.Historian. A chat's threads are channels of their
// own: here stands what began them.
func (a *Account) History(ctx context.Context, channel messages.ChannelID, head, tail int) ([]*messages.Line, error) {
	me, err := a.meet(ctx)
	if err != nil {
		return nil, err
	}
	place, err := parse(channel)
	if err != nil {
		return nil, err
	}
	first, err := a.list(ctx, place, listing{most: min(head, historyMost)})
	if err != nil {
		return nil, err
	}
	last, err := a.list(ctx, place, listing{most: min(tail, historyMost), newest: true})
	if err != nil {
		return nil, err
	}
	slices.Reverse(last)
	dm := a.isDM(ctx, channel)
	var lines []*messages.Line
	for _, i := range append(first, last...) {
		if i.Deleted || slices.ContainsFunc(lines, func(l *messages.Line) bool { return string(l.ID) == i.ID }) {
			continue
		}
		e := a.backfilled(ctx, i, channel, dm, me)
		if e.channel == channel {
			a.complete(ctx, e, me)
			lines = append(lines, e.line)
		}
	}
	return lines, nil
}

// backfilled makes a line of what was listed in a channel.
func (a *Account) backfilled(ctx context.Context, i item, channel messages.ChannelID, dm bool, me self) *arrival {
	place, _ := messages.ParseChannel(channel)
	if place.Thread == "" && i.Root == "" {
		i.Thread = "" // it began one; it stands in the chat
	} else if place.Thread != "" {
		i.Thread = place.Thread
	}
	i.Chat = place.Chat
	e := arrivalOf(a.received(ctx, i), place.Workspace, a.id, me)
	e.line.Backfilled = true
	if place.Thread != "" && i.Root == "" {
		e.line.Root = e.line.ID
	}
	e.line.DM = dm
	return e
}

// A listing says which messages of a place are asked for.
type listing struct {
	most   int
	newest bool             // newest first
	since  messages.Instant // 0: from the start; to the second
	until  messages.Instant // 0: to the end; of a chat, to the second after
}

// list reads messages of a chat or thread, page after page.
func (a *Account) list(ctx context.Context, place messages.Channel, l listing) ([]item, error) {
	kind, id := "chat", place.Chat
	if place.Thread != "" {
		kind, id = "thread", place.Thread
	}
	query := larkcore.QueryParams{"container_id_type": {kind}, "container_id": {id}, "sort_type": {"ByCreateTimeAsc"}}
	if l.newest {
		query.Set("sort_type", "ByCreateTimeDesc")
	}
	if l.since > 0 && kind == "chat" { // a thread's listing takes no times
		query.Set("start_time", strconv.FormatInt(int64(l.since)/1000, 10))
	}
	if l.until > 0 && kind == "chat" {
		query.Set("end_time", strconv.FormatInt(int64(l.until)/1000+1, 10))
	}
	var all []item
	for len(all) < l.most {
		query.Set("page_size", strconv.Itoa(min(historyPage, l.most-len(all))))
		var page struct {
			Items []item `json:"items"`
			More  bool   `json:"has_more"`
			Token string `json:"page_token"`
		}
		if err := a.rest.Call(ctx, rest.Request{Method: http.MethodGet, Path: "/open-apis/im/v1/messages", Query: query}, &page); err != nil {
			return nil, fmt.Errorf("feishu: history of %s: %w", place.ID(), rest.Later(err))
		}
		all = append(all, page.Items...)
		if !page.More || page.Token == "" || len(page.Items) == 0 {
			break
		}
		query.Set("page_token", page.Token)
	}
	return all[:min(len(all), max(l.most, 0))], nil
}

// parse takes one of this network's channels apart.
func parse(channel messages.ChannelID) (messages.Channel, error) {
	place, err := messages.ParseChannel(channel)
	if err == nil && place.Network != network {
		err = fmt.Errorf("channel %s belongs to another network", channel)
	}
	return place, err
}
