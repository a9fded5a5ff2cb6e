package crash

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"familiar/messages"
)

// A client is somebody who talks to the program over HTTP; of several, to each in turn.
type client struct {
	bases []string
	asked atomic.Uint32 // how often
	http  *http.Client
}

// answersWithin is how long one of several programs may take: it may be frozen.
const answersWithin = 3 * time.Second

func newClient(listen ...string) *client {
	c := &client{http: &http.Client{
		Timeout:   30 * time.Second,
		Transport: &http.Transport{MaxIdleConnsPerHost: 64},
	}}
	for _, l := range listen {
		c.bases = append(c.bases, "http://"+l+"/v1/channels/")
	}
	if len(listen) > 1 {
		c.http.Timeout = answersWithin
	}
	return c
}

// pauseAgain is between two tries of something.
const pauseAgain = 20 * time.Millisecond

// errRefused says that trying again won't help.
var errRefused = errors.New("refused")

// insist does a step until it is acknowledged, however often the program dies
// meanwhile.
func (c *client) insist(ctx context.Context, chat string, s step) error {
	method, path, body := http.MethodPost, url.PathEscape(chat)+"/lines", map[string]any{"id": s.line}
	switch s.deed {
	case say, again:
	case change:
		method, path, body = http.MethodPut, path+"/"+url.PathEscape(string(s.line)), map[string]any{}
	case remove:
		method, path, body = http.MethodDelete, path+"/"+url.PathEscape(string(s.line)), nil
	}
	if body != nil {
		body["author"] = map[string]any{"id": s.by.ID, "name": s.by.Name, "bot": s.by.Bot}
		body["text"], body["mentions"] = s.text, persons(s.mentions)
	}
	for {
		err := c.call(ctx, method, path, body, nil)
		if err == nil || errors.Is(err, errRefused) {
			return err
		}
		if pause(ctx, pauseAgain) != nil {
			return fmt.Errorf("%s %s: %w; last: %w", s.deed, s.line, ctx.Err(), err)
		}
	}
}

// persons returns whom a line mentions.
func persons(all []messages.FamiliarID) []string {
	ids := make([]string, len(all))
	for i, f := range all {
		ids[i] = string(account(f))
	}
	return ids
}

// A posted is a reply as the program tells of it.
type posted struct {
	ID       messages.LineID     `json:"id"`
	Familiar messages.FamiliarID `json:"familiar"`
	Text     string              `json:"text"`
}

// posts returns all replies in a channel.
func (c *client) posts(ctx context.Context, chat string) (all []posted, err error) {
	for after := uint64(0); ; {
		var page struct {
			Posts []posted `json:"posts"`
			Next  uint64   `json:"next"`
		}
		if err := c.call(ctx, http.MethodGet, fmt.Sprintf("%s/posts?after=%d", url.PathEscape(chat), after), nil, &page); err != nil {
			return nil, err
		}
		all = append(all, page.Posts...)
		if len(page.Posts) == 0 {
			return all, nil
		}
		after = page.Next
	}
}

// quotes reports whether one of the replies quotes the token.
func quotes(replies []posted, token string) bool {
	return slices.ContainsFunc(replies, func(p posted) bool { return slices.Contains(tokens.FindAllString(p.Text, -1), token) })
}

// call makes one request, of the next program. Its error is errRefused if that answers
// that it will never do that.
func (c *client) call(ctx context.Context, method, path string, body, into any) error {
	base := c.bases[c.asked.Add(1)%uint32(len(c.bases))]
	var sent io.Reader
	if body, ok := body.(map[string]any); ok && body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return err
		}
		sent = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, base+path, sent)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+secret)
	response, err := c.http.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	switch {
	case err != nil:
		return err
	case response.StatusCode >= 300:
		err = fmt.Errorf("%s %s: %s %s", method, path, response.Status, strings.TrimSpace(string(text)))
		// One that was frozen has had many requests at once.
		later := response.StatusCode == http.StatusRequestTimeout || response.StatusCode == http.StatusTooManyRequests
		if response.StatusCode < 500 && !later {
			err = errors.Join(errRefused, err)
		}
		return err
	case into != nil:
		return json.Unmarshal(text, into)
	}
	return nil
}

// pause waits between two tries; the error is ctx's.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
