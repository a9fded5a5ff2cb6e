// Package history tells from the journal what was said in a channel before: to a
// turn that reads back, and to an account that asks its network what it missed.
// Each is told what its account has heard and nothing else.
//
//	history.go  what a familiar reads back
//	past.go     what an account heard before this process began
//	lately.go   and which of it may have changed since
package history

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"familiar/journal"
	"familiar/messages"
	"familiar/policy/conversation"
)

// A Reader reads the history of channels. All fields are needed.
type Reader struct {
	Journal journal.Journal
	Config  func(messages.ChannelID) *conversation.Config // in force; without seats where nobody is
	Log     *slog.Logger
}

// historyKept is how many lines before the one in question are kept while a
// channel's journal is read: so many may have been deleted since.
const historyKept = 1000

// Before returns up to n lines of a channel from before a line, oldest first;
// before one the journal doesn't know, the newest. A side-fork's are those of
// the channel it is for. What was deleted or forgotten is not among them, nor
// what is older than the channel keeps, though the journal may be held, nor what
// people say whom the familiars never hear.
func (r *Reader) Before(ctx context.Context, id messages.ChannelID, who messages.FamiliarID, before messages.LineID, n int) ([]messages.Quoted, error) {
	if parent, ok := id.Fixes(); ok {
		id = parent
	}
	c := r.Config(id)
	seat := c.SeatOf(who)
	if seat == nil {
		return nil, fmt.Errorf("%s is not in %s", who, id)
	}
	past := pastOf(c, seat)
	past.before = before
	oldest := messages.Instant(0)
	if c.Keep > 0 {
		oldest = messages.InstantOf(time.Now().Add(-c.Keep))
	}
	for record, err := range r.Journal.Replay(ctx, id, 0) {
		if err != nil {
			return nil, fmt.Errorf("read the journal: %w", err)
		}
		if record.At >= oldest {
			past.takeEvent(record.At, record.Event)
		}
	}
	lines := past.visible()
	return lines[max(0, len(lines)-n):], nil
}

// Newest returns what one seat of a channel has heard by the newest records that
// there are, at most so many, oldest first and as it reads now.
func Newest(ctx context.Context, j journal.Log, id messages.ChannelID, c *conversation.Config, seat *conversation.SeatConfig, records int) ([]messages.Quoted, error) {
	var newest []journal.Record
	for record, err := range j.Rewind(ctx, id, 0) {
		if err != nil {
			return nil, fmt.Errorf("read the journal: %w", err)
		}
		if newest = append(newest, record); len(newest) == records {
			break
		}
	}
	past := pastOf(c, seat)
	for _, record := range slices.Backward(newest) {
		past.takeEvent(record.At, record.Event)
	}
	return past.visible(), nil
}

// pastOf returns what a seat has heard before anything is read.
func pastOf(c *conversation.Config, seat *conversation.SeatConfig) past {
	return past{self: seat.Person(), account: seat.Account, who: seat.Familiar, in: c, ignore: c.Room.Ignore, heard: map[messages.LineID]bool{}}
}

// A past is a channel's lines before one, as its journal tells them to one
// account.
type past struct {
	before  messages.LineID
	self    messages.PersonID  // the familiar's own account
	account messages.AccountID // by its name; "": any that heard a line
	who     messages.FamiliarID
	in      *conversation.Config // knows who of those that share an account said a line; nil: nobody shares one
	ignore  []messages.PersonID

	full  bool // the line in question has come
	lines []pastLine
	heard map[messages.LineID]bool
}

// A pastLine is a line, and whether the account has a copy of it as it is now.
type pastLine struct {
	messages.Quoted
	own  bool
	ours bool            // one of our accounts said it: who heard the line before it heard it, too
	root messages.LineID // the room's line that the thread hangs off, if it is that
}

// visible returns the lines that the account has heard.
func (p *past) visible() (lines []messages.Quoted) {
	heard := false
	for i := range p.lines {
		if l := &p.lines[i]; l.own || l.ours && heard {
			lines, heard = append(lines, l.Quoted), true
		} else {
			heard = false
		}
	}
	return lines
}

// takeEvent follows a record.
func (p *past) takeEvent(at messages.Instant, e messages.Event) {
	switch e := e.(type) {
	case messages.Heard:
		p.addLine(at, e.Line)
	case messages.AlsoHeard:
		p.addLine(at, e.Line)
	case messages.HistoryFetched:
		p.addFetched(at, e.Lines)
	case messages.Edited:
		if k := p.indexOf(e.Line.ID); k >= 0 {
			l := &p.lines[k]
			same := l.Text == e.Line.Text && slices.Equal(l.Attachments, e.Line.Attachments)
			if own := heardBy(e.Line, p.account); own || !same {
				l.own, l.ours = own, l.ours && own
			}
			l.Text, l.Attachments = e.Line.Text, e.Line.Attachments
		}
	case messages.Deleted:
		p.drop(func(q pastLine) bool { return q.ID == e.ID })
	case messages.Forgotten:
		p.drop(func(q pastLine) bool {
			return e.All || e.Person != "" && q.Author.ID == e.Person || q.At < e.Before
		})
	case messages.Told:
		if root, is := e.Fact.(messages.RootGone); is {
			p.drop(func(q pastLine) bool { return q.root == root.Line })
		}
	default: // nothing is said by it
	}
}

// addLine adds a line, or the text that a copy of it lacked.
func (p *past) addLine(at messages.Instant, l *messages.Line) {
	if p.heard[l.ID] {
		if k := p.indexOf(l.ID); k >= 0 {
			p.lines[k].own = p.lines[k].own || heardBy(l, p.account)
			if p.lines[k].Text == "" {
				p.lines[k].Text, p.lines[k].Attachments = l.Text, l.Attachments
			}
		}
		return
	}
	p.heard[l.ID] = true
	switch {
	case p.before != "" && l.ID == p.before:
		p.full = true
	case !p.full && !slices.Contains(p.ignore, l.Author.ID):
		p.lines = append(p.lines, p.line(at, l))
		if len(p.lines) > 2*historyKept {
			p.lines = slices.Clone(p.lines[historyKept:])
		}
	}
}

// addFetched adds lines from before one that waited for them, which the journal has
// in front of them: they go before it, as the channel took them.
func (p *past) addFetched(at messages.Instant, lines []*messages.Line) {
	known := slices.IndexFunc(lines, func(l *messages.Line) bool { return p.heard[l.ID] })
	if known > 0 {
		place := p.indexOf(lines[known].ID)
		if place < 0 && p.full && lines[known].ID == p.before {
			place = len(p.lines)
		}
		if place >= 0 {
			p.insert(place, at, lines[:known])
		}
	}
	for _, l := range lines[max(0, known):] {
		p.addLine(at, l)
	}
}

// insert adds lines in front of the one at that place.
func (p *past) insert(place int, at messages.Instant, lines []*messages.Line) {
	for _, l := range lines {
		p.heard[l.ID] = true
		if l.ID == p.before && p.before != "" {
			p.full, p.lines = true, p.lines[:place]
			return
		}
		if !slices.Contains(p.ignore, l.Author.ID) {
			p.lines = slices.Insert(p.lines, place, p.line(at, l))
			place++
		}
	}
}

// line returns a line as it may be shown.
func (p *past) line(at messages.Instant, l *messages.Line) pastLine {
	q := pastLine{
		Quoted: messages.Quoted{ID: l.ID, Author: l.Author, Text: l.Text, At: at, Own: l.Author.ID == p.self, Root: l.Root != "", Attachments: l.Attachments},
		own:    heardBy(l, p.account),
		root:   l.Root,
	}
	if p.in != nil {
		q.ours = slices.ContainsFunc(p.in.Seats, func(s conversation.SeatConfig) bool { return s.Person() != "" && s.Person() == l.Author.ID })
		if by, said, shared := p.in.Sayer(l); shared {
			q.Author.Name, q.Text, q.Own = by.Name, said, by.Familiar == p.who
		}
	}
	return q
}

func (p *past) indexOf(id messages.LineID) int {
	for k := len(p.lines) - 1; k >= 0; k-- {
		if p.lines[k].ID == id {
			return k
		}
	}
	return -1
}

func (p *past) drop(gone func(pastLine) bool) { p.lines = slices.DeleteFunc(p.lines, gone) }
