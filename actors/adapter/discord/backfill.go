package discord

import (
	"context"
	"slices"
	"sync/atomic"

	"familiar/actors/adapter/discord/gateway"
	"familiar/actors/adapter/discord/wire"
	"familiar/messages"
)

// fetchesAtOnce is how many channels catch up at the same time.
const fetchesAtOnce = 4

// fetching waits until the account may ask for one channel more, unless Listen ends before.
func (l *listener) fetching() (done func(), ok bool) {
	select {
	case l.account.fetchings <- struct{}{}:
		return func() { <-l.account.fetchings }, true
	case <-l.ctx.Done():
		return nil, false
	}
}

// backfill hands over what happened in a channel while nobody was connected:
// which of its lines changed, then the newest lines since the last that was
// heard, up to message last. What was said after that comes by itself, and is
// no old news. It reports whether that was before Listen's end.
func (l *listener) backfill(id, last string) bool {
	a := l.account
	at, known := a.places.at(id)
	if !known || a.config.Backfill < 0 {
		return true
	}
	done, ok := l.fetching()
	if !ok {
		return false
	}
	defer done()
	heard, ok := l.heardUpto(id, at)
	said := l.lately(id, at)
	if !ok || !wire.Older(heard, last) && len(said) == 0 {
		a.places.caughtUp(id)
		return l.ctx.Err() == nil
	}
	missed, err := a.fetch(l.ctx, id, before(wire.After(last), a.config.Backfill))
	if err != nil {
		a.log.Warn("missed lines unknown", "channel", id, "err", err)
		return l.ctx.Err() == nil
	}
	if !l.away(id, at, said, missed, last) {
		return false
	}
	missed = slices.DeleteFunc(missed, func(m *wire.Message) bool { return !wire.Older(heard, m.ID) || wire.Older(last, m.ID) })
	filled := make(map[string]bool, len(missed))
	for _, m := range missed {
		filled[m.ID] = true
		if a.heard(m) {
			line := a.line(at.guild, m)
			line.Backfilled = true
			if !l.hearUntilTaken(line.Channel, messages.Heard{Line: line}) {
				return false
			}
			a.texts.rememberText(line)
		}
		a.places.heard(id, m.ID)
	}
	a.places.fill(id, filled)
	a.places.caughtUp(id)
	return true
}

// catchUp looks for what was missed in channels, each up to its message, and for whether
// those that are missing were deleted, because an event says that there may be something:
// it needs no more once all is looked for.
func (l *listener) catchUp(e gateway.Event, behind map[string]string, missing []wire.Channel) {
	var left atomic.Int64
	left.Store(int64(len(behind) + len(missing)))
	look := func(channel string, work func() bool) {
		l.queues.Add(channel, func(context.Context) {
			if work() && left.Add(-1) == 0 {
				e.Took()
			}
		})
	}
	for channel, last := range behind {
		look(channel, func() bool { return l.backfill(channel, last) })
	}
	for _, c := range missing {
		look(c.ID, func() bool { return l.missing(c) })
	}
	if len(behind)+len(missing) == 0 {
		e.Took()
	}
}

// recalledMost is how many channels are asked for what was said while the
// program was away.
const recalledMost = 50

// recall takes over, once, which channels were heard before this process. Of
// guilds' channels Discord then says what their newest message is.
func (a *Account) recall(ctx context.Context) {
	a.recalling.Lock()
	defer a.recalling.Unlock()
	if a.recalled || a.config.Past == nil {
		return
	}
	a.recalled = true
	for _, id := range a.config.Past.Known(ctx, network, recalledMost) {
		if c, err := parse(id); err == nil {
			last, _ := a.config.Past.Last(ctx, id)
			a.places.recall(c, string(last))
		}
	}
}

// recall notes that a channel was heard before this process, up to message
// last.
func (p *places) recall(c messages.Channel, last string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !wire.Born(last).IsZero() && wire.Older(p.newest[c.Workspace], last) {
		p.newest[c.Workspace] = last
	}
	if p.places[raw(c)] != nil {
		return
	}
	p.recalled[raw(c)] = c
	if c.Workspace == "" { // nobody tells of it at the start
		p.setChannelLocked(wire.Channel{ID: raw(c), Type: kindDM})
	}
}

// caughtUp notes that this process has what an earlier one, or an earlier
// session, missed.
func (p *places) caughtUp(channel string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if known := p.places[channel]; known != nil {
		known.before, known.look = false, false
	}
}

// heardUpto returns the newest message of a channel that was handed over, by an
// earlier process if by none of this one; false: none is known.
func (l *listener) heardUpto(id string, at place) (string, bool) {
	if !at.before {
		return at.heard, true
	}
	last, _ := l.account.config.Past.Last(l.ctx, l.account.places.id(at.guild, id))
	return string(last), !wire.Born(string(last)).IsZero()
}
