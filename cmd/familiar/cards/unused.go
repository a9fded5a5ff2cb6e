package cards

import (
	"fmt"
	"slices"

	"familiar/card"
	"familiar/cmd/familiar/command"
	"familiar/demo/screen"
)

// maxNamed is how many entries are listed by name.
const maxNamed = 20

// tellUnused lists what of the card a familiar doesn't use.
func tellUnused(std command.Streams, c *card.Card, without []card.Part) {
	all := inventory(c)
	for _, u := range all {
		if u.Used {
			continue
		}
		if u.What == bookEntries {
			fmt.Fprintf(std.Err, "not used: %s (%d): %s\n", u.What, u.Size, whyUnused)
			tellEntries(std, entries(c))
			continue
		}
		fmt.Fprintf(std.Err, "not used: %s (%d): %s\n", u.What, u.Size, u.Note)
	}
	if !slices.ContainsFunc(all, func(u used) bool { return u.What == bookEntries }) {
		tellEntries(std, entries(c))
	}
	for _, p := range without {
		if c.Size(p) > 0 {
			fmt.Fprintf(std.Err, "left out: %s\n", p)
		}
	}
	tellUnsupported(std, c)
}

// tellUnsupported lists what of a file nobody here knows.
func tellUnsupported(std command.Streams, c *card.Card) {
	for _, u := range c.Unsupported {
		fmt.Fprintf(std.Err, "not understood: %s: %s\n", screen.Clean(u.What), screen.Clean(u.Why))
	}
}

// tellEntries lists the entries of a book that aren't used, or not as they stand, by
// name.
func tellEntries(std command.Streams, all []entry) {
	named := 0
	for _, e := range all {
		if e.whole {
			continue
		}
		if named++; named <= maxNamed {
			fmt.Fprintf(std.Err, "  entry %s: %s\n", e.Name, e.Note)
		}
	}
	if named > maxNamed {
		fmt.Fprintf(std.Err, "  and %d more\n", named-maxNamed)
	}
}
