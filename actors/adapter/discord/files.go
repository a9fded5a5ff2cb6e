package discord

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"familiar/actors/adapter"
	"familiar/actors/adapter/discord/wire"
	"familiar/messages"
)

// An enclosed says what a file that is sent beside a draft is called.
type enclosed struct {
	ID       int    `json:"id"`
	Filename string `json:"filename"`
}

// PostFile implements adapter.FilePoster. The nonce that keeps a text from
// being said twice does so for a file.
func (a *Account) PostFile(ctx context.Context, p messages.Post) (adapter.Posted, error) {
	return a.Post(ctx, p)
}

// send posts a draft, with the file beside it if there is one.
func (a *Account) send(ctx context.Context, address, bucket string, d draft, f *messages.File, made *wire.Message) error {
	if f == nil {
		return a.rest.Call(ctx, "POST", address, bucket, d, made)
	}
	form, body, err := discordgo.MultipartBodyWithJSON(d, []*discordgo.File{{
		Name: f.Name, ContentType: "text/plain; charset=utf-8", Reader: strings.NewReader(f.Text),
	}})
	if err != nil {
		return fmt.Errorf("request: %w", err)
	}
	return a.rest.Send(ctx, "POST", address, bucket, form, body, made)
}

// written is the text of a post's message: a file has none.
func written(p messages.Post) string {
	if p.File != nil {
		return ""
	}
	return p.Text
}

func listed(f *messages.File) []enclosed {
	if f == nil {
		return nil
	}
	return []enclosed{{0, f.Name}}
}

// holds reports whether m has f and no other file; nil is in every message.
// Discord may write a name otherwise, but for its end.
func holds(m *wire.Message, f *messages.File) bool {
	if f == nil {
		return true
	}
	files := m.Attachments
	return len(files) == 1 && files[0].Size == int64(len(f.Text)) && path.Ext(files[0].Filename) == path.Ext(f.Name)
}

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
	if wire.Born(string(line)).IsZero() {
		return nil, fmt.Errorf("%w: line %s is not a Discord message", adapter.ErrGone, line)
	}
	m, err := a.message(ctx, c, line)
	if err != nil {
		return nil, err
	}
	files := m.Attachments
	for _, s := range m.Snapshots {
		files = append(files, s.Message.Attachments...)
	}
	i := slices.IndexFunc(files, func(f wire.Attachment) bool { return f.ID == file.ID })
	if i < 0 {
		return nil, fmt.Errorf("%w: the message has no such attachment", adapter.ErrGone)
	}
	address, err := url.Parse(files[i].URL)
	if err != nil || address.Scheme != "https" || !slices.Contains(hosts, address.Host) {
		return nil, fmt.Errorf("%w: it isn't on a Discord host", adapter.ErrGone)
	}
	return a.rest.Download(ctx, address)
}
