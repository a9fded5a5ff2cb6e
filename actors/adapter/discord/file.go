package discord

import (
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/bwmarrin/discordgo"

	"familiar/actors/adapter"
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
func (a *Account) send(ctx context.Context, address string, d draft, f *messages.File, made *message) error {
	if f == nil {
		return a.rest.Call(ctx, "POST", address, address, d, made)
	}
	form, body, err := discordgo.MultipartBodyWithJSON(d, []*discordgo.File{{
		Name: f.Name, ContentType: "text/plain; charset=utf-8", Reader: strings.NewReader(f.Text),
	}})
	if err != nil {
		return fmt.Errorf("request: %w", err)
	}
	return a.rest.Send(ctx, "POST", address, address, form, body, made)
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
func holds(m *message, f *messages.File) bool {
	if f == nil {
		return true
	}
	files := m.Attachments
	return len(files) == 1 && files[0].Size == int64(len(f.Text)) && path.Ext(files[0].Filename) == path.Ext(f.Name)
}
