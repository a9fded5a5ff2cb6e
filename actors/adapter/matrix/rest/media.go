package rest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"familiar/actors/adapter"
)

// errMedia says that an address is none of Matrix's content.
var errMedia = fmt.Errorf("%w: it has no address of Matrix's, mxc://server/id", adapter.ErrGone)

// media returns the parts of an mxc address: a server and an id there.
func media(address string) (server, id string, err error) {
	rest, is := strings.CutPrefix(address, "mxc://")
	server, id, parts := strings.Cut(rest, "/")
	isPart := func(part string, also string) bool {
		return part != "" && strings.IndexFunc(part, func(r rune) bool {
			return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && !strings.ContainsRune(also, r)
		}) < 0
	}
	if !is || !parts || !isPart(server, ".-:[]") || !isPart(id, "-_") || len(address) > addressMost {
		return "", "", errMedia
	}
	return server, id, nil
}

// addressMost is how long an mxc address may be, in bytes.
const addressMost = 512

// Download opens content by its mxc address: it comes from the homeserver itself, which
// asks the server that has it, and never from where that sends it on.
func (c *Client) Download(ctx context.Context, address string) (io.ReadCloser, error) {
	server, id, err := media(address)
	if err != nil {
		return nil, fmt.Errorf("download: %w", err)
	}
	r := Request{Method: http.MethodGet, Path: []string{"v1", "media", "download", server, id}}
	at, err := r.address(c.url)
	if err != nil {
		return nil, fmt.Errorf("download: %w: %w", adapter.ErrGone, err)
	}
	request, err := http.NewRequestWithContext(ctx, r.Method, at, nil)
	if err != nil {
		return nil, errors.New("download: the homeserver's address is none")
	}
	request.Header.Set("Authorization", "Bearer "+string(c.token))
	response, err := c.files.Do(request)
	if err != nil {
		return nil, fmt.Errorf("download: %w", adapter.WithoutAddress(err))
	}
	if response.StatusCode != http.StatusOK {
		defer response.Body.Close()
		text, _ := io.ReadAll(io.LimitReader(response.Body, refusalMost)) // what came of it says enough
		return nil, refusal("download", response, text)
	}
	return response.Body, nil
}

// refusalMost is how many bytes of a refusal of content are read.
const refusalMost = 64 << 10

// Upload has the homeserver keep content, which nobody sees by that, and returns its mxc
// address.
func (c *Client) Upload(ctx context.Context, name, kind, text string) (address string, err error) {
	at := c.url + "/_matrix/media/v3/upload?" + url.Values{"filename": {name}}.Encode()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, at, strings.NewReader(text))
	if err != nil {
		return "", errors.New("upload: the homeserver's address is none")
	}
	request.Header.Set("Content-Type", kind)
	answer, err := c.exchange(c.calls, request, "upload")
	if err != nil {
		return "", err
	}
	var made struct {
		Address string `json:"content_uri"`
	}
	if err := adapter.DecodeLenient(answer, &made); err != nil {
		return "", fmt.Errorf("upload: a result in an unknown form: %w", err)
	}
	if _, _, err := media(made.Address); err != nil {
		return "", errors.New("upload: the answer has no address")
	}
	return made.Address, nil
}
