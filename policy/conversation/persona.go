package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/policy/ladder"
	"familiar/policy/seating"
)

// Familiars may share an account. The network then knows one person where the
// channel has several, so in here each of them is a person of its own: what
// the network says of their account is put in these persons' ids once, before
// anybody decides on a line. Who said a line of the account's the post knows,
// whom a line to it is for its reply, its names or the account's list.

// usePersonas finds out whether there are any, so that nobody looks for them
// at each line where there are none.
func (s *State) usePersonas() {
	s.personas = slices.ContainsFunc(s.config.Seats, func(c SeatConfig) bool { return c.Persona })
	if !s.personas {
		s.Owned = nil
	}
}

// inPersons gives a line as the network handed it over with the channel's own
// persons in it.
func (s *State) inPersons(l *messages.Line) *messages.Line {
	if !s.personas {
		return l
	}
	if i := s.speaker(l.Author.ID); i >= 0 && s.cfg(i).SharesAccount(l.Author.ID) {
		said := *l
		i, said.Text = s.sayer(l)
		said.Author.ID, said.Author.Name = s.cfg(i).Self, s.cfg(i).Name
		l = &said
	}
	return s.aimed(l)
}

// sayer gives the seat that said a line of an account that several share, and
// what it said. The transcript knows, or the line tells; else a post of the same
// text whose fate is open, and at last the account's list.
func (s *State) sayer(l *messages.Line) (i int, text string) {
	mine := func(k int) bool { return s.cfg(k).SharesAccount(l.Author.ID) }
	if e := s.Lines.Find(l.ID); e != nil && e.By() > 0 && mine(int(e.By())-1) {
		return int(e.By()) - 1, s.cfg(int(e.By()) - 1).Unsigned(l.Text)
	}
	byText := -1
	for p := range s.openPosts {
		same := s.cfg(p.Seat).Unsigned(l.Text) == p.Text || p.isFile(l)
		if byText < 0 && same && mine(p.Seat) && s.Now.Sub(p.At) <= echoWithin {
			byText = p.Seat
		}
	}
	i, sure := s.config.SaidBy(l)
	if !sure && byText >= 0 {
		i = byText
	}
	return i, s.cfg(i).Unsigned(l.Text)
}

// openPosts yields what may be on its way to the network or there, and has not
// been seen as a line.
func (s *State) openPosts(yield func(*Posted) bool) {
	var turns []Posted
	if s.Turn != nil {
		turns = s.Turn.Posts
	}
	for _, posts := range [...][]Posted{turns, s.Strays, s.Notices} {
		for k := range posts {
			if p := &posts[k]; !p.Waits && p.Line == "" && !yield(p) {
				return
			}
		}
	}
}

// aimed gives a line with those persons in place of an account that several
// share whom it is for.
func (s *State) aimed(l *messages.Line) *messages.Line {
	if !s.personas {
		return l
	}
	shared := func(id messages.PersonID) bool { return s.config.Front(id) != nil }
	to := l.ReplyTo.Author
	if !shared(to) && !slices.ContainsFunc(l.Mentions, shared) {
		return l
	}
	aimed, folded := *l, ladder.Fold(l.Text)
	if shared(to) {
		if aimed.ReplyTo.Author = s.owner(l.ReplyTo.ID, to); aimed.ReplyTo.Author == "" {
			aimed.ReplyTo.Author = s.called(to, folded)[0]
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
		case !shared(id):
			add(id)
		case seating.AccountOf(aimed.ReplyTo.Author) == id:
			add(aimed.ReplyTo.Author)
		case seating.AccountOf(l.Author.ID) == id: // one of them says it
		default:
			for _, who := range s.called(id, folded) {
				add(who)
			}
		}
	}
	return &aimed
}

// called gives whom of a shared account a text is for that mentions it: whom it
// names, else the first.
func (s *State) called(account messages.PersonID, folded string) (who []messages.PersonID) {
	for _, seats := range [...][]SeatConfig{s.config.Seats, s.config.Live()} {
		for i := range seats {
			if seats[i].SharesAccount(account) && seats[i].Names.In(folded) {
				who = append(who, seats[i].Self)
			}
		}
	}
	if who == nil {
		who = append(who, s.config.Front(account).Self)
	}
	return who
}

// meansOther reports whether a direct message to the account of seat i is for
// another one that shares it.
func (s *State) meansOther(i int, l *messages.Line, g *gist) bool {
	c := s.cfg(i)
	us := c.Person()
	ours := func(id messages.PersonID) bool { return seating.AccountOf(id) == us }
	switch {
	case !l.DM || !c.SharesAccount(us):
		return false
	case ours(g.to):
		return g.to != c.Self
	case slices.ContainsFunc(l.Mentions, ours):
		return !slices.Contains(l.Mentions, c.Self)
	}
	return !slices.Contains(s.called(us, g.folded), c.Self)
}

// owner gives who of an account said that line; "" when nobody knows any more.
func (s *State) owner(line messages.LineID, account messages.PersonID) messages.PersonID {
	if line == "" {
		return ""
	}
	if e := s.Lines.Find(line); e != nil {
		if e.By() > 0 && s.cfg(int(e.By())-1).SharesAccount(account) {
			return s.cfg(int(e.By()) - 1).Self
		}
		if id := s.Lines.Author(e).ID; id != account && seating.AccountOf(id) == account {
			return id // a live one, where this is the shadow's state
		}
	}
	mine := func(i int) bool { return i < len(s.Seats) && s.cfg(i).SharesAccount(account) }
	if i := s.Owned.Of(line, mine); i >= 0 {
		return s.cfg(i).Self
	}
	return ""
}

// rememberOwn remembers that seat i said a line, where several share its account.
func (s *State) rememberOwn(i int, line messages.LineID) {
	if s.cfg(i).Persona {
		s.Owned.Add(line, i)
	}
}

// asSaid gives a line as the transcript has it where it is ours: those in
// shadow are not to take what a live one said through their account for their
// own.
func (s *State) asSaid(l *messages.Line) *messages.Line {
	e := s.Lines.Find(l.ID)
	if !s.personas || e == nil || e.By() == 0 || seating.AccountOf(s.Lines.Author(e).ID) != l.Author.ID {
		return l
	}
	said := *l
	said.Author = *s.Lines.Author(e)
	said.Author.Bot, said.Text = true, s.cfg(int(e.By())-1).Unsigned(l.Text)
	return &said
}
