package conversation

import (
	"cmp"
	"slices"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/finish"
	"familiar/policy/memory"
	"familiar/policy/posts"
	"familiar/policy/revision"
	"familiar/policy/transcript"
)

// amend gives lines of the turn's own seat another text: here at once, on the
// network by an order. Nobody decides on it, not even on its echo.
func (s *State) amend(all []messages.Revision, out []Effect) []Effect {
	t := s.Turn
	for k, r := range all {
		text, refused := s.unamendable(all[:k], r)
		if refused != nil {
			out = s.note(t.Seat, t.NoteOf(r.Line, messages.ByRefused, because.Undone{Deed: because.Edit, Why: refused}), out)
			continue
		}
		out = s.rewrite(r.Line, text, out)
		out = append(out, messages.Edit{
			Channel: cmp.Or(s.Aside.Of(r.Line), s.Channel), Account: s.cfg(t.Seat).Account, Line: r.Line, As: s.cfg(t.Seat).ShownAs(), Text: text,
			Mentions: s.pings(&posts.Post{Seat: t.Seat, Text: text}), Meta: messages.Meta{At: s.Now},
		})
		out = s.note(t.Seat, t.NoteOf(r.Line, messages.ByEdited, nil), out)
	}
	return out
}

// unamendable gives the text as it would be said, or why the turn can't give
// it to that line after these.
func (s *State) unamendable(before []messages.Revision, r messages.Revision) (text string, refused because.Reason) {
	t := s.Turn
	e := s.Lines.Find(r.Line)
	switch {
	case len(before) >= revision.Most:
		return "", because.TooManyEdits
	case slices.ContainsFunc(before, func(b messages.Revision) bool { return b.Line == r.Line }):
		return "", because.SameLineTwice
	case !s.maySpeak(t.Seat):
		return "", because.NotItsTurn
	case r.Line == "" || e == nil || e.Gone() || int(s.Lines.By(e)) != t.Seat+1 || s.Lines.Hidden(e)&(1<<t.Seat) != 0 || s.Lines.No(e) > t.Upto:
		return "", because.NotItsOwnLine
	case e.Old() || !revision.Fresh(e.At(), s.Now):
		return "", because.LineTooOld
	}
	switch part := finish.Revise(r.Text); {
	case part.Result != finish.OK:
		return "", because.Words(part.Result)
	case part.Text == s.Lines.Text(e):
		return "", because.SameText
	case !s.cfg(t.Seat).Takes(part.Text, s.Lines.Text(e), s.surface()):
		return "", because.TooLongHere
	default:
		return part.Text, nil
	}
}

// rewrite gives a line of ours another text wherever it is kept, and lets go of what was
// made of the one before.
func (s *State) rewrite(id messages.LineID, text string, out []Effect) []Effect {
	for e := range s.Lines.Each() {
		if s.Lines.ID(e) != id {
			continue
		}
		if s.Lines.Text(e) != text {
			out = s.Seats.ForgetMemories(memory.Gone{Line: id}, out)
			e.Close() // nobody says who reads the new one
			if s.Lines.By(e) > 0 {
				s.Lines.MarkUnheard(e, s.Book.Deaf(s.cfg(int(s.Lines.By(e))-1).Account)&s.Book.Away(&s.Lines))
			}
		}
		s.Lines.Revise(e, text)
	}
	s.Seats.Each(func(waits transcript.Entries) { waits.Rewrite(id, text) })
	if s.Turn != nil {
		s.Turn.Each(func(lines transcript.Entries) { lines.Rewrite(id, text) })
	}
	return out
}

// editedOwn takes what the network says of a line of ours: the echo of an
// order, or somebody changed it by hand. There is nothing to decide.
func (s *State) editedOwn(e *transcript.Row, l *messages.Line, out []Effect) []Effect {
	if l.Text != "" && !e.Gone() && s.cfg(int(s.Lines.By(e))-1).Self == l.Author.ID {
		out = s.rewrite(s.Lines.ID(e), l.Text, out)
		if s.Lines.MarkDecided(e, s.Lines.Unheard(e)&s.Book.Hears(l.Account)); l.Account != "" {
			s.Lines.MarkHeard(e, s.Book.Hears(l.Account))
		}
	}
	return out
}
