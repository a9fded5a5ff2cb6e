package feishu

import (
	"hash/maphash"
	"maps"
	"sync"

	"familiar/messages"
)

const (
	linesKept  = 20_000
	placesKept = 2_000
)

// lines remembers the newest lines and places: where a line is and whose, for
// what names it only by its id; what it said, by a hash, to tell an edit; and
// each channel's newest line, to answer in a thread and to find a gap.
type lines struct {
	mu     *sync.Mutex // channels are heard at once
	seed   maphash.Seed
	byID   recent[messages.LineID, placed]
	places recent[messages.ChannelID, newest]
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
		seed:   maphash.MakeSeed(),
		byID:   newRecent[messages.LineID, placed](linesKept),
		places: newRecent[messages.ChannelID, newest](placesKept),
	}
}

// see keeps where a line is before it is taken, for a deletion that comes
// close behind.
func (l *lines) see(line *messages.Line) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, known := l.byID.get(line.ID); !known {
		l.byID.put(line.ID, placed{channel: line.Channel, author: line.Author.ID, nonce: line.Nonce})
	}
}

// posted keeps a line that was posted from here.
func (l *lines) posted(line *messages.Line) {
	l.see(line)
	l.mu.Lock()
	defer l.mu.Unlock()
	last, _ := l.places.get(line.Channel)
	last.id = line.ID // heard is no more than before
	l.places.put(line.Channel, last)
}

// took keeps that a line was taken as it stands since then.
func (l *lines) took(line *messages.Line, updated messages.Instant) {
	said := l.hash(line)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.byID.put(line.ID, placed{channel: line.Channel, author: line.Author.ID, nonce: line.Nonce, said: said, heard: true, updated: updated})
	if last, _ := l.places.get(line.Channel); line.At >= last.at {
		l.places.put(line.Channel, newest{line.ID, line.At, line.DM})
	}
}

// recalled keeps how far a channel was heard before this process.
func (l *lines) recalled(channel messages.ChannelID, n newest) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.places.put(channel, n)
}

// find gives where a line is and whose, if it was seen.
func (l *lines) find(id messages.LineID) (placed, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.byID.get(id)
}

// change says what a line is to who has heard those before it. A copy from before
// what was taken, which the network sends again, changes nothing.
func (l *lines) change(line *messages.Line, updated messages.Instant) (known, changed bool) {
	said := l.hash(line)
	l.mu.Lock()
	defer l.mu.Unlock()
	was, _ := l.byID.get(line.ID)
	return was.heard, was.heard && was.said != said && updated >= was.updated
}

// newest gives the newest line of a channel.
func (l *lines) newest(channel messages.ChannelID) (newest, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.places.get(channel)
}

// gaps gives every place where something was heard, and how far.
func (l *lines) gaps() map[messages.ChannelID]newest {
	l.mu.Lock()
	defer l.mu.Unlock()
	gaps := maps.Clone(l.places.values)
	maps.DeleteFunc(gaps, func(_ messages.ChannelID, n newest) bool { return n.at == 0 })
	return gaps
}

// hash is of text and attachments: a change of nothing else is no edit.
func (l *lines) hash(line *messages.Line) uint64 {
	var h maphash.Hash
	h.SetSeed(l.seed)
	h.WriteString(line.Text)
	for _, a := range line.Attachments {
		h.WriteByte(0)
		h.WriteString(a.ID)
	}
	return h.Sum64()
}
