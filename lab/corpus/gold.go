package corpus

import (
	"slices"

	"familiar/messages"
)

// A Gold is what one participant really did in one slice: what a familiar in
// its place should do.
type Gold struct {
	Slice     string            // the slice's name
	Familiar  messages.PersonID // the participant's uid
	Nicks     []string          // it wrote under these
	Moments   []Moment          // when it answered, in order
	Replied   []messages.LineID // lines it answered
	Addressed []messages.LineID // lines others addressed to it
}

// A Moment is one line in which the participant answered others.
type Moment struct {
	Reply   messages.LineID
	At      messages.Instant
	Parents []messages.LineID // what it answered
	Guessed bool              // nothing shows that it is an answer: it was said right behind
}

// Gold returns what the participant did in the annotated part of the slice: its
// annotated lines that answer annotated lines of others, and the annotated
// lines addressed to it. A uid that wrote nothing gives no nicks.
func (s *Slice) Gold(uid messages.PersonID) Gold {
	g := Gold{Slice: s.Name, Familiar: uid}
	replied := make(map[messages.LineID]bool)
	for i := range s.Records {
		r := &s.Records[i]
		switch {
		case r.Line.Author.ID != uid:
			if r.Annotated && r.addresses(uid) {
				g.Addressed = append(g.Addressed, r.Line.ID)
			}
			continue
		case !slices.Contains(g.Nicks, r.Line.Author.Name):
			g.Nicks = append(g.Nicks, r.Line.Author.Name)
		}
		if parents := s.answered(r); r.Annotated && len(parents) > 0 {
			g.Moments = append(g.Moments, Moment{Reply: r.Line.ID, At: r.Line.At, Parents: parents})
			for _, id := range parents {
				replied[id] = true
			}
		}
	}
	for i := range s.Records {
		if id := s.Records[i].Line.ID; replied[id] {
			g.Replied = append(g.Replied, id)
		}
	}
	return g
}

// addresses reports whether the line pings somebody or is the network's reply
// to them.
func (r *Record) addresses(uid messages.PersonID) bool {
	return slices.Contains(r.Line.Mentions, uid) || r.shown && r.Line.ReplyTo.Author == uid
}

// answered returns the annotated lines of others that a record answers.
func (s *Slice) answered(r *Record) []messages.LineID {
	var ids []messages.LineID
	for _, id := range r.Answers {
		if parent, ok := s.At(id); ok && parent.Annotated && parent.Line.Author.ID != r.Line.Author.ID {
			ids = append(ids, id)
		}
	}
	return ids
}

// Golds returns everybody but bots who answered at least least times in a slice,
// in the order of their first lines. People who answered less say little about
// timing; recorded scores take those with 5.
func (c *Corpus) Golds(least int) []Gold {
	var golds []Gold
	for _, s := range c.Slices {
		seen := make(map[messages.PersonID]bool)
		for i := range s.Records {
			author := &s.Records[i].Line.Author
			if author.Bot || seen[author.ID] {
				continue
			}
			seen[author.ID] = true
			if g := s.Gold(author.ID); len(g.Moments) >= least {
				golds = append(golds, g)
			}
		}
	}
	return golds
}
