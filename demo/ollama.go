package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// ollamaWithin is how long Ollama has to say which models it has: on this
// machine that is plenty, and nobody waits for it before the first line.
const ollamaWithin = time.Second

// smallModel is the size in bytes up to which a model answers in time on an
// ordinary machine.
const smallModel = 8 << 30

// maxTags is how much of its list of models is read, in bytes.
const maxTags = 1 << 20

// A tag is a model as GET /api/tags lists it.
type tag struct {
	Name       string `json:"name"`
	Size       int64  `json:"size"`
	RemoteHost string `json:"remote_host"` // it runs elsewhere, for money
	Details    struct {
		Family string `json:"family"`
	} `json:"details"`
}

// chats reports whether the model is a small one for chat that runs there.
func (t tag) chats() bool {
	embeds := strings.Contains(t.Name, "embed") || strings.Contains(t.Details.Family, "bert")
	return t.Name != "" && t.Size <= smallModel && t.RemoteHost == "" && !embeds
}

// findOllama asks the Ollama at host for its first small chat model; "" is
// this machine.
func findOllama(ctx context.Context, host string, client *http.Client) (Choice, error) {
	base, err := ollamaURL(host)
	if err != nil {
		return Choice{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, ollamaWithin)
	defer cancel()
	tags, err := ollamaTags(ctx, base, client)
	if err != nil {
		return Choice{}, fmt.Errorf("no Ollama answers at %s: %w", base, brief(err))
	}
	i := slices.IndexFunc(tags, tag.chats)
	if i < 0 {
		return Choice{}, fmt.Errorf("the Ollama at %s has no small chat model", base)
	}
	return Choice{Kind: Ollama, Model: tags[i].Name, URL: base + "/v1", Why: "no key is set"}, nil
}

func ollamaTags(ctx context.Context, base string, client *http.Client) ([]tag, error) {
	if client == nil {
		client = http.DefaultClient
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/api/tags", nil)
	if err != nil {
		return nil, err
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("it answers %s", response.Status)
	}
	var list struct {
		Models []tag `json:"models"`
	}
	if err := json.NewDecoder(io.LimitReader(response.Body, maxTags)).Decode(&list); err != nil {
		return nil, fmt.Errorf("list of models: %w", err)
	}
	return list.Models, nil
}

// ollamaURL returns the address that OLLAMA_HOST means: a host, a port or both,
// or a URL. An address to listen on everywhere is this machine.
func ollamaURL(host string) (string, error) {
	const port = "11434"
	if host == "" {
		host = "127.0.0.1"
	}
	if !strings.Contains(host, "://") {
		host = "http://" + host
	}
	u, err := url.Parse(host)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.User != nil {
		return "", errors.New("OLLAMA_HOST is not an address: want host:port")
	}
	name, number := u.Hostname(), u.Port()
	if name == "" || net.ParseIP(name).IsUnspecified() {
		name = "127.0.0.1"
	}
	if number == "" && u.Scheme == "http" {
		number = port
	}
	at := name
	if number != "" {
		at = net.JoinHostPort(name, number)
	}
	return u.Scheme + "://" + at + strings.TrimRight(u.Path, "/"), nil
}

// brief takes the address off an error of the HTTP client, since whoever
// wraps it names it.
func brief(err error) error {
	if u, ok := errors.AsType[*url.Error](err); ok {
		if u.Timeout() {
			return fmt.Errorf("no answer within %v", ollamaWithin)
		}
		return u.Err
	}
	return err
}
