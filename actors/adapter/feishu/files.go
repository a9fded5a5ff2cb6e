package feishu

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	larkcore "github.com/larksuite/oapi-sdk-go/v3/core"

	"familiar/actors/adapter"
	"familiar/actors/adapter/feishu/rest"
	"familiar/messages"
)

// PostFile implements adapter.FilePoster: the file is uploaded, which nobody
// sees, and then sent as a message like any other, under the same key against
// a second one.
func (a *Account) PostFile(ctx context.Context, p messages.Post) (adapter.Posted, error) {
	return a.Post(ctx, p)
}

// A written is what a message says, in the network's form.
type written struct{ kind, content string }

// content returns what p says; it uploads a file.
func (a *Account) content(ctx context.Context, p messages.Post) (written, error) {
	if p.File == nil {
		return written{"text", textBody(p.Text, p.Mentions, a.people.pingID)}, nil
	}
	key, err := a.upload(ctx, p.File)
	if err != nil {
		return written{}, err
	}
	content, err := json.Marshal(map[string]string{"file_key": key})
	return written{"file", string(content)}, err
}

func (a *Account) upload(ctx context.Context, f *messages.File) (key string, err error) {
	form := larkcore.NewFormdata().
		AddField("file_type", "stream").
		AddField("file_name", f.Name).
		AddFile("file", strings.NewReader(f.Text))
	var made struct {
		Key string `json:"file_key"`
	}
	err = a.rest.Call(ctx, rest.Request{Method: http.MethodPost, Path: "/open-apis/im/v1/files", Body: form}, &made)
	if err == nil && made.Key == "" {
		err = errors.New("the network took the file but returned no key")
	}
	return made.Key, err
}

// Edit implements adapter.Editor. The network lets a line be edited twenty
// times.
func (a *Account) Edit(ctx context.Context, o messages.Edit) error {
	if _, err := parse(o.Channel); err != nil {
		return fmt.Errorf("feishu: edit %s: %w: %w", o.Line, adapter.ErrGone, err)
	}
	body := map[string]any{"msg_type": "text", "content": textBody(o.Text, o.Mentions, a.people.pingID)}
	err := adapter.Patiently(ctx, func() error {
		return rest.Outcome(a.rest.Call(ctx, rest.Request{
			Method: http.MethodPut, Path: "/open-apis/im/v1/messages/:message_id",
			Params: larkcore.PathParams{"message_id": string(o.Line)}, Body: body,
		}, nil))
	})
	if err != nil {
		return fmt.Errorf("feishu: edit %s: %w", o.Line, err)
	}
	return nil
}

// Fetch implements adapter.Fetcher.
func (a *Account) Fetch(ctx context.Context, _ messages.ChannelID, line messages.LineID, at messages.Attachment) (io.ReadCloser, error) {
	kind, key, ok := strings.Cut(at.ID, "/")
	if !ok || kind != "image" && kind != "file" || key == "" || line == "" {
		return nil, fmt.Errorf("feishu: fetch %.60q: %w: not an attachment of this network", at.ID, adapter.ErrGone)
	}
	const path = "/open-apis/im/v1/messages/:message_id/resources/:file_key"
	address := strings.NewReplacer(":message_id", url.PathEscape(string(line)), ":file_key", url.PathEscape(key)).Replace(path) + "?type=" + kind
	body, err := a.rest.Download(ctx, path, address)
	if err != nil {
		return nil, fmt.Errorf("feishu: fetch an attachment of %s: %w", line, rest.Outcome(err))
	}
	return body, nil
}
