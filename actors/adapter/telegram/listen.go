package telegram

import (
	"context"
	"encoding/json"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/telegram/rest"
	"familiar/actors/adapter/telegram/wire"
	"familiar/internal/sleep"
	"familiar/messages"
)

const (
	// pollMost is how many updates Telegram hands out at once.
	pollMost = 100
	// pollLeast is how long the next poll waits after one that brought nothing new at
	// once, as of a server that doesn't wait, or of an update that can't be read.
	pollLeast = 500 * time.Millisecond
	// settleMost is how long the next poll waits for what was polled to be taken.
	// Until then Telegram would answer at once, with the same.
	settleMost = time.Second
	// confirmWithin is how long the last acknowledgement may take when ctx has ended.
	confirmWithin = 3 * time.Second
)

// Listen implements adapter.Adapter. What was taken is acknowledged when ctx ends,
// too; what was not, Telegram hands out again for a day.
func (a *Account) Listen(ctx context.Context, hear adapter.Hear) error {
	return a.listening.Run(ctx, hear, a.listen)
}

func (a *Account) listen(ctx context.Context, hear adapter.Hear) error {
	me, err := a.who(ctx)
	if err != nil {
		return err
	}
	a.greet(ctx, me)
	// What waits is handed over until Listen ends, for whatever reason.
	working, stop := context.WithCancel(ctx)
	l := listener{Account: a, me: me, hear: hear, queues: adapter.NewQueues[messages.ChannelID](working, 0), albums: map[messages.ChannelID]*album{}}
	if a.config.Webhook != "" {
		l.taken = a.inbox.take
		err = l.receive(working)
		stop()
		l.queues.Wait()
		a.inbox.restart()
		return err
	}
	l.wait, l.taken = a.config.Album, a.window.take
	err = l.poll(ctx)
	stop()
	l.queues.Wait()
	a.window.restart()
	l.confirm(ctx)
	return err
}

// A listener is one run of Listen.
type listener struct {
	*Account
	me     self
	hear   adapter.Hear
	queues *adapter.Queues[messages.ChannelID]
	asked  int64                         // the offset of the last poll
	wait   time.Duration                 // how long the parts of an album wait for the next
	albums map[messages.ChannelID]*album // the newest of each channel; of whoever sorts
	taken  func(updates ...int64)        // notes that updates may be acknowledged
}

// A poll asks for updates.
type poll struct {
	Offset  int64    `json:"offset,omitempty"`
	Limit   int      `json:"limit"`
	Timeout int64    `json:"timeout"` // s
	Kinds   []string `json:"allowed_updates"`
}

// poll asks for updates and puts them into the lanes of their channels, until ctx
// ends or Telegram gives an error.
func (l *listener) poll(ctx context.Context) error {
	for {
		l.asked = l.window.offset(time.Now())
		var updates []json.RawMessage
		began, admitted := time.Now(), 0
		wanted := poll{Offset: l.asked, Limit: pollMost, Timeout: int64(l.config.Poll / time.Second), Kinds: wire.Kinds}
		err := l.api.Poll(ctx, l.config.Poll, "getUpdates", wanted, &updates)
		if rest.Says(err, hookActive) && l.unhook(ctx) {
			continue
		}
		if err != nil {
			return l.failed("listen", err)
		}
		for _, raw := range updates {
			u, err := wire.DecodeUpdate(raw)
			if err != nil {
				l.log.Warn("telegram update refused", "err", err)
				continue
			}
			if l.window.admit(u.ID, time.Now()) {
				admitted++
				l.sort(u)
			}
		}
		l.window.settle(ctx, settleMost)
		if admitted == 0 && time.Since(began) < pollLeast {
			sleep.For(ctx, pollLeast)
		}
	}
}

// confirm acknowledges what was taken since the last poll, where nobody will poll
// any more.
func (l *listener) confirm(ctx context.Context) {
	next := l.window.offset(time.Now())
	if ctx.Err() == nil || next == l.asked {
		return
	}
	ctx, done := context.WithTimeout(context.WithoutCancel(ctx), confirmWithin)
	defer done()
	if err := l.api.Call(ctx, "getUpdates", poll{Offset: next, Limit: 1, Kinds: wire.Kinds}, nil); err != nil {
		l.log.Debug("telegram updates not acknowledged", "err", err)
	}
}

// greet offers commands, and tells the operator of privacy mode, once.
func (a *Account) greet(ctx context.Context, me self) {
	if a.greeted {
		return
	}
	a.greeted = true
	if !me.user.ReadsAll {
		a.log.Warn("telegram privacy mode is on", "hears", "in groups only commands, mentions and replies to the bot", "help", privacyHelp)
	}
	if err := a.offerCommands(ctx); err != nil {
		a.log.Warn("telegram commands not offered", "err", err)
	}
}

// pauseMost is the longest pause before an event is handed over again.
const pauseMost = 5 * time.Second

// handOver hands an event over until it is taken or refused, and reports whether
// that was before ctx ended.
func (l *listener) handOver(ctx context.Context, channel messages.ChannelID, e messages.Event) bool {
	return l.hear.UntilTaken(ctx, channel, e, adapter.Backoff{First: l.config.Pause, Most: pauseMost}) == nil
}
