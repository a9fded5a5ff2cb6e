package telegram

import (
	"context"
	"errors"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"familiar/actors/adapter"
	"familiar/actors/adapter/telegram/rest"
	"familiar/internal/sleep"
)

const (
	overall   = 30              // calls a second that Telegram takes of a bot
	burst     = 3               // messages that a chat takes at once
	chatsMost = 10_000          // chats whose pace is remembered, at least
	turnMost  = 2 * time.Second // a call waits no longer for its turn; it is made later
)

// errPace says that a chat has had as many messages as Telegram takes for now.
var errPace = errors.New("the chat's rate limit")

// pace keeps the account's calls within Telegram's limits: overall, and in each
// chat, where Telegram's own word counts more than the numbers it publishes
// (https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this).
type pace struct {
	every, group time.Duration
	all          *rate.Limiter
	chats        *adapter.Recent[int64, *chatPace]
}

func newPace(every, group time.Duration) *pace {
	return &pace{every: every, group: group, all: rate.NewLimiter(overall, overall), chats: adapter.NewRecent[int64, *chatPace](chatsMost)}
}

type chatPace struct {
	*rate.Limiter

	mu    sync.Mutex // the outbox's workers and those who edit share it
	until time.Time  // Telegram wants nothing before
}

// of returns the pace of a chat. Two that ask first at the same time may each get
// one: the other is lost, and Telegram says so.
func (p *pace) of(chat int64) *chatPace {
	if c, known := p.chats.Get(chat); known {
		return c
	}
	every := p.every
	if chat < 0 { // groups and channels
		every = p.group
	}
	c := &chatPace{Limiter: rate.NewLimiter(rate.Every(every), burst)}
	p.chats.Put(chat, c)
	return c
}

// turn waits for the turn of a message to a chat, or says that it would take long:
// then nothing is done, and it may be tried later.
func (p *pace) turn(ctx context.Context, chat int64) error {
	c := p.of(chat)
	if wait := c.held(); wait > 0 {
		return adapter.RetryAfter(wait, errPace)
	}
	here := c.Reserve()
	if wait := here.Delay(); wait > turnMost {
		here.Cancel()
		return adapter.RetryAfter(wait, errPace)
	}
	all := p.all.Reserve()
	if wait := max(here.Delay(), all.Delay()); !sleep.For(ctx, wait) {
		here.Cancel()
		all.Cancel()
		return adapter.RetryAfter(0, context.Cause(ctx))
	}
	return nil
}

// call waits for the turn of a call that makes no message.
func (p *pace) call(ctx context.Context, chat int64) error {
	if wait := p.of(chat).held(); wait > 0 {
		return adapter.RetryAfter(wait, errPace)
	}
	if err := p.all.Wait(ctx); err != nil {
		return adapter.RetryAfter(0, err)
	}
	return nil
}

// spare reports whether there is room for a call to a chat that needn't be made.
func (p *pace) spare(chat int64) bool { return p.of(chat).held() <= 0 && p.all.Allow() }

// see takes what Telegram says of its limits.
func (p *pace) see(chat int64, err error) {
	if pause := adapter.PauseOf(rest.Outcome(err)); pause > 0 {
		p.of(chat).hold(pause)
	}
}

// held returns how long Telegram wants nothing in the chat.
func (c *chatPace) held() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Until(c.until)
}

func (c *chatPace) hold(pause time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if until := time.Now().Add(pause); until.After(c.until) {
		c.until = until
	}
}
