package slack

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"

	"familiar/messages"
)

const (
	marksMost  = 1000 // channels whose newest line is remembered
	marksAsked = 50   // channels asked about after a gap, those with the newest lines; Slack answers about as many a minute
)

// marks remembers how far each channel was heard, to ask after a gap for what
// came since.
type marks struct {
	mu     sync.Mutex // the lanes of many channels set it
	newest map[messages.ChannelID]string
}

// set notes a line; older ones change nothing.
func (m *marks) set(channel messages.ChannelID, ts string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.newest == nil {
		m.newest = map[messages.ChannelID]string{}
	}
	if before, known := m.newest[channel]; !known || after(ts, before) {
		m.newest[channel] = ts
	}
	if len(m.newest) > marksMost {
		for _, old := range m.byAge()[marksMost*9/10:] {
			delete(m.newest, old)
		}
	}
}

// A mark is the newest line of a channel.
type mark struct {
	channel messages.ChannelID
	ts      string
}

// recent returns the newest marks, newest first.
func (m *marks) recent() []mark {
	m.mu.Lock()
	defer m.mu.Unlock()
	var recent []mark
	for _, channel := range m.byAge()[:min(len(m.newest), marksAsked)] {
		recent = append(recent, mark{channel, m.newest[channel]})
	}
	return recent
}

// byAge returns the channels, newest first. The lock is held.
func (m *marks) byAge() []messages.ChannelID {
	return slices.SortedFunc(maps.Keys(m.newest), func(a, b messages.ChannelID) int {
		switch at, bt := m.newest[a], m.newest[b]; {
		case after(at, bt):
			return -1
		case after(bt, at):
			return 1
		}
		return cmp.Compare(a, b)
	})
}

// recall takes over, once, how far an earlier process heard the channels that
// were talked in last.
func (a *Account) recall(ctx context.Context) {
	if a.recalled || a.config.Past == nil {
		return
	}
	a.recalled = true
	for _, channel := range a.config.Past.Known(ctx, network, marksAsked) {
		if last, _ := a.config.Past.Last(ctx, channel); isTS(string(last)) {
			a.marks.set(channel, string(last))
		}
	}
}
