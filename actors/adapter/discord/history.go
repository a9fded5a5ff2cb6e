package discord

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"familiar/messages"

	"familiar/actors/adapter/discord/wire"
)

// pageLimit is how many messages Discord gives at once.
const pageLimit = 100

// newest, oldest and before say which messages of a channel to fetch.
func newest(n int) url.Values { return url.Values{"limit": {strconv.Itoa(min(n, pageLimit))}} }

func oldest(n int) url.Values {
	q := newest(n)
	q.Set("after", "0")
	return q
}

func before(id string, n int) url.Values {
	q := newest(n)
	q.Set("before", id)
	return q
}

// fetch gets messages of a channel, oldest first. It waits for rate limits.
func (a *Account) fetch(ctx context.Context, channel string, which url.Values) ([]*wire.Message, error) {
	var found []*wire.Message
	address := discordgo.EndpointChannelMessages(channel)
	if err := a.rest.Patiently(ctx, "GET", address+"?"+which.Encode(), address, nil, &found); err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(found, func(m *wire.Message) bool { return m == nil || m.ID == "" })
	for _, m := range found {
		a.recognise(m)
	}
	slices.Reverse(found)
	return found, nil
}

// messageAt is where one message of a channel is asked for or changed, and what that counts
// as for the rate limit.
func messageAt(c messages.Channel, line messages.LineID) (address, bucket string) {
	return discordgo.EndpointChannelMessage(raw(c), string(line)), discordgo.EndpointChannelMessage(raw(c), "")
}

// message gets one message. It waits for rate limits.
func (a *Account) message(ctx context.Context, c messages.Channel, line messages.LineID) (m wire.Message, err error) {
	address, bucket := messageAt(c, line)
	if err := a.rest.Patiently(ctx, "GET", address, bucket, nil, &m); err != nil {
		return m, err
	}
	a.recognise(&m)
	return m, nil
}

// History implements adapter.Historian. Discord gives at most a hundred lines
// of either end.
func (a *Account) History(ctx context.Context, id messages.ChannelID, head, tail int) ([]*messages.Line, error) {
	c, err := parse(id)
	if err != nil {
		return nil, fmt.Errorf("discord: history: %w", err)
	}
	var found []*wire.Message
	for _, part := range []struct {
		n     int
		which func(int) url.Values
	}{{head, oldest}, {tail, newest}} {
		if part.n <= 0 {
			continue
		}
		page, err := a.fetch(ctx, raw(c), part.which(part.n))
		if err != nil {
			return nil, fmt.Errorf("discord: history of %s: %w", id, err)
		}
		for _, m := range page {
			if len(found) == 0 || wire.Older(found[len(found)-1].ID, m.ID) {
				found = append(found, m)
			}
		}
	}
	var lines []*messages.Line
	for _, m := range found {
		if !a.heard(m) {
			continue
		}
		m.ChannelID = raw(c)
		line := a.line(c.Workspace, m)
		line.Channel, line.Backfilled = id, true
		if m.ID == c.Thread { // a forum's post
			line.Root = line.ID
		}
		lines = append(lines, line)
	}
	return lines, nil
}
