package erasing

import (
	"context"
	"fmt"

	"familiar/journal"
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/conversation"
	"familiar/policy/transcript"
)

// A gathering is what was found of a person so far.
type gathering struct {
	known *Known
	in    map[messages.ChannelID]*KnownIn
	told  int // lines
}

func (a *gathering) of(id messages.ChannelID) *KnownIn {
	in := a.in[id]
	if in == nil {
		in = &KnownIn{Channel: id, ids: map[messages.LineID]bool{}}
		a.in[id] = in
	}
	return in
}

// record takes what an event has of the person.
func (a *gathering) record(r journal.Record) {
	if messages.IsAbout(r.Event, a.known.Person) { // the state has what came of it
		return
	}
	in, person := a.of(r.Channel), a.known.Person
	switch e := r.Event.(type) {
	case messages.Reacted:
		in.Reactions = append(in.Reactions, KnownReaction{r.At, e.Line, e.Emoji, e.Removed})
	case messages.Commanded:
		in.Commands = append(in.Commands, KnownCommand{r.At, e.Command, e.Text})
	default:
		_, edited := r.Event.(messages.Edited)
		for _, l := range journal.LinesOf(r.Event) {
			if l == nil || l.Author.ID != person || in.ids[l.ID] && !edited { // another account's copy
				continue
			}
			told := KnownLine{ID: l.ID, At: r.At, Edited: edited, Text: l.Text, ReplyTo: l.ReplyTo.ID}
			a.line(in, told, l.Attachments)
		}
	}
}

func (a *gathering) line(in *KnownIn, l KnownLine, files []messages.Attachment) {
	in.ids[l.ID] = true
	if a.told++; a.told > mostTold {
		a.known.Left++
		return
	}
	for _, f := range files {
		l.Files = append(l.Files, f.Name)
	}
	in.Lines = append(in.Lines, l)
}

// state takes what a channel remembers of the person.
func (a *gathering) state(s *conversation.Channel) {
	in, person := a.of(s.Channel), a.known.Person
	for e := range s.Lines.All() {
		if e.Author.ID == person && !in.ids[e.ID] { // its record is gone
			a.line(in, KnownLine{ID: e.ID, At: e.At, Text: e.Text}, filesOf(e))
		}
	}
	for _, p := range s.Roster.People {
		if p.ID == person {
			in.Name, in.Count, in.Last = p.Name, p.Count, p.Last
		}
	}
	for _, g := range s.Admission.Given() {
		if g.Rule.Author() == person {
			in.Roles = append(in.Roles, string(g.Role))
		}
	}
	in.Linked, in.Shared = linksOf(s, person), s.Links.Agrees(person)
	in.Reacts = s.Reactions.Has(person)
	for i := range s.Seats {
		seat := &s.Seats[i]
		for _, c := range seat.Credit.All() {
			if c.Author == person {
				in.Credits = append(in.Credits, KnownCredit{seat.Familiar, c.Until})
			}
		}
		if seat.Memory != nil {
			for _, m := range seat.Memory.About(person) {
				in.Memories = append(in.Memories, KnownMemory{seat.Familiar, m.At, m.Text})
			}
		}
		if seat.Manners.Leaves(person) {
			in.LeaveIt = append(in.LeaveIt, seat.Familiar)
		}
	}
}

// linksOf returns the accounts that a person has linked, where that is held.
func linksOf(s *conversation.Channel, person messages.PersonID) (all []KnownLink) {
	if s.Links == nil {
		return nil
	}
	for _, of := range s.Links.OthersOf(person) {
		all = append(all, KnownLink(of))
	}
	return all
}

// letters takes what dead letters quote of the person.
func (a *gathering) letters(ctx context.Context, j journal.Dead) error {
	for l, err := range j.Buried(ctx) {
		if err != nil {
			return fmt.Errorf("read dead letters: %w", err)
		}
		if l.Post != nil && l.Post.Quoting.Author.ID == a.known.Person {
			quoted, in := l.Post.Quoting, a.of(l.Channel)
			in.Quoted = append(in.Quoted, KnownLine{ID: quoted.ID, At: quoted.At, Text: quoted.Text})
		}
	}
	return nil
}

// notes takes the decisions about the person's lines. A judge may quote anybody: of what
// it said only the yes or no is told.
func (in *KnownIn) notes(ctx context.Context, j journal.NoteReader) error {
	if len(in.ids) == 0 {
		return nil
	}
	for n, err := range j.Notes(ctx, in.Channel, 0) {
		if err != nil {
			return fmt.Errorf("read decisions in %s: %w", in.Channel, err)
		}
		if !in.ids[n.Line] {
			continue
		}
		told := *n
		if n.Rung == messages.ByJudge && n.Reason != nil {
			told.Reason = because.Verdict(n.Reason)
		}
		note, err := messages.EncodeNote(&told)
		if err != nil {
			return fmt.Errorf("decision in %s: %w", in.Channel, err)
		}
		in.Notes = append(in.Notes, note)
	}
	return nil
}

// filesOf returns a resident line's attachments.
func filesOf(e transcript.Entry) []messages.Attachment {
	if e.Files == nil {
		return nil
	}
	return *e.Files
}
