package slack

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"familiar/actors/adapter"
	"familiar/messages"
)

// filesHost is where Slack keeps what people upload.
const filesHost = "files.slack.com"

// Fetch implements adapter.Fetcher. The bot's token goes to Slack's file host
// over TLS only, or to the host of Config.URL; a file that lies elsewhere, and
// one that is redirected, is refused.
func (a *Account) Fetch(ctx context.Context, _ messages.ChannelID, _ messages.LineID, attachment messages.Attachment) (io.ReadCloser, error) {
	file, _, _, err := a.api.GetFileInfoContext(ctx, attachment.ID, 1, 1)
	if err != nil {
		return nil, a.failed("look for a file", err)
	}
	address := file.URLPrivateDownload
	if address == "" {
		address = file.URLPrivate
	}
	if file.IsExternal || !a.ours(address) {
		return nil, a.failed("fetch a file", fmt.Errorf("%w: it is not on the network's own host", adapter.ErrGone))
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, a.failed("fetch a file", err)
	}
	request.Header.Set("Authorization", "Bearer "+string(a.config.Token))
	answer, err := a.files.Do(request)
	if err != nil {
		return nil, a.failed("fetch a file", err)
	}
	switch {
	case answer.StatusCode == http.StatusOK:
		return answer.Body, nil
	case answer.StatusCode/100 == 3:
		err = fmt.Errorf("%w: it is redirected, which happens without the scope files:read", adapter.ErrGone)
	default:
		err = fmt.Errorf("status %s", answer.Status)
	}
	answer.Body.Close()
	return nil, a.failed("fetch a file", err)
}

// ours reports whether the token may go to an address.
func (a *Account) ours(address string) bool {
	to, err := url.Parse(address)
	if err != nil || to.User != nil {
		return false
	}
	if to.Scheme == "https" && to.Host == filesHost {
		return true
	}
	api, err := url.Parse(a.config.URL)
	return err == nil && to.Scheme == api.Scheme && to.Host == api.Host && api.Host != "slack.com"
}
