package onebot

import (
	"context"
	"errors"
	"time"

	"golang.org/x/time/rate"

	"familiar/actors/adapter"
	"familiar/internal/sleep"
	"familiar/messages"
)

const (
	perMinute = 20              // messages that a chat is given, over time
	burst     = 8               // of those, how many at once, each after the pause
	chatsMost = 10_000          // chats whose pace is remembered, at least
	turnMost  = 2 * time.Second // a post waits no longer for its turn; it is made later
)

// errPace says that a chat has had as many messages as are good for the account.
var errPace = errors.New("the chat's rate limit")

// pace keeps the account's messages apart. QQ publishes no limits, and takes an account
// that says much for a robot: these are ours.
type pace struct {
	every time.Duration
	chats *adapter.Recent[messages.ChannelID, chatPace]
}

type chatPace struct{ gap, minute *rate.Limiter }

func newPace(every time.Duration) *pace {
	return &pace{every: every, chats: adapter.NewRecent[messages.ChannelID, chatPace](chatsMost)}
}

// turn waits for the turn of a message to a chat, or says that it would take long: then
// nothing is done, and it may be tried later. A chat has one post under way at most.
func (p *pace) turn(ctx context.Context, chat messages.ChannelID) error {
	c, known := p.chats.Get(chat)
	if !known {
		minute := min(time.Minute/perMinute, perMinute*p.every) // tests go faster
		c = chatPace{rate.NewLimiter(rate.Every(p.every), 1), rate.NewLimiter(rate.Every(minute), burst)}
		p.chats.Put(chat, c)
	}
	gap, minute := c.gap.Reserve(), c.minute.Reserve()
	wait := max(gap.Delay(), minute.Delay())
	if wait > turnMost {
		gap.Cancel()
		minute.Cancel()
		return adapter.RetryAfter(wait, errPace)
	}
	if !sleep.For(ctx, wait) {
		gap.Cancel()
		minute.Cancel()
		return adapter.RetryAfter(0, context.Cause(ctx))
	}
	return nil
}
