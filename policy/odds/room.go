package odds

import (
	"strings"
	"time"

	"familiar/internal/grow"
	"familiar/internal/shorten"
	"familiar/messages"
)

// Most is how many people a room remembers, and how many exchanges a seat.
// Beyond it the one silent longest goes.
const Most = 32

// Over how many lines, about, replies are counted: of the room, and of a
// person's own.
const (
	replySpan    = 64
	ownReplySpan = 8
)

// A Moment is when something was said: the line's number in the room and its
// instant. The zero Moment is never.
type Moment struct {
	No uint32           `json:"n,omitempty"`
	At messages.Instant `json:"t,omitempty"`
}

// A Key stands for a person in here: a hash of the id, so that what is kept
// holds no ids. 0 is nobody.
type Key uint64

// KeyOf returns the key of a person; of "" it is 0.
func KeyOf(id messages.PersonID) Key {
	if id == "" {
		return 0
	}
	return Key(hash(id)) | 1
}

// A Room is what one channel remembers of who talked to whom. The zero Room
// has heard nothing. It is made to be kept as JSON; change it by the methods
// only.
type Room struct {
	No      uint32   `json:"n,omitempty"` // lines heard
	indexed bool     // index is of the people there are; here it fills the room behind No
	Speaker Key      `json:"s,omitempty"` // of the newest line
	Spoken  Moment   `json:"m,omitzero"`  // the newest line
	Pace    float64  `json:"c,omitempty"` // pauses between lines in seconds, a running mean
	Replies float64  `json:"r,omitempty"` // the part of the lines that are the network's replies, a running mean; 0 where there are none
	People  []Person `json:"-"`           // in no particular order
	names   string   // theirs
	Kept    []Past   `json:"k,omitempty"` // of the newest lines that some seat has yet to hear, oldest first

	index index // of People
}

// IsZero reports whether nothing is remembered of the room.
func (r *Room) IsZero() bool {
	return r.No == 0 && r.Speaker == 0 && r.Spoken == Moment{} && r.Pace == 0 && r.Replies == 0 && len(r.People) == 0 && len(r.Kept) == 0
}

// A Person has posted a line in the room.
type Person struct {
	Key  Key
	at   messages.Instant // when its newest line was said
	no   uint32           // the number of that
	name named

	*Dealings // nil: none, as of whoever talks to nobody in particular
}

// last returns the moment of its newest line.
func (p *Person) last() Moment { return Moment{p.no, p.at} }

// Dealings are what has passed between a person and others.
type Dealings struct {
	To  Key    `json:"o,omitempty"` // whom its newest aimed line was for
	Aim Moment `json:"a,omitzero"`  // that line
	By  Key    `json:"b,omitempty"` // who aimed a line at it last
	Got Moment `json:"g,omitzero"`  // that line

	Replies float64 `json:"r,omitempty"` // the part of its lines that are the network's replies, a running mean
}

// An Author is a person as it was before a line.
type Author struct {
	Key  Key    `json:"k"`
	Last Moment `json:"l,omitzero"`
	Dealings
}

// author returns who says a line, as it is before that.
func (p *Person) author() Author {
	a := Author{Key: p.Key, Last: p.last()}
	if p.Dealings != nil {
		a.Dealings = *p.Dealings
	}
	return a
}

// deals returns the dealings of a person that is to have some.
func (p *Person) deals() *Dealings {
	if p.Dealings == nil {
		p.Dealings = &Dealings{}
	}
	return p.Dealings
}

// A Line is what the room makes of a line once, for every seat to look at.
type Line struct {
	Moment
	Author  Key
	Signs   Signs
	Called  Key    // whom its text calls, as far as known here; 0: nobody
	Head    bool   // Called stands at the head, if only in part
	To      [4]Key // whom it is aimed at, by the network or else by Called; 0 beyond the last
	Before  Author // before this line
	Speaker Key    // of the line before
	Gap     time.Duration
	Pace    float64 // seconds between lines before this one
	Replies float64 // the part of the lines before this one that were the network's replies

	facts  Facts             // of the seat that has heard it last
	values [features]float64 // the same, as far as a seat was estimated
	told   bool              // some seat has heard it: facts and values have what is the same for all
}

// Hear takes the next line: its author, its folded text and at whom it is
// aimed (mentions, the author replied to), and fills in l, which is zero. It must
// be called for every line of the channel, our own included. A person known
// already costs no allocation.
func (r *Room) Hear(l *Line, author messages.Author, folded string, to []messages.PersonID, now messages.Instant) {
	r.No++
	l.Moment, l.Author, l.Speaker, l.Pace = Moment{r.No, now}, KeyOf(author.ID), r.Speaker, r.Pace
	r.read(l, folded)
	for i, id := range to[:min(len(to), len(l.To))] {
		l.To[i] = KeyOf(id)
	}
	if l.To[0] == 0 {
		l.To[0] = l.Called
	}
	if r.No > 1 {
		l.Gap = max(0, now.Sub(r.Spoken.At))
		r.Pace += (min(l.Gap, 300*time.Second).Seconds() - r.Pace) / float64(min(16, r.No-1))
	}
	l.Replies = r.Replies
	r.Replies -= r.Replies / replySpan
	p := r.person(l.Author)
	l.Before = p.author()
	if p.Dealings != nil {
		p.Replies -= p.Replies / ownReplySpan
	}
	p.no, p.at = l.No, l.At
	if name, known := shorten.Bytes(author.Name, nameBytes), r.nameOf(p); name != known && !strings.EqualFold(name, known) {
		r.rename(p, strings.ToLower(name))
	}
	if l.To[0] != 0 {
		d := p.deals()
		d.To, d.Aim = l.To[0], l.Moment
	}
	for _, key := range l.To {
		if key == 0 {
			break // and none beyond
		}
		if i := r.find(key); i >= 0 {
			d := r.People[i].deals()
			d.By, d.Got = l.Author, l.Moment
		}
	}
	r.Speaker, r.Spoken = l.Author, l.Moment
}

// Replied takes in that a line just heard is the network's reply to another.
func (r *Room) Replied(l *Line) {
	r.Replies += 1.0 / replySpan
	if i := r.find(l.Author); i >= 0 {
		r.People[i].deals().Replies += 1.0 / ownReplySpan
	}
}

// Again returns what the room makes of a line that it has heard, for a seat that
// hears it only now: whole, as of then, if what it came after is kept under
// that name. Else that is not known any more. It changes nothing.
func (r *Room) Again(of uint32, author messages.Author, folded string, to []messages.PersonID, now messages.Instant) (l Line, whole bool) {
	l = Line{Moment: Moment{r.No, now}, Author: KeyOf(author.ID), Pace: r.Pace}
	for i := range r.Kept {
		if p := &r.Kept[i]; p.Of == of {
			l.Moment, l.Before, l.Speaker, l.Gap, l.Pace, whole = p.Moment, p.Before, p.Speaker, p.Gap, p.Pace, true
			l.Replies = p.Replies
		}
	}
	r.read(&l, folded)
	for i, id := range to[:min(len(to), len(l.To))] {
		l.To[i] = KeyOf(id)
	}
	if l.To[0] == 0 {
		l.To[0] = l.Called
	}
	return l, whole
}

// person returns the place of somebody, making one.
func (r *Room) person(key Key) *Person {
	if i := r.find(key); i >= 0 {
		return &r.People[i]
	}
	r.indexed = false
	if len(r.People) < Most {
		r.People = append(grow.By(r.People, 2), Person{Key: key})
		return &r.People[len(r.People)-1]
	}
	longest := 0
	for i := range r.People {
		if r.People[i].no < r.People[longest].no {
			longest = i
		}
	}
	r.People[longest] = Person{Key: key}
	return &r.People[longest]
}
