package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

// A Hall is an account in a hall: a server to which a connection says lines of JSON, and
// that tells every connection what was said. It implements [adapter.Adapter].
type Hall struct {
	server, nick string

	last string // the id of the newest line that was taken; only Listen uses it
}

var (
	_ adapter.Adapter    = (*Hall)(nil)
	_ adapter.Identifier = (*Hall)(nil)
)

// A word is what goes over a connection.
type word struct {
	ID     string `json:"id,omitempty"` // the server's
	Author string `json:"author"`
	Text   string `json:"text"`
	Post   string `json:"post,omitempty"`  // the id of the post that it comes from
	After  bool   `json:"after,omitempty"` // nothing is said: what came after the line ID is to be told
}

// channel is where everything is said.
func (h *Hall) channel() messages.ChannelID {
	return messages.Channel{Network: "hall", Workspace: h.server, Chat: "hall"}.ID()
}

// Identity implements adapter.Identifier.
func (h *Hall) Identity(context.Context) (messages.Author, error) {
	return messages.Author{ID: messages.PersonID(h.nick), Name: h.nick, Bot: true}, nil
}

// Listen implements adapter.Adapter. A line that is not taken is handed over again before
// the next.
func (h *Hall) Listen(ctx context.Context, hear adapter.Hear) error {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", h.server)
	if err != nil {
		return fmt.Errorf("hall: %w", err)
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	if err := json.NewEncoder(conn).Encode(word{ID: h.last, After: true}); err != nil {
		return fmt.Errorf("hall: %w", err)
	}
	again := adapter.Backoff{First: 100 * time.Millisecond, Most: 10 * time.Second}
	for in := json.NewDecoder(bufio.NewReader(conn)); ; {
		var w word
		if err := in.Decode(&w); err != nil {
			return fmt.Errorf("hall: %w", err) // also when ctx has ended
		}
		line := &messages.Line{
			ID: messages.LineID(w.ID), Channel: h.channel(), Author: messages.Author{ID: messages.PersonID(w.Author), Name: w.Author},
			Text: w.Text, At: messages.InstantOf(time.Now()), Nonce: w.Post,
		}
		err := again.Until(ctx, func() error { return hear(ctx, h.channel(), messages.Heard{Line: line}) })
		if err != nil && !errors.Is(err, adapter.ErrRefused) {
			return err
		}
		h.last = w.ID
	}
}

// Post implements adapter.Adapter, over a connection of its own: it may be called after
// Listen has ended.
func (h *Hall) Post(ctx context.Context, p messages.Post) (adapter.Posted, error) {
	if p.Channel != h.channel() {
		return adapter.Posted{}, fmt.Errorf("hall: %w: there is no %s", adapter.ErrGone, p.Channel)
	}
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", h.server)
	if err != nil {
		return adapter.Posted{}, adapter.RetryAfter(0, fmt.Errorf("hall: %w", err)) // nothing was said
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	if err := json.NewEncoder(conn).Encode(word{Author: h.nick, Text: p.Text, Post: string(p.ID)}); err != nil {
		return adapter.Posted{}, fmt.Errorf("hall: %w", err) // it may have been said
	}
	for in := json.NewDecoder(conn); ; {
		var w word
		if err := in.Decode(&w); err != nil {
			return adapter.Posted{}, fmt.Errorf("hall: %w", err)
		}
		if w.Post == string(p.ID) && w.Author == h.nick {
			return adapter.Posted{Line: messages.LineID(w.ID)}, nil
		}
	}
}
