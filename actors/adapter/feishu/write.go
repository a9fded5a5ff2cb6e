package feishu

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"familiar/actors/adapter"
	"familiar/messages"

	larkcore "github.com/larksuite/oapi-sdk-go/v3/core"
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
	err = a.rest.call(ctx, request{method: http.MethodPost, path: "/open-apis/im/v1/files", body: form}, &made)
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
		return outcome(a.rest.call(ctx, request{
			method: http.MethodPut, path: "/open-apis/im/v1/messages/:message_id",
			params: larkcore.PathParams{"message_id": string(o.Line)}, body: body,
		}, nil))
	})
	if err != nil {
		return fmt.Errorf("feishu: edit %s: %w", o.Line, err)
	}
	return nil
}
