package slack

import (
	"context"
	"sync"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

const (
	postsMost = 1024            // own posts remembered, at least
	echoWait  = 2 * time.Second // how long an echo waits for the answer to its post
)

// posts knows which of the account's messages is which post, for the echoes
// of those whose metadata Slack keeps to itself.
type posts struct {
	ids *adapter.Recent[string, messages.PostID] // by what stands for a post: its message, or its file

	mu       sync.Mutex     // posts are made by the outbox's workers and asked for by lanes
	underway map[string]int // by chat
	changed  chan struct{}  // closed at each change
}

func (p *posts) open() { p.ids = adapter.NewRecent[string, messages.PostID](postsMost) }

// begin notes that a post to a chat is under way; the function it gives ends
// it, with the ts that Slack gave it or "".
func (p *posts) begin(chat string, id messages.PostID) (end func(ts string)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.underway == nil {
		p.underway, p.changed = map[string]int{}, make(chan struct{})
	}
	p.underway[chat]++
	return func(ts string) {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.underway[chat]--; p.underway[chat] == 0 {
			delete(p.underway, chat)
		}
		if ts != "" {
			p.ids.Put(chat+" "+ts, id)
		}
		close(p.changed)
		p.changed = make(chan struct{})
	}
}

// made returns the post that a message of ours is; "" if none of this process.
// While a post to the chat is under way it waits for that one's answer.
func (p *posts) made(ctx context.Context, chat, ts string) string {
	ctx, done := context.WithTimeout(ctx, echoWait)
	defer done()
	for {
		p.mu.Lock()
		id, known := p.ids.Get(chat + " " + ts)
		changed, underway := p.changed, p.underway[chat] > 0
		p.mu.Unlock()
		if known || !underway {
			return string(id)
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ""
		}
	}
}
