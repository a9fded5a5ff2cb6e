// Package rest asks Telegram's Bot API as one bot and says of an error what is
// known of the request. It knows how the API refuses, and no message; methods and
// their parameters are the caller's.
package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"time"

	"familiar/actors/adapter"
)

const (
	// answerWithin is how long a call may take.
	answerWithin = 30 * time.Second
	// mostAnswer is how many bytes of an answer are read: a hundred updates, each
	// a long message that answers another.
	mostAnswer = 16 << 20
)

// A Client is the Bot API as one bot. The token is part of every address, so no
// error has one.
type Client struct {
	url     string // without a slash at its end
	token   adapter.Secret
	polling *http.Client // waits as long as the caller does
	calls   *http.Client
	files   *http.Client // for what is read as it comes

	Clock adapter.ServerClock
}

// Open makes a client of the API at an address. It asks for nothing yet.
func Open(address string, token adapter.Secret) *Client {
	c := &Client{url: strings.TrimRight(address, "/"), token: token, files: adapter.NewFileClient()}
	c.polling, c.calls = c.Clock.NewClient(0, mostAnswer), c.Clock.NewClient(answerWithin, mostAnswer)
	return c
}

// Call calls a method and decodes its result into out; nil: it isn't looked at.
// What an error says of the request [Outcome] tells.
func (c *Client) Call(ctx context.Context, method string, params, out any) error {
	return c.call(ctx, c.calls, method, params, out)
}

// Poll is Call of a method that answers only when there is something, or when
// that long has passed.
func (c *Client) Poll(ctx context.Context, wait time.Duration, method string, params, out any) error {
	ctx, done := context.WithTimeout(ctx, wait+answerWithin)
	defer done()
	return c.call(ctx, c.polling, method, params, out)
}

func (c *Client) call(ctx context.Context, client *http.Client, method string, params, out any) error {
	body, err := json.Marshal(params)
	if err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	return c.send(ctx, client, method, "application/json", bytes.NewReader(body), out)
}

// A File is one to upload.
type File struct{ Name, Text string }

// Upload calls a method with a file as the parameter of that name. The other
// parameters go as text, those that are none as JSON.
func (c *Client) Upload(ctx context.Context, method, as string, f File, params map[string]any, out any) error {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, value := range params {
		text, is := value.(string)
		if !is {
			raw, err := json.Marshal(value)
			if err != nil {
				return fmt.Errorf("%s: %w", method, err)
			}
			text = string(raw)
		}
		_ = form.WriteField(name, text) // a buffer takes everything
	}
	part, err := form.CreateFormFile(as, f.Name)
	if err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	_, _ = io.WriteString(part, f.Text)
	_ = form.Close()
	return c.send(ctx, c.calls, method, form.FormDataContentType(), &body, out)
}

func (c *Client) send(ctx context.Context, client *http.Client, method, kind string, body io.Reader, out any) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url+"/bot"+string(c.token)+"/"+method, body)
	if err != nil {
		return fmt.Errorf("%s: the API's address is none", method) // the cause has it, with the token
	}
	request.Header.Set("Content-Type", kind)
	response, text, err := adapter.Exchange(client, request)
	if err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	var answer struct {
		OK          bool            `json:"ok"`
		Result      json.RawMessage `json:"result"`
		Code        int             `json:"error_code"`
		Description string          `json:"description"`
		Parameters  struct {
			RetryAfter float64 `json:"retry_after"` // s
			MigrateTo  int64   `json:"migrate_to_chat_id"`
		} `json:"parameters"`
	}
	if err := adapter.DecodeLenient(text, &answer); err != nil {
		return &Refusal{Method: method, Status: response.StatusCode, Text: "an answer that is no JSON"}
	}
	if !answer.OK {
		return &Refusal{
			Method: method, Status: response.StatusCode, Code: answer.Code, Text: answer.Description,
			RetryAfter: adapter.Seconds(answer.Parameters.RetryAfter),
			MigrateTo:  answer.Parameters.MigrateTo,
		}
	}
	if out == nil {
		return nil
	}
	if err := adapter.DecodeLenient(answer.Result, out); err != nil {
		return fmt.Errorf("%s: a result in an unknown form: %w", method, err)
	}
	return nil
}

// Download opens a file by the path that getFile gave. It goes to the API's own
// host, and a path that isn't one below its files is refused.
func (c *Client) Download(ctx context.Context, path string) (io.ReadCloser, error) {
	const method = "download"
	if !fs.ValidPath(path) || path == "." {
		return nil, fmt.Errorf("%s: %w: the file is not among the API's own", method, adapter.ErrGone)
	}
	address := c.url + "/file/bot" + string(c.token) + "/" + (&url.URL{Path: path}).EscapedPath()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: the file's path is none", method)
	}
	response, err := c.files.Do(request)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", method, adapter.WithoutAddress(err))
	}
	if response.StatusCode != http.StatusOK {
		response.Body.Close()
		return nil, &Refusal{Method: method, Status: response.StatusCode, Code: response.StatusCode, Text: http.StatusText(response.StatusCode)}
	}
	return response.Body, nil
}
