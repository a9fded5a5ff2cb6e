package conversation

import (
	"slices"
	"strings"

	"familiar/messages"
	"familiar/policy/ladder"
	"familiar/policy/posts"
	"familiar/policy/split"
)

// Familiars may share an account. The network then knows one person where the
// channel has several, so in here each of them is a person of its own: what
// the network says of their account is put in these persons' ids once, before
// anybody decides on a line. Who said a line of the account's the post knows,
// whom a line to it is for its reply, its names or the account's list.

// Meet tells a seat who its account is on the network.
func (c *SeatConfig) Meet(me messages.Author) {
	c.us, c.Self = me, me.ID
	if c.Persona {
		c.Self = me.ID + messages.PersonaMark + messages.PersonID(c.Familiar)
	}
}

// Person gives the id of the seat's account on its network: Self, unless the
// account has several familiars.
func (c *SeatConfig) Person() messages.PersonID { return accountOf(c.Self) }

// sharesAccount reports whether the seat is one of several of that account.
func (c *SeatConfig) sharesAccount(id messages.PersonID) bool {
	return c.Persona && id != "" && c.us.ID == id
}

// as is the name a post is to be shown under; "": the account's own.
func (c *SeatConfig) as() string {
	if c.Persona {
		return c.Name
	}
	return ""
}

// limit is how long a text of the seat's may be, with room for the name it may
// have before it.
func (c *SeatConfig) limit() split.Limit {
	limit := c.Limit
	if limit.Max > 0 && c.Persona {
		limit.Max -= limit.Unit.Len("<" + c.Name + "> ")
	}
	return limit
}

// accountOf gives the id on the network of whoever that is in here.
func accountOf(id messages.PersonID) messages.PersonID {
	account, _, _ := strings.Cut(string(id), messages.PersonaMark)
	return messages.PersonID(account)
}

// front gives who a line to that account is for that names nobody: of its
// familiars in the channel the one listed first; nil when they don't share it.
// A seat in shadow counts those that are live, too.
func (c *Config) front(account messages.PersonID) (first *SeatConfig) {
	for _, seats := range [...][]SeatConfig{c.Seats, c.others} {
		for i := range seats {
			if seat := &seats[i]; seat.sharesAccount(account) && (first == nil || seat.Rank < first.Rank) {
				first = seat
			}
		}
	}
	return first
}

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
	if i := s.speaker(l.Author.ID); i >= 0 && s.cfg(i).sharesAccount(l.Author.ID) {
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
	mine := func(k int) bool { return s.cfg(k).sharesAccount(l.Author.ID) }
	if e := s.Lines.Find(l.ID); e != nil && e.By() > 0 && mine(int(e.By())-1) {
		return int(e.By()) - 1, s.cfg(int(e.By()) - 1).unsigned(l.Text)
	}
	byText := -1
	for p := range s.openPosts {
		same := s.cfg(p.Seat).unsigned(l.Text) == p.Text || p.IsFile(l)
		if byText < 0 && same && mine(p.Seat) && s.Now.Sub(p.At) <= posts.EchoWithin {
			byText = p.Seat
		}
	}
	i, sure := s.config.sayer(l)
	if !sure && byText >= 0 {
		i = byText
	}
	return i, s.cfg(i).unsigned(l.Text)
}

// openPosts yields what may be on its way to the network or there, and has not
// been seen as a line.
func (s *State) openPosts(yield func(*posts.Post) bool) {
	var turns posts.List
	if s.Turn != nil {
		turns = s.Turn.Posts
	}
	for _, posts := range [...]posts.List{turns, s.Strays, s.Notices} {
		for k := range posts {
			if p := &posts[k]; !p.Waits && p.Line == "" && !yield(p) {
				return
			}
		}
	}
}

// sayer gives the seat that a line of a shared account names as its own: by
// the post's id, which the network may hand back, by the name its text begins
// with, or by the name it is shown under. A line that names nobody was written
// by hand, and counts as what the account's first familiar said; then it isn't
// sure.
func (c *Config) sayer(l *messages.Line) (i int, sure bool) {
	first, named, poster := -1, -1, messages.PostID(l.Nonce).Familiar()
	for k := range c.Seats {
		seat := &c.Seats[k]
		if !seat.sharesAccount(l.Author.ID) {
			continue
		}
		if poster != "" && seat.Familiar == poster || poster == "" && seat.unsigned(l.Text) != l.Text {
			return k, true
		}
		if l.Author.Name == seat.Name {
			named = k
		}
		if first < 0 || seat.Rank < c.Seats[first].Rank {
			first = k
		}
	}
	if named >= 0 {
		return named, false
	}
	return first, false
}

// Sayer gives the familiar that said a line of an account which several share,
// as far as the line tells, and its words without its name before them; false
// for any other line.
func (c *Config) Sayer(l *messages.Line) (seat *SeatConfig, text string, is bool) {
	i, _ := c.sayer(l)
	if i < 0 {
		return nil, "", false
	}
	return &c.Seats[i], c.Seats[i].unsigned(l.Text), true
}

// unsigned gives a text without the name a network that shows none has before
// it.
func (c *SeatConfig) unsigned(text string) string {
	for _, sign := range [...][2]string{{"", ": "}, {"<", "> "}} {
		if rest, is := strings.CutPrefix(text, sign[0]); is {
			if rest, is = strings.CutPrefix(rest, c.Name); is {
				if rest, is = strings.CutPrefix(rest, sign[1]); is {
					return rest
				}
			}
		}
	}
	return text
}

// aimed gives a line with those persons in place of an account that several
// share whom it is for.
func (s *State) aimed(l *messages.Line) *messages.Line {
	if !s.personas {
		return l
	}
	shared := func(id messages.PersonID) bool { return s.config.front(id) != nil }
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
		case accountOf(aimed.ReplyTo.Author) == id:
			add(aimed.ReplyTo.Author)
		case accountOf(l.Author.ID) == id: // one of them says it
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
	for _, seats := range [...][]SeatConfig{s.config.Seats, s.config.others} {
		for i := range seats {
			if seats[i].sharesAccount(account) && seats[i].Names.In(folded) {
				who = append(who, seats[i].Self)
			}
		}
	}
	if who == nil {
		who = append(who, s.config.front(account).Self)
	}
	return who
}

// meansOther reports whether a direct message to the account of seat i is for
// another one that shares it.
func (s *State) meansOther(i int, l *messages.Line, g *gist) bool {
	c := s.cfg(i)
	ours := func(id messages.PersonID) bool { return accountOf(id) == c.us.ID }
	switch {
	case !l.DM || !c.sharesAccount(c.us.ID):
		return false
	case ours(g.to):
		return g.to != c.Self
	case slices.ContainsFunc(l.Mentions, ours):
		return !slices.Contains(l.Mentions, c.Self)
	}
	return !slices.Contains(s.called(c.us.ID, g.folded), c.Self)
}

// owner gives who of an account said that line; "" when nobody knows any more.
func (s *State) owner(line messages.LineID, account messages.PersonID) messages.PersonID {
	if line == "" {
		return ""
	}
	if e := s.Lines.Find(line); e != nil {
		if e.By() > 0 && s.cfg(int(e.By())-1).sharesAccount(account) {
			return s.cfg(int(e.By()) - 1).Self
		}
		if id := s.Lines.Author(e).ID; id != account && accountOf(id) == account {
			return id // a live one, where this is the shadow's state
		}
	}
	mine := func(i int) bool { return i < len(s.Seats) && s.cfg(i).sharesAccount(account) }
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
	if !s.personas || e == nil || e.By() == 0 || accountOf(s.Lines.Author(e).ID) != l.Author.ID {
		return l
	}
	said := *l
	said.Author = *s.Lines.Author(e)
	said.Author.Bot, said.Text = true, s.cfg(int(e.By())-1).unsigned(l.Text)
	return &said
}
