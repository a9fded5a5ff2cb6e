package cache

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"iter"
	"strings"

	"familiar/llm"
)

// Wrap returns a model whose answers are looked up in the cache first and kept
// there afterwards, as those of the model called name: two settings of one name
// in a configuration may mean two models. Only whole answers are kept, and one
// from the cache costs nothing: it has no usage.
func (c *Cache) Wrap(name string, model llm.Model) llm.Model { return &cached{model, name, c} }

type cached struct {
	llm.Model
	known string // the name its answers are kept under
	cache *Cache
}

// Generate implements llm.Model. It may fail as the model does, or because an
// answer can't be written to the cache: it was paid for, so that is said.
func (m *cached) Generate(ctx context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	if len(r.Tools) > 0 {
		return m.Model.Generate(ctx, r)
	}
	return func(yield func(llm.Delta, error) bool) {
		k := kept{Key: key(m.known, r), Model: m.known}
		if known, ok := m.cache.find(k.Key); ok {
			_ = yield(llm.Delta{Text: known.Text}, nil) && yield(llm.Delta{Usage: &llm.Usage{}}, nil)
			return
		}
		var text strings.Builder
		for d, err := range m.Model.Generate(ctx, r) {
			text.WriteString(d.Text)
			if !yield(d, err) || err != nil {
				return
			}
		}
		if k.Text = text.String(); k.Text == "" || len(k.Text) > mostAnswer {
			return
		}
		if err := m.cache.add(k); err != nil {
			yield(llm.Delta{}, fmt.Errorf("cache: keep the answer: %w", err))
		}
	}
}

// key is the SHA-256, in hex, of everything that may change the answer.
func key(model string, r llm.Request) string {
	r.Priority, r.Channel = 0, "" // they order requests and are not shown
	whole, err := json.Marshal(struct {
		Model   string
		Request llm.Request
	}{model, r})
	if err != nil {
		return "" // no request has such a tool: Wrap passes on those with tools
	}
	sum := sha256.Sum256(whole)
	return hex.EncodeToString(sum[:])
}
