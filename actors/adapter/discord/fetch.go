package discord

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"slices"

	"github.com/bwmarrin/discordgo"

	"familiar/actors/adapter"
	"familiar/messages"
)

// hosts are where Discord keeps what people attach.
var hosts = []string{"cdn.discordapp.com", "media.discordapp.net"}

// Fetch implements adapter.Fetcher. The address is asked for anew, since
// Discord's expire; the token stays out of it.
func (a *Account) Fetch(ctx context.Context, id messages.ChannelID, line messages.LineID, file messages.Attachment) (io.ReadCloser, error) {
	body, err := a.open(ctx, id, line, file)
	if err != nil {
		return nil, fmt.Errorf("discord: fetch %s of %s: %w", file.ID, id, err)
	}
	return body, nil
}

func (a *Account) open(ctx context.Context, id messages.ChannelID, line messages.LineID, file messages.Attachment) (io.ReadCloser, error) {
	c, err := parse(id)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", adapter.ErrGone, err)
	}
	if born(string(line)).IsZero() {
		return nil, fmt.Errorf("%w: line %s is not a Discord message", adapter.ErrGone, line)
	}
	var m message
	if err := a.rest.Patiently(ctx, "GET", discordgo.EndpointChannelMessage(raw(c), string(line)), discordgo.EndpointChannelMessage(raw(c), ""), nil, &m); err != nil {
		return nil, err
	}
	files := m.Attachments
	for _, s := range m.Snapshots {
		files = append(files, s.Message.Attachments...)
	}
	i := slices.IndexFunc(files, func(f attachment) bool { return f.ID == file.ID })
	if i < 0 {
		return nil, fmt.Errorf("%w: the message has no such attachment", adapter.ErrGone)
	}
	address, err := url.Parse(files[i].URL)
	if err != nil || address.Scheme != "https" || !slices.Contains(hosts, address.Host) {
		return nil, fmt.Errorf("%w: it isn't on a Discord host", adapter.ErrGone)
	}
	return a.rest.Download(ctx, address)
}
