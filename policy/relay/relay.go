package relay

import (
	"fmt"
	"strings"

	"familiar/internal/bounds"
	"familiar/messages"
)

// longestID is how long somebody's id may be, in bytes, so that recorded chat has it, too.
const longestID = 256

// mostListed is how many ids or names one list may have.
const mostListed = 200

// Config is what an operator says of one relay.
type Config struct {
	Authors []Mask   `toml:"authors"` // its ids in those rooms; always to be given
	Form    Form     `toml:"form"`    // how it writes what somebody said; always to be given
	Shown   Shown    `toml:"shown"`   // of a form without {name}: the person's name in the one that the line stands under; default "{name}"
	Blanks  bool     `toml:"blanks"`  // names may have blanks; default true; false, as for nicks of IRC: a name ends before the first one
	Bots    []string `toml:"bots"`    // names of those behind it who are bots; default none
	Ours    []string `toml:"ours"`    // names by which the familiars are known there, besides their own and their accounts'; default none
}

// Default returns what a relay is that says nothing of itself.
func Default() Config { return Config{Blanks: true} }

// Validate says what is wrong, all of it.
func (c *Config) Validate() error {
	fields := []bounds.Field{
		bounds.Must(len(c.Authors) > 0 && len(c.Authors) <= mostListed, "authors: got %d: want the ids by which the network knows it, 1 to %d", len(c.Authors), mostListed),
		bounds.Must(c.Form.set, "form is not set: want how it writes what somebody said, such as %q, or %q where lines stand under the person's name", "<{name}> {text}", "{text}"),
		bounds.Must(!c.Form.Names() || c.Shown == Shown{}, "shown is for a form without {name}, and form = %q has it: leave out one of the two", c.Form),
		bounds.Must(!c.Form.Names() || !c.Blanks || strings.TrimSpace(c.Form.between) != "", "form = %q: nobody can tell where a name ends that may have blanks: set blanks = false", c.Form),
		bounds.Must(len(c.Bots) <= mostListed && len(c.Ours) <= mostListed, "bots and ours: want at most %d names each", mostListed),
	}
	for _, names := range [][]string{c.Bots, c.Ours} {
		for _, name := range names {
			fields = append(fields, bounds.Must(shown(name) != "", "%q is no name", name))
		}
	}
	return bounds.Check(append(fields, masks(c.Authors)...)...)
}

// masks checks ids.
func masks(all []Mask) (fields []bounds.Field) {
	for _, m := range all {
		fields = append(fields, bounds.Must(strings.Trim(string(m), "* ") != "", "authors: %q would be everybody: want an id, in which * stands for any text", m))
	}
	return fields
}

// A Relay is one that says in some channels what was said elsewhere.
type Relay struct {
	Config
	Name  string // in the configuration
	Match func(messages.ChannelID) bool
}

// String says what it does, for an operator.
func (r *Relay) String() string { return fmt.Sprintf("relay %s, which writes %q", r.Name, r.Form) }

// is reports whether the relay has said a line. What it says in a direct message is
// its own word.
func (r *Relay) is(l *messages.Line) bool {
	return !l.DM && matchAny(r.Authors, l.Author.ID) && r.Match(l.Channel)
}

// take returns the line as the person's who said it; own reports that this was one of
// the familiars, known by ours. false: it is none that the relay brings.
func (r *Relay) take(l *messages.Line, ours func(name string) bool) (taken *messages.Line, own, is bool) {
	name, said, how := r.Form.read(l.Text, r.Blanks, len(l.Attachments) > 0)
	if how == person && !r.Form.Names() {
		if name, is = r.Shown.read(l.Author.Name); !is {
			how = unfit
		}
	}
	switch {
	case how == unfit:
		return l, false, false
	case ours(shown(name)) || IsOneOf(name, r.Ours...): // even if it only may be
		return l, true, true
	}
	line := *l
	line.Author = messages.Author{ID: messages.RelayedPerson(r.Name, name), Name: shown(name), Bot: IsOneOf(name, r.Bots...)}
	line.Text = said
	if how == unclear || len(line.Author.ID) > longestID {
		line.Author.ID, line.Author.Name = messages.RelayedPerson(r.Name, ""), l.Author.Name
		line.Text = l.Text // in the relay's words, which leave it to whoever reads them
	}
	return &line, false, true
}
