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
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
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
	Model string `json:"model"` // for a reader of the file
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
		return fmt.Errorf("more than %d bytes: delete the file", MostBytes)
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
			return fmt.Errorf("line %d: %w: delete the line, or the file", n, err)
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

// Answer returns what the model of that name answered to the request; ok is
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
	line = append(line, '\n')
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known[k.Key].Key != "" || c.size+int64(len(line)) > MostBytes {
		return nil
	}
	if _, err := c.file.Write(line); err != nil {
		return err
	}
	c.size += int64(len(line))
	c.known[k.Key] = k
	return nil
}
