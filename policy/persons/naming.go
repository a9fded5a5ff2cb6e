package persons

import (
	"cmp"
	"slices"
	"strings"

	"familiar/internal/compact"
	"familiar/internal/shorten"
	"familiar/messages"
)

// MostNamings is how many lines that name linked accounts a channel keeps; each is
// deleted from what is kept once so many have followed.
const MostNamings = 8

// A Naming is a line of ours that names linked accounts, where their person asked.
type Naming struct {
	Post   messages.PostID     `json:"p"`
	Line   messages.LineID     `json:"l,omitempty"` // "": it is on its way
	People []messages.PersonID `json:"w"`
	Goes   bool                `json:"g,omitempty"` // one of them was forgotten before it had an id
}

// Namings are those of a channel, oldest first; nil are none.
type Namings []Naming

// IsZero reports whether there are none.
func (n *Namings) IsZero() bool { return n == nil || len(*n) == 0 }

// Add notes a post that names somebody, and gives the line that has to go for it; "": none.
func (n *Namings) Add(post messages.PostID, people []messages.PersonID) (goes messages.LineID) {
	if len(*n) == MostNamings { // of those that are posted the oldest, so that none is lost sight of
		k := max(0, slices.IndexFunc(*n, func(of Naming) bool { return of.Line != "" }))
		goes = (*n)[k].Line
		*n = slices.Delete(*n, k, k+1)
	}
	*n = append(*n, Naming{Post: post, People: people})
	return goes
}

// Posted notes which line a post has become, and gives the same if that has to go.
func (n *Namings) Posted(post messages.PostID, line messages.LineID) (goes messages.LineID) {
	if n == nil {
		return ""
	}
	k := slices.IndexFunc(*n, func(of Naming) bool { return of.Post == post })
	if k < 0 {
		return ""
	}
	if (*n)[k].Line = line; !(*n)[k].Goes {
		return ""
	}
	*n = slices.Delete(*n, k, k+1)
	return line
}

// Forget gives the lines that name a person, who has to go.
func (n *Namings) Forget(person messages.PersonID) (lines []messages.LineID) {
	if n == nil {
		return nil
	}
	kept := (*n)[:0]
	for _, of := range *n {
		switch names := slices.Contains(of.People, person); {
		case names && of.Line != "":
			lines = append(lines, of.Line)
			continue
		case names:
			of.People, of.Goes = nil, true
		}
		kept = append(kept, of)
	}
	if *n = kept; len(kept) == 0 {
		*n = nil
	}
	return lines
}

// Anew returns those of a channel that is forgotten: what is on its way goes once it is
// posted.
func (n *Namings) Anew() *Namings {
	if n == nil {
		return nil
	}
	var all Namings
	for _, of := range *n {
		if of.Line == "" {
			all = append(all, Naming{Post: of.Post, Goes: true})
		}
	}
	return &all
}

// Has reports whether a line names a person.
func (n *Namings) Has(person messages.PersonID) bool {
	return n != nil && slices.ContainsFunc(*n, func(of Naming) bool { return slices.Contains(of.People, person) })
}

// Fields implements [compact.Value].
func (n *Naming) Fields(c *compact.Codec) {
	compact.Text(c, 1, &n.Post)
	compact.Text(c, 2, &n.Line)
	compact.Texts(c, 3, &n.People)
	c.Flag(4, &n.Goes)
}

// nameRunes is how much of a name is kept.
const nameRunes = 40

// NameOf returns what is kept of what somebody is called: one line, and not long.
func NameOf(name string) string {
	return shorten.Runes(strings.Join(strings.Fields(name), " "), nameRunes)
}

// Names lists accounts for their person, "Ana (discord), ana (irc)"; "": there are none.
func Names(all []messages.Identity) string {
	names := make([]string, len(all))
	for k, of := range all {
		names[k] = cmp.Or(of.Name, string(of.Person)) + " (" + string(of.Network) + ")"
	}
	return strings.Join(names, ", ")
}
