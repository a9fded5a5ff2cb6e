package matrix

import (
	"context"
	"io"

	"familiar/actors/adapter"
	"familiar/actors/adapter/matrix/wire"
	"familiar/messages"
)

// Fetch implements adapter.Fetcher: the homeserver has what was attached, or asks the
// server that has it.
func (a *Account) Fetch(ctx context.Context, channel messages.ChannelID, _ messages.LineID, file messages.Attachment) (io.ReadCloser, error) {
	what := "fetch a file of " + string(channel)
	if _, err := a.placeIn(channel, what); err != nil {
		return nil, err
	}
	body, err := a.api.Download(ctx, file.ID)
	if err != nil {
		return nil, a.outcome(what, err)
	}
	return body, nil
}

// fileType is what a file that is posted is said to be: never a page, which a client
// might show as one.
const fileType = "text/plain; charset=utf-8"

// PostFile implements adapter.FilePoster: the file is uploaded, which nobody sees, and a
// message with its address is posted like any other.
func (a *Account) PostFile(ctx context.Context, p messages.Post) (adapter.Posted, error) {
	what := "post to " + string(p.Channel)
	p = adapter.Answerable(p)
	at, err := a.placeOf(p, what)
	if err != nil {
		return adapter.Posted{}, err
	}
	if err := a.writable(ctx, at.room, what); err != nil {
		return adapter.Posted{}, err
	}
	address, err := a.api.Upload(ctx, p.File.Name, fileType, p.File.Text)
	if err != nil {
		return adapter.Posted{}, adapter.Unposted(a.outcome(what, err))
	}
	return a.post(ctx, p, at, what, map[string]any{
		"msgtype": "m.file", "body": p.File.Name, "filename": p.File.Name, "url": address,
		"info": map[string]any{"mimetype": fileType, "size": len(p.File.Text)}, "m.mentions": map[string]any{},
	})
}

// post makes a message of a post's content.
func (a *Account) post(ctx context.Context, p messages.Post, at place, what string, content map[string]any) (adapter.Posted, error) {
	content[wire.KeyPost] = string(p.ID)
	if relation := at.relation(p.ReplyTo); relation != nil {
		content["m.relates_to"] = relation
	}
	event, err := a.send(ctx, at.room, wire.TypeMessage, "post"+digest(string(p.ID)), content)
	if err != nil {
		return adapter.Posted{}, a.outcome(what, err)
	}
	return posted(p, at, event), nil
}
