package address

import (
	"slices"

	"familiar/messages"
	"familiar/policy/ladder"
	"familiar/policy/seating"
	"familiar/policy/transcript"
)

// What the network says of an account that several seats share is put in their
// own ids once, before anybody decides on a line. Who said a line of the
// account's the post knows, whom a line to it is for its reply, its names or
// the account's list.

// InPersons returns a line as the network handed it over with the channel's own
// persons in it. echoOf gives the seat with a post under way of the same text,
// or -1.
func (b *Book) InPersons(l *messages.Line, lines *transcript.Log, echoOf func(*messages.Line) int) *messages.Line {
	if !b.shares() {
		return l
	}
	if i := b.Speaker(l.Author.ID); i >= 0 && b.config.Seats[i].SharesAccount(l.Author.ID) {
		said := *l
		i = b.sayer(l, lines, echoOf)
		c := &b.config.Seats[i]
		said.Author.ID, said.Author.Name, said.Text = c.Self, c.Name, c.Unsigned(l.Text)
		l = &said
	}
	return b.Aimed(l, lines)
}

// sayer returns the seat that said a line of an account that several share. The
// transcript knows, or the line tells; else a post of the same text whose fate
// is open, and at last the account's list.
func (b *Book) sayer(l *messages.Line, lines *transcript.Log, echoOf func(*messages.Line) int) int {
	if e := lines.Find(l.ID); e != nil && lines.By(e) > 0 && b.config.Seats[lines.By(e)-1].SharesAccount(l.Author.ID) {
		return int(lines.By(e)) - 1
	}
	i, sure := b.config.SaidBy(l)
	if sure {
		return i
	}
	if posting := echoOf(l); posting >= 0 {
		return posting
	}
	return i
}

// Aimed returns a line with those persons in place of an account that several
// share whom it is for.
func (b *Book) Aimed(l *messages.Line, lines *transcript.Log) *messages.Line {
	if !b.shares() {
		return l
	}
	to := l.ReplyTo.Author
	if !b.IsShared(to) && !slices.ContainsFunc(l.Mentions, b.IsShared) {
		return l
	}
	aimed, folded := *l, ladder.FoldLine(l.Text)
	if b.IsShared(to) {
		if aimed.ReplyTo.Author = b.owner(l.ReplyTo.ID, to, lines); aimed.ReplyTo.Author == "" {
			aimed.ReplyTo.Author = b.called(to, folded)[0]
		}
	}
	aimed.Mentions = nil
	add := func(id messages.PersonID) {
		if !slices.Contains(aimed.Mentions, id) {
			aimed.Mentions = append(aimed.Mentions, id)
		}
	}
	for _, id := range l.Mentions {
		switch {
		case !b.IsShared(id):
			add(id)
		case seating.AccountOf(aimed.ReplyTo.Author) == id:
			add(aimed.ReplyTo.Author)
		case seating.AccountOf(l.Author.ID) == id: // one of them says it
		default:
			for _, who := range b.called(id, folded) {
				add(who)
			}
		}
	}
	return &aimed
}

// called returns whom of a shared account a text is for that mentions it: whom
// it names, else the first.
func (b *Book) called(account messages.PersonID, folded string) (who []messages.PersonID) {
	for _, seats := range [...][]seating.SeatConfig{b.config.Seats, b.config.Live()} {
		for i := range seats {
			if seats[i].SharesAccount(account) && seats[i].Names.In(folded) {
				who = append(who, seats[i].Self)
			}
		}
	}
	if who == nil {
		who = append(who, b.config.Front(account).Self)
	}
	return who
}

// meansOther reports whether a direct message to the account of seat i is for
// another one that shares it.
func (b *Book) meansOther(i int, l *messages.Line, g *Gist) bool {
	c := &b.config.Seats[i]
	us := c.Person()
	ours := func(id messages.PersonID) bool { return seating.AccountOf(id) == us }
	switch {
	case !l.DM || !c.SharesAccount(us):
		return false
	case ours(g.To):
		return g.To != c.Self
	case slices.ContainsFunc(l.Mentions, ours):
		return !slices.Contains(l.Mentions, c.Self)
	}
	return !slices.Contains(b.called(us, g.Folded), c.Self)
}

// owner returns who of an account said that line; "" when nobody knows any more.
func (b *Book) owner(line messages.LineID, account messages.PersonID, lines *transcript.Log) messages.PersonID {
	if line == "" {
		return ""
	}
	mine := func(i int) bool { return i < len(b.config.Seats) && b.config.Seats[i].SharesAccount(account) }
	if e := lines.Find(line); e != nil {
		if lines.By(e) > 0 && mine(int(lines.By(e))-1) {
			return b.config.Seats[lines.By(e)-1].Self
		}
		if id := lines.Author(e).ID; id != account && seating.AccountOf(id) == account {
			return id // a live one, where these seats are in shadow
		}
	}
	if i := b.owned.Of(line, mine); i >= 0 {
		return b.config.Seats[i].Self
	}
	return ""
}

// AsSaid returns a line as the transcript has it where it is ours: those in
// shadow are not to take what a live one said through their account for their
// own.
func (b *Book) AsSaid(l *messages.Line, lines *transcript.Log) *messages.Line {
	e := lines.Find(l.ID)
	if !b.shares() || e == nil || lines.By(e) == 0 || seating.AccountOf(lines.Author(e).ID) != l.Author.ID {
		return l
	}
	said := *l
	said.Author = *lines.Author(e)
	said.Author.Bot, said.Text = true, b.config.Seats[lines.By(e)-1].Unsigned(l.Text)
	return &said
}
