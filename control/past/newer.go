package past

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"familiar/journal"
	"familiar/messages"
)

// errStale says that what was remembered of a channel no longer tells of its journal.
var errStale = errors.New("past: the channel has to be read anew")

// A newer is what a channel's records, from the newest down to the last mark, say about
// older ones. Noting a record again changes nothing.
type newer struct {
	channel   messages.ChannelID
	newest    uint64 // sequence of the newest record noted; 0: none
	lines     map[messages.LineID]became
	forgotten forgettings
	marks     []mark // where pages ended, the newest first
}

// A became has the sequences of the newest records about a line; 0: there is none.
type became struct{ copied, edited, deleted uint64 }

// A mark is a record down to which all was noted.
type mark struct {
	seq  uint64
	at   messages.Instant
	read int // records from the newest one noted to this one
}

func newNewer(channel messages.ChannelID) *newer {
	return &newer{channel: channel, lines: map[messages.LineID]became{}}
}

// size is about how many lines' worth of memory it takes.
func (n *newer) size() int { return 1 + len(n.lines) + len(n.marks) + n.forgotten.size() }

// read reads a page. It fails with errStale where it can't go on from a mark.
func (n *newer) read(ctx context.Context, in journal.Library, wanted Span) (Lines, error) {
	p := page{Span: wanted, newer: n, edits: map[uint64]*messages.Line{}}
	if err := p.catchUp(ctx, in); err != nil {
		return Lines{}, err
	}
	records := in.Rewind(ctx, n.channel, 0)
	if from, ok := n.markBefore(wanted.Before); ok {
		p.read, p.told.Until = from.read, from.at
		records = journal.RewindFrom(ctx, in, n.channel, from.seq)
	}
	for record, err := range records {
		if err != nil {
			return Lines{}, err
		}
		if p.read++; p.read > wanted.Furthest {
			p.told.Cut = true
			break
		}
		if p.take(record) {
			break
		}
	}
	if err := p.edit(ctx, in); err != nil {
		return Lines{}, err
	}
	n.addMark(p.before)
	if p.told.Next != 0 {
		n.addMark(p.oldest)
	}
	slices.Reverse(p.told.Said)
	return p.told, nil
}

// markBefore returns the last mark that isn't beyond a sequence.
func (n *newer) markBefore(seq uint64) (mark, bool) {
	at, found := n.find(seq)
	switch {
	case seq == 0:
		return mark{}, false
	case found:
		return n.marks[at], true
	case at == 0:
		return mark{}, false
	}
	return n.marks[at-1], true
}

func (n *newer) addMark(m mark) {
	if at, found := n.find(m.seq); !found && m.seq != 0 {
		n.marks = slices.Insert(n.marks, at, m)
	}
}

func (n *newer) find(seq uint64) (at int, found bool) {
	return slices.BinarySearchFunc(n.marks, seq, func(m mark, seq uint64) int { return cmp.Compare(seq, m.seq) })
}

// note notes what a record says about older ones.
func (n *newer) note(r journal.Record) {
	n.newest = max(n.newest, r.Seq)
	switch e := r.Event.(type) {
	case messages.Forgotten:
		n.forgotten.add(r.Seq, e)
	case messages.Deleted:
		l := n.lines[e.ID]
		l.deleted = max(l.deleted, r.Seq)
		n.lines[e.ID] = l
	case messages.Edited:
		l := n.lines[e.Line.ID]
		l.edited = max(l.edited, r.Seq)
		n.lines[e.Line.ID] = l
	case messages.Heard:
		n.noteCopy(e.Line.ID, r.Seq)
	case messages.AlsoHeard:
		n.noteCopy(e.Line.ID, r.Seq)
	default: // nobody said anything
	}
}

func (n *newer) noteCopy(id messages.LineID, seq uint64) {
	l := n.lines[id]
	l.copied = max(l.copied, seq)
	n.lines[id] = l
}
