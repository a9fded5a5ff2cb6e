package adaptertest

import (
	"context"
	"slices"
	"sync"

	"familiar/actors/adapter"
	"familiar/internal/await"
	"familiar/messages"
)

// A Past is a journal that adapters of one network are heard into, and what the
// next ones are told of it. Nobody in it is one of ours.
type Past struct {
	mu     sync.Mutex // channels are heard at once
	events []messages.Event
	lines  map[messages.ChannelID][]*messages.Line
	seen   map[messages.LineID]bool
	news   await.News
}

// NewPast returns one that has heard nothing.
func NewPast() *Past {
	return &Past{lines: make(map[messages.ChannelID][]*messages.Line), seen: make(map[messages.LineID]bool)}
}

// Hear implements [adapter.Hear].
func (p *Past) Hear(_ context.Context, channel messages.ChannelID, e messages.Event) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	lines := p.lines[channel]
	is := func(id messages.LineID) func(*messages.Line) bool {
		return func(l *messages.Line) bool { return l.ID == id }
	}
	switch e := e.(type) {
	case messages.Heard:
		if p.seen[e.Line.ID] {
			return nil // a duplicate, by its id
		}
		p.seen[e.Line.ID] = true
		p.lines[channel] = append(lines, e.Line)
	case messages.Edited:
		if at := slices.IndexFunc(lines, is(e.Line.ID)); at >= 0 {
			lines[at] = e.Line
		}
	case messages.Deleted:
		p.lines[channel] = slices.DeleteFunc(lines, is(e.ID))
	default:
		return nil
	}
	p.events = append(p.events, e)
	p.news.Tell()
	return nil
}

// heard returns all that was heard.
func (p *Past) heard() []messages.Event {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.events)
}

// Known implements [adapter.Past].
func (p *Past) Known(_ context.Context, _ messages.Network, most int) (known []messages.ChannelID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for id := range p.lines {
		known = append(known, id)
	}
	slices.Sort(known)
	return known[:min(most, len(known))]
}

// Last implements [adapter.Past]: lines are kept when they are said.
func (p *Past) Last(_ context.Context, channel messages.ChannelID) (messages.LineID, messages.Instant) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if lines := p.lines[channel]; len(lines) > 0 {
		return lines[len(lines)-1].ID, lines[len(lines)-1].At
	}
	return "", 0
}

// Lately implements [adapter.Past].
func (p *Past) Lately(_ context.Context, channel messages.ChannelID, most int) (said []adapter.Said) {
	p.mu.Lock()
	defer p.mu.Unlock()
	lines := p.lines[channel]
	for _, l := range lines[max(0, len(lines)-most):] {
		said = append(said, adapter.Said{ID: l.ID, Print: adapter.PrintOf(l.Text, l.Attachments)})
	}
	return said
}
