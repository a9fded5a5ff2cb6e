// Package remote is a load's target over HTTP: it says lines to the web
// network of a running familiar, of one process or several, and follows the streams of its channels for
// decisions and posts, as docs/control.md describes both. It knows that
// interface from its page only and shares no code with it.
//
//	remote.go lines
//	stream.go what comes back
package remote

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
	"sync"
	"time"

	"familiar/lab/load"
	"familiar/lab/load/tally"
)

// Options is whom to talk to and what to follow. URLs and Tally are needed.
type Options struct {
	URLs     []string // of its processes, such as http://127.0.0.1:7077; each has the channels whose number leaves the same rest
	Token    string   // of all of them, for reading and saying lines in every channel
	Channels int
	Watch    int // channels whose decisions are followed, the first ones; the program must allow so many streams
	Names    load.Names
	Tally    *tally.Tally
	Speakers int // connections that say lines; 0: 48 for each process, below the 64 requests one takes at once
}

// within is how long one request may take; the program gives it 20 s.
const within = 30 * time.Second

// maxAnswer bounds what is read of an answer, in bytes.
const maxAnswer = 1 << 20

// A Program is a running familiar, whatever processes it has. Make it with [Open].
type Program struct {
	Options
	witness string // the familiar whose decisions are counted
	client  *http.Client
	stop    context.CancelFunc
	streams sync.WaitGroup
}

// Open asks who is there and follows the channels. It returns once each is
// followed: no decision is missed. Names.Familiar is set to the person that
// lines mention.
func Open(ctx context.Context, o Options) (*Program, error) {
	if len(o.URLs) == 0 {
		return nil, errors.New("load: no address of a familiar")
	}
	o.URLs = slices.Clone(o.URLs)
	for i, u := range o.URLs {
		base, err := url.Parse(u)
		if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
			return nil, fmt.Errorf("load: %q is not an address: want one such as http://127.0.0.1:7077", u)
		}
		o.URLs[i] = base.Scheme + "://" + base.Host
	}
	if o.Speakers <= 0 {
		o.Speakers = 48 * len(o.URLs)
	}
	o.Watch = min(o.Watch, o.Channels)
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConns, transport.MaxIdleConnsPerHost = 0, o.Speakers
	p := &Program{Options: o, client: &http.Client{Transport: transport}}
	if err := p.meet(ctx); err != nil {
		return nil, err
	}
	ctx, p.stop = context.WithCancel(ctx)
	if err := p.follow(ctx); err != nil {
		p.Close()
		return nil, err
	}
	for c := p.Watch; c < p.Channels; c++ {
		p.Tally.Shut(c)
	}
	return p, nil
}

// Close ends the streams.
func (p *Program) Close() {
	p.stop()
	p.streams.Wait()
	p.client.CloseIdleConnections()
}

// meet finds out who answers in the first channel.
func (p *Program) meet(ctx context.Context) error {
	var in struct {
		Members []struct{ Familiar, Person string }
	}
	status, err := p.ask(ctx, http.MethodGet, p.address(0, ""), nil, &in)
	switch {
	case err != nil:
		return err
	case status != http.StatusOK:
		return fmt.Errorf("load: %s answers %d when asked who is in channel %s: does the token have the scopes read and lines?", p.URLs[0], status, p.Names.Chat(0))
	case len(in.Members) == 0:
		return fmt.Errorf("load: no familiar is in channel %s: add a rule with match = %q", p.Names.Chat(0), "web:c*")
	}
	p.witness, p.Names.Familiar = in.Members[0].Familiar, in.Members[0].Person
	return nil
}

// Say implements [load.Target].
func (p *Program) Say(ctx context.Context, l load.Line) error {
	body := struct {
		ID       string            `json:"id"`
		Author   map[string]string `json:"author"`
		Text     string            `json:"text"`
		Mentions []string          `json:"mentions,omitempty"`
		ReplyTo  string            `json:"reply_to,omitempty"`
	}{l.ID, map[string]string{"id": l.Author, "name": l.Author}, l.Text, l.Mentions, l.ReplyTo}
	status, err := p.ask(ctx, http.MethodPost, p.address(l.Channel, "/lines"), body, nil)
	switch {
	case err != nil:
		return errors.Join(load.ErrAgain, err)
	case status == http.StatusAccepted || status == http.StatusOK:
		return nil
	case status == http.StatusNotFound:
		return load.ErrNobody
	}
	return fmt.Errorf("%w: status %d", load.ErrAgain, status)
}

// address returns where a channel is read and spoken to.
func (p *Program) address(channel int, rest string) string {
	return p.URLs[channel%len(p.URLs)] + "/v1/channels/" + url.PathEscape(p.Names.Chat(channel)) + rest
}

// ask sends one request and reads its answer to the end, so that the
// connection can be used again.
func (p *Program) ask(ctx context.Context, method, address string, body, into any) (status int, err error) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	var sent io.Reader
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return 0, err
		}
		sent = bytes.NewReader(encoded)
	}
	response, err := p.send(ctx, method, address, sent, "")
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return 0, fmt.Errorf("load: answer cut off: %w", err)
	}
	if into != nil && response.StatusCode == http.StatusOK {
		err = json.Unmarshal(answer, into)
	}
	return response.StatusCode, err
}

func (p *Program) send(ctx context.Context, method, address string, body io.Reader, last string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, method, address, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+strings.TrimSpace(p.Token))
	if last != "" {
		request.Header.Set("Last-Event-ID", last)
	}
	response, err := p.client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("load: %w", err)
	}
	return response, nil
}
