package slack

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/slack-go/slack"

	"familiar/actors/adapter"
	"familiar/internal/sleep"
	"familiar/messages"
)

const (
	sharePause  = 200 * time.Millisecond // before a file is looked at again for its message; it doubles
	shareWithin = 10 * time.Second       // then it is not known which message it is
	shareLate   = time.Minute            // after which a file not seen will not show up
)

// PostFile implements adapter.FilePoster: the file is uploaded, which nobody
// sees, then shared, by which Slack writes a message of its own making. Until
// it is shared a failure leaves nothing behind. A share carries no metadata:
// where its outcome is unknown only the channel's history can tell.
func (a *Account) PostFile(ctx context.Context, p messages.Post) (adapter.Posted, error) {
	me, err := a.who(ctx)
	if err != nil {
		return adapter.Posted{}, err
	}
	p = adapter.Answerable(p)
	at, err := placeOf(p)
	if err != nil {
		return adapter.Posted{}, fmt.Errorf("slack: account %s: post a file: %w: %w", a.id, adapter.ErrGone, err)
	}
	id, err := a.upload(ctx, p.File)
	if err != nil {
		return adapter.Posted{}, adapter.Unposted(a.failed("upload a file for "+string(p.Channel), err))
	}
	a.posts.ids.Put(fileKey(id), p.ID)
	_, err = a.api.CompleteUploadExternalContext(ctx, slack.CompleteUploadExternalParameters{
		Files: []slack.FileSummary{{ID: id, Title: p.File.Name}}, Channel: at.chat, ThreadTimestamp: at.thread,
	})
	if err != nil {
		return adapter.Posted{}, a.failed("share a file in "+string(p.Channel), err)
	}
	ts, err := a.shareOf(ctx, id, at.chat)
	if err != nil { // it is shared: what Slack refuses now says nothing of the post
		return adapter.Posted{}, errors.New(a.failed("look for the message of a file in "+string(p.Channel), err).Error())
	}
	return at.posted(p, me, ts), nil
}

// upload returns the id of a file that nobody sees yet.
func (a *Account) upload(ctx context.Context, f *messages.File) (id string, err error) {
	to, err := a.api.GetUploadURLExternalContext(ctx, slack.GetUploadURLExternalParameters{FileName: f.Name, FileSize: len(f.Text)})
	if err != nil {
		return "", err
	}
	return to.FileID, a.api.UploadToURL(ctx, slack.UploadToURLParameters{UploadURL: to.UploadURL, Filename: f.Name, Content: f.Text})
}

// shareOf returns the ts of the message that a share has made. Slack answers
// before it is written.
func (a *Account) shareOf(ctx context.Context, id, chat string) (ts string, err error) {
	ctx, done := context.WithTimeout(ctx, shareWithin)
	defer done()
	for pause := sharePause; ; pause *= 2 {
		f, _, _, err := a.api.GetFileInfoContext(ctx, id, 1, 1)
		if err != nil {
			return "", err
		}
		for _, shares := range []map[string][]slack.ShareFileInfo{f.Shares.Public, f.Shares.Private} {
			for _, share := range shares[chat] {
				return share.Ts, nil
			}
		}
		if !sleep.For(ctx, pause) {
			return "", errors.New("it is shared but not in a message yet")
		}
	}
}

// isShare reports whether a message of ours is p's file: by the file's id, or
// where another process shared it, by name and size.
func (a *Account) isShare(m *message, p messages.Post) bool {
	if known := a.posts.shared(m); known != "" {
		return known == string(p.ID)
	}
	return len(m.Files) == 1 && m.Files[0].Name == p.File.Name && m.Files[0].Size == int64(len(p.File.Text))
}

// unproven says that a file which isn't there yet may still show up; after a
// while it won't, but nobody knows why.
func (a *Account) unproven(p messages.Post) error {
	if p.Meta.At != 0 && time.Since(p.Meta.At.Time()) > shareLate {
		return fmt.Errorf("slack: account %s: find in %s: %w: for a file there is no proof that it was not posted", a.id, p.Channel, adapter.ErrGone)
	}
	return fmt.Errorf("slack: account %s: find in %s: the file isn't shown yet, but may be later", a.id, p.Channel)
}

// shared returns the post that a message's file is; "" if none of this process.
func (p *posts) shared(m *message) string {
	for _, f := range m.Files {
		if id, known := p.ids.Get(fileKey(f.ID)); known {
			return string(id)
		}
	}
	return ""
}

func fileKey(id string) string { return "file " + id }

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
