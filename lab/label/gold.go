package label

import (
	"familiar/lab/corpus"
	"familiar/messages"
)

// Gold makes of labels what a familiar should have done: it was to speak to the
// lines where somebody said so, and not to the other labelled ones. Nobody knows
// about the rest, so in the channels that have labels the labelled lines alone
// count as annotated from then on, as package score wants it. There is one Gold
// for each familiar and channel with a label on a line that c has, in the order
// of the labels, and left is how many labels are on none.
//
// as gives the participant in whose place a familiar is put; nil: the one whose
// uid is the familiar's id. Moments have no labels: nobody really answered.
func Gold(c *corpus.Corpus, labels []Label, as func(messages.FamiliarID) messages.PersonID) (golds []corpus.Gold, left int) {
	if as == nil {
		as = func(id messages.FamiliarID) messages.PersonID { return messages.PersonID(id) }
	}
	byName := make(map[string]*corpus.Slice)
	for _, s := range c.Slices {
		byName[string(s.Channel)] = s
	}
	for _, s := range c.Slices {
		byName[s.Name] = s
	}
	type place struct {
		slice *corpus.Slice
		who   messages.PersonID
	}
	at, begun := make(map[place]int), make(map[*corpus.Slice]bool)
	for i := range labels {
		l := &labels[i]
		s := byName[l.Channel]
		if s == nil {
			left++
			continue
		}
		r, ok := s.At(l.Line)
		if !ok {
			left++
			continue
		}
		if !begun[s] {
			begun[s] = true
			forget(s)
		}
		key := place{s, as(l.Familiar)}
		k, known := at[key]
		if !known {
			k = len(golds)
			at[key] = k
			golds = append(golds, corpus.Gold{Slice: s.Name, Familiar: key.who, Nicks: nicks(s, key.who, l.Familiar)})
		}
		r.Annotated = true
		if l.wanted() {
			golds[k].Addressed = append(golds[k].Addressed, l.Line)
		}
	}
	return golds, left
}

// forget takes out what was known of a slice's lines.
func forget(s *corpus.Slice) {
	for i := range s.Records {
		s.Records[i].Annotated = false
	}
}

// nicks are the names a participant wrote under, and the familiar's id.
func nicks(s *corpus.Slice, who messages.PersonID, familiar messages.FamiliarID) []string {
	g := s.Gold(who)
	if string(familiar) == string(who) {
		return g.Nicks
	}
	return append(g.Nicks, string(familiar))
}
