package lab

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"familiar/actors/agent"
	"familiar/llm"
	"familiar/messages"
)

// What providers say of their caches of prompts: how long a beginning is kept after
// it was last used, and how long one has to be. Anthropic and OpenAI both have five
// minutes or more and 1,024 tokens for most models.
const (
	cacheKept  = 5 * time.Minute
	cacheLeast = 1024
)

// A beginnings is how much of each prompt a provider may still have: as much as it
// has in common with the one before it in the same place.
type beginnings struct {
	last map[string]prompted // by place
}

type prompted struct {
	text string
	at   messages.Instant
}

// add returns how many tokens of a prompt may be read from a cache.
func (b *beginnings) add(place, text string, at messages.Instant) int {
	before, known := b.last[place]
	if b.last == nil {
		b.last = make(map[string]prompted)
	}
	b.last[place] = prompted{text, at}
	if !known || at < before.at || at.Sub(before.at) > cacheKept {
		return 0
	}
	n := 0
	for n < min(len(text), len(before.text)) && text[n] == before.text[n] {
		n++
	}
	if n /= 4; n < cacheLeast {
		return 0
	}
	return n
}

// allTools are those that a place may have; what they do is nobody's affair here.
func allTools() agent.Toolbox {
	return agent.Offer(agent.Ports{
		Engage:  func(context.Context, messages.Compose, messages.ChannelID) (string, error) { return "", nil },
		History: func(context.Context, messages.LineID, int) ([]messages.Quoted, error) { return nil, nil },
		Fetch:   func(context.Context, messages.LineID, messages.Attachment) (io.ReadCloser, error) { return nil, io.EOF },
		React:   true, Fork: true, Edit: true, Files: true,
	})
}

// toolsText is what a model is told of tools, as long as any provider makes it.
func toolsText(tools []llm.Tool) string {
	text, err := json.Marshal(tools)
	if err != nil {
		return "" // schemas are ours, and sound
	}
	return string(text)
}

// tagAt stands for the tag of a page: those of a channel are the same for an hour.
func tagAt(at messages.Instant) string {
	return fmt.Sprintf("%010x", at.Time().Unix()/int64(time.Hour/time.Second))
}
