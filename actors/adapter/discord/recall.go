package discord

import (
	"context"

	"familiar/messages"
)

// recalledMost is how many channels are asked for what was said while the
// program was away.
const recalledMost = 50

// recall takes over, once, which channels were heard before this process. Of
// guilds' channels Discord then says what their newest message is.
func (a *Account) recall(ctx context.Context) {
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
	if !born(last).IsZero() && older(p.newest[c.Workspace], last) {
		p.newest[c.Workspace] = last
	}
	if p.places[raw(c)] != nil {
		return
	}
	p.recalled[raw(c)] = true
	if c.Workspace == "" { // nobody tells of it at the start
		p.setChannelLocked(channel{ID: raw(c), Type: kindDM})
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
func (l *lanes) heardUpto(id string, at place) (string, bool) {
	if !at.before {
		return at.heard, true
	}
	last, _ := l.account.config.Past.Last(l.ctx, l.account.places.id(at.guild, id))
	return string(last), !born(string(last)).IsZero()
}
