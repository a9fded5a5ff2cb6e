// Package cache keeps answers of a model on disk, by what was asked: a
// question that was answered once costs nothing the second time.
//
// The key is the SHA-256 of the model's name and the whole request, so a
// changed prompt, card or line is another question. What is kept is the
// answer's text; tool calls are not, so requests with tools are passed on. It
// knows nothing of chats. cmd/familiar wraps the judge of a replay with it.
package cache

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"
	"sync"

	"familiar/llm"
)

// Bounds of a file. Answers beyond them are given and not kept.
const (
	MostBytes   = 256 << 20 // of the whole file
	mostAnswer  = 64 << 10  // of one answer's text
	longestLine = 1 << 20
)

// A Cache is a file of answers, one line of JSON each, to which every answer
// is appended as it comes: what is in it survives whatever ends the program.
// Its methods may be called at the same time.
type Cache struct {
	mu    sync.Mutex // questions are asked from several goroutines
	file  *os.File
	size  int64
	known map[string]kept
}

// kept is one line of the file.
type kept struct {
	Key   string `json:"key"`
	Model string `json:"model"` // for whoever reads the file
	Text  string `json:"text"`
}

// Open opens the file at path, or begins it. A last line without end, which a
// killed program leaves, is cut off; any other line that can't be read is an
// error.
func Open(path string) (*Cache, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("cache: %w", err)
	}
	c := &Cache{file: f, known: map[string]kept{}}
	if err := c.load(); err != nil {
		return nil, errors.Join(fmt.Errorf("cache %s: %w", path, err), f.Close())
	}
	return c, nil
}

func (c *Cache) load() error {
	about, err := c.file.Stat()
	if err != nil {
		return err
	}
	if about.Size() > MostBytes {
		return fmt.Errorf("more than %d bytes; take the file away", MostBytes)
	}
	lines := bufio.NewReaderSize(c.file, 1<<16)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF {
			break // a line without end is no answer
		}
		if err != nil {
			return err
		}
		if len(line) > longestLine {
			return fmt.Errorf("line %d is longer than %d bytes", n, longestLine)
		}
		var k kept
		if err := json.Unmarshal(bytes.TrimSpace(line), &k); err != nil {
			return fmt.Errorf("line %d: %w; take it out, or the file away", n, err)
		}
		c.known[k.Key] = k
		c.size += int64(len(line))
	}
	if err := c.file.Truncate(c.size); err != nil {
		return err
	}
	_, err = c.file.Seek(c.size, io.SeekStart)
	return err
}

// Close closes the file.
func (c *Cache) Close() error { return c.file.Close() }

// Answer gives what the model of that name answered to the request; ok is
// false when that isn't known.
func (c *Cache) Answer(model string, r llm.Request) (text string, ok bool) {
	if len(r.Tools) > 0 {
		return "", false
	}
	k, ok := c.find(key(model, r))
	return k.Text, ok
}

func (c *Cache) find(key string) (kept, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	k, ok := c.known[key]
	return k, ok
}

func (c *Cache) add(k kept) error {
	line, err := json.Marshal(k)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known[k.Key].Key != "" || c.size+int64(len(line))+1 > MostBytes {
		return nil
	}
	if _, err := c.file.Write(append(line, '\n')); err != nil {
		return err
	}
	c.size += int64(len(line)) + 1
	c.known[k.Key] = k
	return nil
}

// Wrap gives a model whose answers are looked up in the cache first and kept
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
