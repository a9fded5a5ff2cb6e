// Package posts keeps what is said here until the network has shown it: the
// parts of a turn, the program's own notices, and posts of unknown fate.
//
// A Post waits until its time has come, is then with the network, and is done
// once that has said what became of it. Its echo, the line it becomes, may come
// before that word, after it, or without it.
package posts

import (
	"iter"
	"slices"
	"time"

	"familiar/messages"
	"familiar/policy/deadline"
)

// EchoWithin is how long after a post a line of the same account and text may be
// it, where the network hands back nothing that tells.
const EchoWithin = time.Minute

// A Post is one message on its way to the network: a part of a turn, a piece of
// a long one, or a notice.
type Post struct {
	ID      messages.PostID  `json:"post"`
	Seat    int              `json:"seat"`
	Part    int              `json:"part"`
	Text    string           `json:"text"`
	ReplyTo messages.LineID  `json:"reply,omitempty"`
	At      messages.Instant `json:"t"`
	Line    messages.LineID  `json:"line,omitempty"` // the network's id, once known
	Done    bool             `json:"done,omitempty"` // delivered, or never to be

	Waits  bool               `json:"waits,omitempty"`  // not with the network yet
	Held   deadline.Deadline  `json:"held,omitzero"`    // of one that waits: when it goes; N 0: after the one before it
	Opens  bool               `json:"opens,omitempty"`  // it begins a thread off the line ReplyTo
	Within messages.ChannelID `json:"within,omitempty"` // the thread it goes to; "": the channel itself

	File *messages.File `json:"file,omitempty"` // the part is this file, and Text what the transcript shows; its text goes once nobody waits for it
	Moot *Moot          `json:"moot,omitempty"` // all that it answers is gone since it was handed over; nil: not all is
}

// A Moot is why a post is not to be made any more, if the network doesn't have it yet.
type Moot struct {
	Line messages.LineID `json:"line,omitempty"` // the newest that it answered
	Why  string          `json:"why"`            // a written reason
}

// IsFile reports whether a line without a text is the post's file: some networks
// hand nothing back that tells our posts apart.
func (p *Post) IsFile(l *messages.Line) bool {
	return p.File != nil && l.Nonce == "" && l.Text == "" && len(l.Attachments) == 1 && l.Attachments[0].Name == p.File.Name
}

// Recent reports whether an echo without a mark may still be the post's.
func (p *Post) Recent(now messages.Instant) bool { return now.Sub(p.At) <= EchoWithin }

// Shown returns the echo as the transcript keeps it: a file has no text on the
// network.
func (p *Post) Shown(l *messages.Line) *messages.Line {
	if l.Text != "" || p.File == nil {
		return l
	}
	named := *l
	named.Text = p.Text
	return &named
}

// EmptyFile lets go of the file's text, so that no snapshot carries it further.
func (p *Post) EmptyFile() {
	if p.File != nil {
		p.File = &messages.File{Name: p.File.Name}
	}
}

// Hold has the post wait until then, and go by itself.
func (p *Post) Hold(until deadline.Deadline) { p.Held = until }

// HandOver gives the post to the network now, for that thread; "" is the channel. It
// replies to a line, "" to none, off which it may open a thread.
func (p *Post) HandOver(now messages.Instant, within messages.ChannelID, to messages.LineID, opens bool) {
	p.Release()
	p.At, p.Within, p.ReplyTo, p.Opens = now, within, to, opens
}

// Release takes that the network has it, and had before it went from here if it waits: in
// a time that a power cut has taken.
func (p *Post) Release() { p.Waits, p.Held = false, deadline.Deadline{} }

// Stand takes that the network shows the post as that line.
func (p *Post) Stand(line messages.LineID) { p.Line = line }

// Settle takes that its fate is known: nothing of it is to be sent any more.
func (p *Post) Settle() {
	p.Done = true
	p.EmptyFile()
}

// Blank takes the text out, and settles the post: the network has shown it, or it is
// not to be made any more.
func (p *Post) Blank() {
	p.Text = ""
	p.Settle()
}

// Handed reports whether the post is with the network, or was, and nobody knows
// yet what became of it.
func (p *Post) Handed() bool { return !p.Waits && !p.Done }

// IsMoot reports whether the post is not to be made any more, and wasn't yet as far as
// anybody knows.
func (p *Post) IsMoot() bool { return p.Moot != nil && !p.Done && p.Line == "" }

// A List is posts in the order in which they are said.
type List []Post

// Find returns the post of that id; nil when there is none.
func (l List) Find(id messages.PostID) *Post {
	return l.first(func(p *Post) bool { return p.ID == id })
}

// Open returns the post of that id while its fate is open; nil when there is
// none.
func (l List) Open(id messages.PostID) *Post {
	return l.first(func(p *Post) bool { return p.ID == id && !p.Done })
}

// Held returns the post whose deadline has that number; nil when there is none.
func (l List) Held(n uint64) *Post {
	return l.first(func(p *Post) bool { return p.Held.N == n && n != 0 })
}

func (l List) first(is func(*Post) bool) *Post { return l.at(l.index(is)) }

// at returns the post of an index, or nil of -1.
func (l List) at(k int) *Post {
	if k < 0 {
		return nil
	}
	return &l[k]
}

func (l List) index(is func(*Post) bool) int {
	for k := range l {
		if is(&l[k]) {
			return k
		}
	}
	return -1
}

// isOut reports whether the post is handed over, and its echo hasn't shown that it stands
// on the network.
func (p *Post) isOut() bool { return p.Handed() && p.Line == "" }

// Out reports whether some post is handed over and not known to stand on the network.
func (l List) Out() bool { return l.first((*Post).isOut) != nil }

// MakeMoot has no post made any more that isn't with the network, as far as anybody knows.
// One that is moot already stays so for its own reason.
func (l List) MakeMoot(m Moot) {
	for k := range l {
		if p := &l[k]; p.isOut() && p.Moot == nil {
			p.Moot = &m
		}
	}
}

// Silence has none made any more that answers such a line, as that is gone; why is written.
func (l List) Silence(why string, goes func(messages.LineID) bool) {
	for k := range l {
		if p := &l[k]; p.Handed() && goes(p.ReplyTo) {
			p.Moot = &Moot{Line: p.ReplyTo, Why: why}
		}
	}
}

// Open yields the posts of these lists that may be on their way to the network or there, and
// have not been seen as a line.
func Open(lists ...List) iter.Seq[*Post] {
	return func(yield func(*Post) bool) {
		for _, l := range lists {
			for k := range l {
				if p := &l[k]; !p.Waits && p.Line == "" && !yield(p) {
					return
				}
			}
		}
	}
}

// Unsaid returns those that are moot, without what they would have said.
func (l List) Unsaid() (moot List) {
	for _, p := range l {
		if p.IsMoot() {
			p.Text, p.File = "", nil
			moot = append(moot, p)
		}
	}
	return moot
}

// Settled reports whether every post is done.
func (l List) Settled() bool { return l.first(func(p *Post) bool { return !p.Done }) == nil }

// Waits reports whether a post is not with the network yet.
func (l List) Waits() bool { return l.first(func(p *Post) bool { return p.Waits }) != nil }

// Shown reports whether a post stands on the network for all to see.
func (l List) Shown() bool { return l.first(func(p *Post) bool { return p.Line != "" }) != nil }

// Files returns how many of the posts are files.
func (l List) Files() (n int) {
	for k := range l {
		if l[k].File != nil {
			n++
		}
	}
	return n
}

// Place returns which of the posts p is, from 1, and how many there are; 0 where
// none but p is posted or may be.
func (l List) Place(p *Post) (k, of int) {
	another := false
	for i := range l {
		if o := &l[i]; o == p {
			k = i + 1
		} else if o.Line != "" || !o.Done {
			another = true
		}
	}
	if !another {
		return 0, len(l)
	}
	return k, len(l)
}

// DropWaiting takes out what is not with the network yet, and returns how much
// that was.
func (l *List) DropWaiting() int {
	all := len(*l)
	*l = slices.DeleteFunc(*l, func(p Post) bool { return p.Waits })
	return all - len(*l)
}

// Take takes the post of that id off the list: its fate is known. It returns nil
// when no such post's is open.
func (l *List) Take(id messages.PostID) *Post {
	return l.take(l.index(func(p *Post) bool { return p.ID == id && !p.Done }))
}

// TakeEcho takes the post off the list that line is the echo of, and returns it;
// nil when there is none.
func (l *List) TakeEcho(line *messages.Line, now messages.Instant, account Account) *Post {
	return l.take(l.echo(line, now, account))
}

func (l *List) take(k int) *Post {
	if k < 0 {
		return nil
	}
	p := (*l)[k]
	if *l = slices.Delete(*l, k, k+1); len(*l) == 0 {
		*l = nil
	}
	return &p
}

// An Account gives who a seat is on the network.
type Account func(seat int) messages.PersonID

// Echo returns the post, not seen as a line yet, that line is the echo of; nil
// when there is none.
func (l List) Echo(line *messages.Line, now messages.Instant, account Account) *Post {
	return l.at(l.echo(line, now, account))
}

// echo returns where that post is, or -1. It is told by what the network hands back, else
// by account, text and time. One that waits may have been posted in a time that a power
// cut has taken, but not while the echo of one before it, that says the same, is only late.
func (l List) echo(line *messages.Line, now messages.Instant, account Account) int {
	late := false
	return l.index(func(p *Post) bool {
		switch {
		case p.Line != "" || account(p.Seat) != line.Author.ID:
			return false
		case line.Nonce == string(p.ID):
			return true
		case line.Text != p.Text && !p.IsFile(line):
			return false
		case p.Waits:
			return !late
		}
		late = late || p.Handed()
		return p.Recent(now)
	})
}

// Keep appends a post. Of more than most the oldest goes.
func (l *List) Keep(p Post, most int) {
	if len(*l) >= most {
		*l = slices.Delete(*l, 0, 1)
	}
	*l = append(*l, p)
}

// strayMost is how many posts of unknown fate are remembered.
const strayMost = 8

// KeepStray remembers a post that may have been made: its echo is not a line of somebody
// else's hand. One that was seen as a line needs that no more.
func (l *List) KeepStray(p Post) {
	if p.Line != "" {
		return
	}
	p.EmptyFile()
	l.Keep(p, strayMost)
}

// Unsay blanks the posts that have become lines and go, and reports whether there were any.
func (l List) Unsay(goes func(*Post) bool) (unsaid bool) {
	for k := range l {
		if p := &l[k]; p.Line != "" && goes(p) {
			p.Blank()
			unsaid = true
		}
	}
	return unsaid
}

// Drop takes out what goes.
func (l *List) Drop(goes func(*Post) bool) {
	*l = slices.DeleteFunc(*l, func(p Post) bool { return goes(&p) })
}

// Reseat moves the posts along with their seats, to[old] each; a post whose seat
// goes nowhere, below 0, is dropped.
func (l *List) Reseat(to []int) {
	l.Drop(func(p *Post) bool { return p.Seat >= len(to) || to[p.Seat] < 0 })
	for k := range *l {
		(*l)[k].Seat = to[(*l)[k].Seat]
	}
}

// Within reports whether every post belongs to one of so many seats.
func (l List) Within(seats int) bool {
	return l.first(func(p *Post) bool { return p.Seat < 0 || p.Seat >= seats }) == nil
}
