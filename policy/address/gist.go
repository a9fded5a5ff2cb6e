package address

import (
	"slices"
	"strings"

	"familiar/messages"
	"familiar/policy/cues"
	"familiar/policy/ladder"
	"familiar/policy/roster"
	"familiar/policy/transcript"
)

// A Gist is what is the same of a line for every seat that decides on it, found
// out once: a channel may have many familiars, and a line one text.
type Gist struct {
	Folded string            // its text, as names are looked for in it
	Facts  messages.Facts    // those in which no seat differs from another
	Crowd  int               // humans who take part
	To     messages.PersonID // whom it replies to; "": nobody, nobody known, or nobody of ours in a thread known by its root
	Names  uint32            // the seats its text names, a bit each

	voices uint32 // those of them whom it calls by it
	calls  uint32 // the seats it addresses by mention, reply or name, a bit each
	toSeat int    // the seat that wrote what it replies to; -1: none, or not resident
	aimed  bool   // the network tells whom it is for
}

// Gist looks at a line, once it is in the transcript, and fills in its gist, which
// is zero; folded is its text there, as [ladder.FoldLine] gives it.
func (b *Book) Gist(g *Gist, l *messages.Line, folded string, lines *transcript.Log, people *roster.State, now messages.Instant) {
	g.Folded, g.To, g.toSeat = folded, l.ReplyTo.Author, -1
	g.Facts, g.Crowd = people.Facts(g.Folded, now)
	if g.To == "" && l.ReplyTo.ID != "" {
		if e := lines.Find(l.ReplyTo.ID); e != nil {
			g.To, g.toSeat = lines.Author(e).ID, int(lines.By(e))-1
		}
	}
	if l.ReplyTo.ThreadRoot && b.Speaker(g.To) < 0 && b.Speaker(l.Author.ID) < 0 { // it says where the line stands, not whom it is for
		g.To = ""
	}
	g.aimed = len(l.Mentions) > 0 || l.Everyone || len(l.Roles) > 0 || l.ReplyTo.Set()
	for i := range b.config.Seats {
		names := &b.config.Seats[i].Names
		if !names.In(g.Folded) {
			continue
		}
		rest := b.withoutOthers(names, g.Folded, l.Mentions, people)
		if len(rest) < len(g.Folded) && !names.In(rest) {
			continue
		}
		g.Names |= 1 << i
		if names.Called(rest) {
			g.voices |= 1 << i
		}
	}
	g.calls = b.calledBy(l, g)
	set := func(is bool, fact messages.Facts) {
		if is {
			g.Facts |= fact
		}
	}
	set(l.DM, messages.IsDM)
	set(l.Author.Bot, messages.FromBot)
	set(l.ExplicitOnly, messages.ExplicitOnly)
	set(cues.IsQuestion(l.Text), messages.IsQuestion)
	set(b.config.NamesLive(g.Folded), messages.NamesPeer)
	set(b.callsLive(l, g), messages.CallsSibling)
	set(l.LullEndpoint, messages.LullEndpoint)
}

// withoutOthers returns a folded text without the names of the people it mentions
// that hold one of these names: a line that mentions tigran_ doesn't name Tigran. An
// account of several seats goes by a name of its own, and stays.
func (b *Book) withoutOthers(names *ladder.Names, folded string, mentions []messages.PersonID, people *roster.State) string {
	for _, id := range mentions {
		if b.Speaker(id) >= 0 {
			continue
		}
		if name := ladder.FoldLine(people.Name(id)); name != "" && names.In(name) {
			folded = strings.ReplaceAll(folded, name, "")
		}
	}
	return folded
}

// calledBy returns the seats that a line addresses, a bit each. What a network
// knows only as a reply to its thread's root addresses nobody but for the seat
// that wrote the root, which may take it for its own.
func (b *Book) calledBy(l *messages.Line, g *Gist) (seats uint32) {
	if len(b.config.Seats) < 2 || !g.aimed && g.Names == 0 {
		return 0
	}
	for i := range b.config.Seats {
		c := &b.config.Seats[i]
		if l.Author.ID == c.Self { // it says its own name
			continue
		}
		if c.IsCalledBy(l, g.Names&(1<<i) != 0) || g.toSeat == i && !l.ReplyTo.ThreadRoot {
			seats |= 1 << i
		}
	}
	return seats
}

// Facts returns what a line is to seat i, as far as whom it is for; joined says
// that the seat has spoken here.
func (b *Book) Facts(i int, joined bool, l *messages.Line, g *Gist) messages.Facts {
	f, us := g.Facts, uint32(1)<<i
	set := func(is bool, fact messages.Facts) {
		if is {
			f |= fact
		}
	}
	if g.aimed {
		f |= b.aim(i, joined, l, g)
	}
	set(joined, messages.JoinedHere)
	set(g.Names&us != 0, messages.NamesUs)
	set(g.voices&us != 0, messages.CallsUs)
	set(g.Names&^us != 0, messages.NamesPeer) // a sibling is a peer like any other bot
	set(g.calls&^us != 0, messages.CallsSibling)
	if b.shares() && b.meansOther(i, l, g) {
		f = f&^messages.IsDM | messages.MentionsOthers | messages.CallsSibling
	}
	return f
}

// aim returns the facts of whom the network says that a line is for.
func (b *Book) aim(i int, joined bool, l *messages.Line, g *Gist) (f messages.Facts) {
	c := &b.config.Seats[i]
	set := func(is bool, fact messages.Facts) {
		if is {
			f |= fact
		}
	}
	named := slices.Contains(l.Mentions, c.Self)
	us := named || c.Policy.Pings && (l.Everyone || len(l.Roles) > 0)
	replied := l.ReplyTo.Set()
	toUs := replied && (l.ReplyTo.Author == c.Self || l.ReplyTo.Author == "" && g.toSeat == i)
	set(us, messages.MentionsUs)
	set(len(l.Mentions) > 1 || len(l.Mentions) == 1 && !named, messages.MentionsOthers)
	set(toUs, messages.RepliesToUs)
	set(replied && !toUs && !(l.ReplyTo.ThreadRoot && joined), messages.RepliesToOther)
	return f
}

// callsLive reports, for seats in shadow, whether a line addresses a live one.
func (b *Book) callsLive(l *messages.Line, g *Gist) bool {
	live := b.config.Live()
	for i := range live {
		if live[i].IsCalledBy(l, live[i].Names.In(g.Folded)) {
			return true
		}
	}
	return false
}
