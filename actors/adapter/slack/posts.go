package slack

import (
	"context"

	"familiar/actors/adapter"
	"familiar/messages"
)

const postsMost = 1024 // own posts remembered, at least

// posts knows which of the account's messages is which post, for the echoes
// of those whose metadata Slack keeps to itself.
type posts struct {
	ids      *adapter.Recent[string, messages.PostID] // by what stands for a post: its message, or its file
	underway adapter.Posting                          // by chat
}

func (p *posts) open() { p.ids = adapter.NewRecent[string, messages.PostID](postsMost) }

// begin notes that a post to a chat is under way; the function it gives ends
// it, with the ts that Slack gave it or "".
func (p *posts) begin(chat string, id messages.PostID) (end func(ts string)) {
	done := p.underway.Begin(chat)
	return func(ts string) {
		if ts != "" {
			p.ids.Put(chat+" "+ts, id)
		}
		done()
	}
}

// has reports whether a message is a post of this process.
func (p *posts) has(chat, ts string) bool { return p.ids.Has(chat + " " + ts) }

// made returns the post that a message of ours is; "" if none of this process.
// While a post to the chat is under way it waits for that one's answer.
func (p *posts) made(ctx context.Context, chat, ts string) (id string) {
	p.underway.Await(ctx, chat, func() bool {
		post, known := p.ids.Get(chat + " " + ts)
		id = string(post)
		return known
	})
	return id
}
