package feishu

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"familiar/actors/adapter"
	"familiar/messages"
)

// Fetch implements adapter.Fetcher. It doesn't go through the SDK, which
// would read a file whole before anybody could say that it is too long.
func (a *Account) Fetch(ctx context.Context, _ messages.ChannelID, line messages.LineID, at messages.Attachment) (io.ReadCloser, error) {
	kind, key, ok := strings.Cut(at.ID, "/")
	if !ok || kind != "image" && kind != "file" || key == "" || line == "" {
		return nil, fmt.Errorf("feishu: fetch %.60q: %w: not an attachment of this network", at.ID, adapter.ErrGone)
	}
	body, err := a.open(ctx, string(line), kind, key)
	if refusal, refused := errors.AsType[*apiError](err); refused && staleToken[refusal.code] {
		body, err = a.open(ctx, string(line), kind, key)
	}
	if err != nil {
		return nil, fmt.Errorf("feishu: fetch an attachment of %s: %w", line, outcome(err))
	}
	return body, nil
}

// open asks for a file of a message once. A token that is no longer taken is
// forgotten.
func (a *Account) open(ctx context.Context, line, kind, key string) (io.ReadCloser, error) {
	token, err := a.rest.bearer(ctx)
	if err != nil {
		return nil, err
	}
	const path = "/open-apis/im/v1/messages/:message_id/resources/:file_key"
	address := strings.TrimRight(a.config.URL, "/") + "/open-apis/im/v1/messages/" + url.PathEscape(line) + "/resources/" + url.PathEscape(key) + "?type=" + kind
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	resp, err := a.rest.files.Do(req)
	if err != nil {
		return nil, lost(path, err)
	}
	if resp.StatusCode == http.StatusOK {
		return resp.Body, nil
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, 64<<10))
	if err != nil {
		return nil, lost(path, err)
	}
	err = refusalOf(path, resp.StatusCode, resp.Header, text)
	if refusal, refused := errors.AsType[*apiError](err); refused && staleToken[refusal.code] {
		a.rest.forget(token)
	}
	return nil, err
}
