package feishu

import (
	"maps"
	"sync"

	"familiar/actors/adapter"
	"familiar/messages"
)

const (
	linesKept  = 20_000
	placesKept = 2_000
)

// lines remembers the newest lines and places: where a line is and whose, for
// what names it only by its id; what it said, by a fingerprint, to tell an edit; and
// each channel's newest line, to answer in a thread and to find a gap.
type lines struct {
	mu     *sync.Mutex // channels are heard at once
	byID   *adapter.Recent[messages.LineID, placed]
	places *adapter.Recent[messages.ChannelID, newest]
}

type placed struct {
	channel messages.ChannelID
	author  messages.PersonID
	nonce   string // the post it was, if it was one
	said    uint64
	heard   bool // it was taken, and not only seen or posted

	updated messages.Instant // when it came to say so; 0: not known
}

type newest struct {
	id messages.LineID
	at messages.Instant // of the newest line heard; 0: none was
	dm bool
}

func newLines() lines {
	return lines{
		mu:     &sync.Mutex{},
		byID:   adapter.NewRecent[messages.LineID, placed](linesKept),
		places: adapter.NewRecent[messages.ChannelID, newest](placesKept),
	}
}

// see keeps where a line is before it is taken, for a deletion that comes
// close behind.
func (l *lines) see(line *messages.Line) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, known := l.byID.Get(line.ID); !known {
		l.byID.Put(line.ID, placed{channel: line.Channel, author: line.Author.ID, nonce: line.Nonce})
	}
}

// posted keeps a line that was posted from here.
func (l *lines) posted(line *messages.Line) {
	l.see(line)
	l.mu.Lock()
	defer l.mu.Unlock()
	last, _ := l.places.Get(line.Channel)
	last.id = line.ID // heard is no more than before
	l.places.Put(line.Channel, last)
}

// took keeps that a line was taken as it stands since then.
func (l *lines) took(line *messages.Line, updated messages.Instant) {
	said := adapter.PrintOf(line.Text, line.Attachments)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.byID.Put(line.ID, placed{channel: line.Channel, author: line.Author.ID, nonce: line.Nonce, said: said, heard: true, updated: updated})
	if last, _ := l.places.Get(line.Channel); line.At >= last.at {
		l.places.Put(line.Channel, newest{line.ID, line.At, line.DM})
	}
}

// recalled keeps how far a channel was heard before this process.
func (l *lines) recalled(channel messages.ChannelID, n newest) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.places.Put(channel, n)
}

// find returns where a line is and whose, if it was seen.
func (l *lines) find(id messages.LineID) (placed, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.byID.Get(id)
}

// change says what a line is to who has heard those before it. A copy from before
// what was taken, which the network sends again, changes nothing.
func (l *lines) change(line *messages.Line, updated messages.Instant) (known, changed bool) {
	said := adapter.PrintOf(line.Text, line.Attachments)
	l.mu.Lock()
	defer l.mu.Unlock()
	was, _ := l.byID.Get(line.ID)
	return was.heard, was.heard && was.said != said && updated >= was.updated
}

// newest returns the newest line of a channel.
func (l *lines) newest(channel messages.ChannelID) (newest, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.places.Get(channel)
}

// gaps returns every place where something was heard, and how far.
func (l *lines) gaps() map[messages.ChannelID]newest {
	l.mu.Lock()
	defer l.mu.Unlock()
	gaps := l.places.All()
	maps.DeleteFunc(gaps, func(_ messages.ChannelID, n newest) bool { return n.at == 0 })
	return gaps
}
