package app

import (
	"context"
	"fmt"
	"slices"

	"familiar/messages"
	"familiar/policy/conversation"
)

// historyKept is how many lines before the one in question are kept while a
// channel's journal is read: so many may have been deleted since.
const historyKept = 1000

// history gives up to n lines of a channel from before a line, oldest first;
// before one the journal doesn't know, the newest. A side-fork's are those of
// the channel it is for. What was deleted or forgotten is not among them, nor
// what people say whom the familiars never hear.
func (a *App) history(ctx context.Context, id messages.ChannelID, who messages.FamiliarID, before messages.LineID, n int) ([]messages.Quoted, error) {
	if parent, ok := id.Fixes(); ok {
		id = parent
	}
	c := a.Channel(id)
	seat := seatOf(c, who)
	if seat == nil {
		return nil, fmt.Errorf("%s is not in %s", who, id)
	}
	past := past{before: before, self: seat.Person(), account: seat.Account, who: who, in: c, ignore: c.Room.Ignore, heard: map[messages.LineID]bool{}}
	for r, err := range a.Journal.Replay(ctx, id, 0) {
		if err != nil {
			return nil, fmt.Errorf("read the journal: %w", err)
		}
		past.take(r.At, r.Event)
	}
	lines := past.visible()
	return lines[max(0, len(lines)-n):], nil
}

// A past is a channel's lines before one, as its journal tells them to one
// account.
type past struct {
	before  messages.LineID
	self    messages.PersonID  // the familiar's own account
	account messages.AccountID // by its name; "": whoever heard a line will do
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
	ours bool // one of our accounts said it: who heard the line before it heard it, too
}

// visible gives the lines that the account has heard.
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

func (p *past) take(at messages.Instant, e messages.Event) {
	switch e := e.(type) {
	case messages.Heard:
		p.hear(at, e.Line)
	case messages.AlsoHeard:
		p.hear(at, e.Line)
	case messages.HistoryFetched:
		for _, l := range e.Lines {
			p.hear(at, l)
		}
	case messages.Edited:
		if k := p.at(e.Line.ID); k >= 0 {
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
	default: // nothing is said by it
	}
}

// hear adds a line, or the text that a copy of it lacked.
func (p *past) hear(at messages.Instant, l *messages.Line) {
	if p.heard[l.ID] {
		if k := p.at(l.ID); k >= 0 {
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
		q := pastLine{
			Quoted: messages.Quoted{ID: l.ID, Author: l.Author, Text: l.Text, At: at, Own: l.Author.ID == p.self, Attachments: l.Attachments},
			own:    heardBy(l, p.account),
		}
		if p.in != nil {
			q.ours = slices.ContainsFunc(p.in.Seats, func(s conversation.SeatConfig) bool { return s.Person() != "" && s.Person() == l.Author.ID })
			if by, said, shared := p.in.Sayer(l); shared {
				q.Author.Name, q.Text, q.Own = by.Name, said, by.Familiar == p.who
			}
		}
		p.lines = append(p.lines, q)
		if len(p.lines) > 2*historyKept {
			p.lines = slices.Clone(p.lines[historyKept:])
		}
	}
}

func (p *past) at(id messages.LineID) int {
	for k := len(p.lines) - 1; k >= 0; k-- {
		if p.lines[k].ID == id {
			return k
		}
	}
	return -1
}

func (p *past) drop(gone func(pastLine) bool) { p.lines = slices.DeleteFunc(p.lines, gone) }
