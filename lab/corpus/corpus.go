// Package corpus reads recorded chat in the form familiar-replay/1 and the
// record of what one participant really did in it.
//
// A file is JSON lines: perhaps a header, then for each slice (a stretch of
// one channel) a line of kind "channel" and its records in order. It knows the
// file's form and how its fields become [messages.Line]; it knows no policy
// and no familiar. package replay feeds what it read to the channel's state
// machine, package score compares the outcome with [Gold].
//
// What was recorded on IRC becomes:
//
//	uid                  Author.ID: the nick, followed through renames
//	author               Author.Name: the nick as it was written
//	is_bot               Author.Bot
//	addressees           Mentions: who is called at the head of the line
//	reply_to             nothing, or with Options.Replies the network's reply
//	a record with text   a line, whatever its kind
//	any other record     nothing: joins, renames and topics are not talk
//
// Other networks have replies: a record's reply becomes the line's ReplyTo.
// IRC has no ids of people, no mentions and no replies: addressees is what
// clients highlight, and reply_to was annotated by hand afterwards.
package corpus

import (
	"slices"

	"familiar/messages"
)

// Schema is the form this package reads.
const Schema = "familiar-replay/1"

// Options are what a reader may want otherwise. The zero Options reads the
// corpus as IRC showed it.
type Options struct {
	// Replies makes the annotation of who answers what into the network's
	// reply feature: a line replies to the first line it answers that is not
	// its own author's.
	Replies bool
}

// A Corpus is one file.
type Corpus struct {
	Source  string // where the chat comes from, for the attribution; may be empty
	Licence string // may be empty
	Slices  []*Slice
}

// Slice returns the slice of that name, or nil.
func (c *Corpus) Slice(name string) *Slice {
	i := slices.IndexFunc(c.Slices, func(s *Slice) bool { return s.Name == name })
	if i < 0 {
		return nil
	}
	return c.Slices[i]
}

// A Slice is one stretch of one channel.
type Slice struct {
	Name       string             // as the file calls it
	Channel    messages.ChannelID // the same as an id
	Resolution string             // of its times: "second", "minute" or "" when not said
	Records    []Record           // oldest first
	Replies    bool               // some lines are the network's replies
	Members    bool               // who is here is known before they speak; a channel with Replies says so anyway

	index map[messages.LineID]int // into Records
}

// Humans returns how many people wrote in it.
func (s *Slice) Humans() int {
	people := make(map[messages.PersonID]bool)
	for i := range s.Records {
		if a := &s.Records[i].Line.Author; !a.Bot {
			people[a.ID] = true
		}
	}
	return len(people)
}

// A Record is one line of a slice. Its lines are shared by everybody who
// replays it and never changed.
type Record struct {
	Line *messages.Line // as everybody else heard it

	// Own is the line as the one who wrote it goes on from it: its Mentions
	// are everybody it is meant for, who it answers among them. The same as
	// Line when that makes no difference.
	Own *messages.Line

	// Annotated says that somebody has noted what the line answers. Only
	// annotated lines count for a score.
	Annotated bool
	Answers   []messages.LineID // what it answers, itself by the same author perhaps

	shown bool // the network shows whom it answers: they are addressed
}

// Before returns how many records come before the one with that id, or all of them
// when the slice has none.
func (s *Slice) Before(id messages.LineID) int {
	i, ok := s.index[id]
	if !ok {
		return len(s.Records)
	}
	return i
}

// At returns the record with that id; ok is false when the slice has none.
func (s *Slice) At(id messages.LineID) (r *Record, ok bool) {
	i, ok := s.index[id]
	if !ok {
		return nil, false
	}
	return &s.Records[i], true
}

// aim fills what a record's own line is meant for, once the slice is whole.
func (s *Slice) aim(o Options) {
	for i := range s.Records {
		r := &s.Records[i]
		if to, ok := s.At(r.Line.ReplyTo.ID); ok && r.Line.ReplyTo.Author == "" {
			r.Line.ReplyTo.Author = to.Line.Author.ID
		}
		meant := r.Line.Mentions
		for _, id := range r.Answers {
			parent, ok := s.At(id)
			if !ok || parent.Line.Author.ID == r.Line.Author.ID {
				continue
			}
			to := parent.Line.Author.ID
			if o.Replies && !r.Line.ReplyTo.Set() {
				r.Line.ReplyTo = messages.Reply{ID: id, Author: to}
			}
			if !slices.Contains(meant, to) {
				meant = append(slices.Clip(meant), to)
			}
		}
		r.Own = r.Line
		if len(meant) > len(r.Line.Mentions) {
			own := *r.Line
			own.Mentions = meant
			r.Own = &own
		}
	}
}
