// Package answer takes a model's stream whole and holds the model to its
// contract: whatever the model does (panics, hangs past its context, talks
// without end), [Collector.Collect] returns an answer or an error, in time.
//
// It knows nothing of chats or prompts. The agent and the monitor call it.
package answer

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"

	"familiar/llm"
)

// Errors that callers act on.
var (
	ErrStuck   = errors.New("too many calls of the model never returned")
	ErrTooLong = errors.New("answer is too long")
)

// A PanicError says that the model panicked.
type PanicError struct{ Value any }

func (e *PanicError) Error() string { return fmt.Sprintf("model panicked: %v", e.Value) }

// MaxBytes is how long an answer may be, calls included: 256 KiB. Beyond it
// the model has lost its way.
const MaxBytes = 256 << 10

// A Whole is everything a model answered.
type Whole struct {
	Text  string
	Calls []llm.Call
	Usage llm.Usage // zero when the model didn't say
}

// Several is a model that is several: it has the collector ask those it chooses,
// one by one, so that each is held to the contract by itself.
type Several interface {
	CollectBy(ctx context.Context, by *Collector, r llm.Request) (Whole, error)
}

// A Collector collects answers. Its methods may be called at the same time.
// The zero Collector is ready.
type Collector struct {
	mu     sync.Mutex      // callers are goroutines of several actors
	lost   map[string]int  // calls of a model that were given up on and have not returned
	opened map[string]bool // models whose template begins their thoughts
}

// mostLost is how many of a model's may be lost before it gets no more.
const mostLost = 4

// Collect calls the model and gathers its answer. When ctx ends it waits for
// the model to return, so that a call that was cut off is told and counted to
// its end, but not for long: one that goes on is given up on and its goroutine
// counted until it returns. With an error of the model's the Whole holds what
// came before it; a [PanicError] is one.
func (c *Collector) Collect(ctx context.Context, model llm.Model, r llm.Request) (Whole, error) {
	if err := ctx.Err(); err != nil {
		return Whole{}, err
	}
	if several, are := model.(Several); are {
		return several.CollectBy(ctx, c, r)
	}
	if c.stuck(model.Name()) {
		return Whole{}, fmt.Errorf("%s: %w", model.Name(), ErrStuck)
	}
	type outcome struct {
		whole Whole
		err   error
	}
	done := make(chan outcome, 1)
	// A goroutine of its own, because only so a model that ignores its
	// context can be left behind.
	go func() {
		whole, err := gather(ctx, model, r)
		whole.Text = c.withOpening(model.Name(), whole.Text, err)
		done <- outcome{whole, err}
	}()
	select {
	case o := <-done:
		return o.whole, o.err
	case <-ctx.Done():
	}
	last := time.NewTimer(grace)
	defer last.Stop()
	select {
	case <-done: // a good model, too late
		return Whole{}, ctx.Err()
	case <-last.C:
	}
	c.count(model.Name(), 1)
	go func() { // outlives this call, which must return now
		<-done
		c.count(model.Name(), -1)
	}()
	return Whole{}, ctx.Err()
}

// withOpening returns a text with the <think> before thoughts that only end in it: where a
// chat template begins the model's words with that, as DeepSeek-R1's and those of Qwen's
// thinking models do, a server that knows nothing of thoughts leaves it out. They end a line;
// in the middle of one "</think>" is a word that is spoken of. What such a model wrote before
// its limit ended it is thoughts if they don't end.
func (c *Collector) withOpening(model, text string, err error) string {
	before, end := text, thoughtsEnd.FindStringIndex(text)
	closed := end != nil
	if closed {
		before = text[:end[0]]
	}
	if text == "" || strings.Contains(before, "<think") {
		return text
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case closed:
		if c.opened == nil {
			c.opened = map[string]bool{}
		}
		c.opened[model] = true
	case !c.opened[model] || !errors.Is(err, llm.ErrLimit):
		return text
	}
	return "<think>" + text
}

var (
	thoughts    = regexp.MustCompile(`(?is)<think>.*?</think>`)
	thoughtsEnd = regexp.MustCompile(`(?m)</think>[ \t\r]*$`)
)

// Unthought returns a text for programs without the thoughts in it.
func Unthought(text string) string { return strings.TrimSpace(thoughts.ReplaceAllString(text, "")) }

// grace is how long after ctx's end a call may take to return before it counts
// as stuck: many may end at one instant, on a machine that has other work. It is
// less than the margins before the deadlines of orders.
const grace = 100 * time.Millisecond

func (c *Collector) stuck(name string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lost[name] >= mostLost
}

func (c *Collector) count(name string, by int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.lost == nil {
		c.lost = map[string]int{}
	}
	if c.lost[name] += by; c.lost[name] == 0 {
		delete(c.lost, name)
	}
}

func gather(ctx context.Context, model llm.Model, r llm.Request) (w Whole, err error) {
	var text strings.Builder
	defer func() {
		if p := recover(); p != nil {
			err = &PanicError{p}
		}
		w.Text = text.String()
	}()
	size := 0
	for d, err := range model.Generate(ctx, r) {
		if err != nil {
			return w, err
		}
		text.WriteString(d.Text)
		size += len(d.Text)
		if d.Call != nil {
			w.Calls = append(w.Calls, *d.Call)
			size += len(d.Call.Name) + len(d.Call.Arguments)
		}
		if d.Usage != nil {
			w.Usage = *d.Usage
		}
		if size > MaxBytes {
			return w, ErrTooLong
		}
	}
	return w, nil
}
