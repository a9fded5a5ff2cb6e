package card

import (
	"regexp"
	"slices"
	"strings"
)

var (
	// known is the macros that [Card.Expand] knows, the old forms among them.
	known = regexp.MustCompile(`(?i)\{\{\s*(?:char|bot|user)\s*\}\}|<(?:char|bot|user)>`)
	// macro is anything that looks like one.
	macro = regexp.MustCompile(`\{\{([^{}]{1,200})\}\}`)
)

// Expand returns a text of the card with its macros filled in: {{char}}, {{bot}},
// <char> and <bot> are the character's nickname, or else its name; {{user}} and <user> are
// user. Capitals don't matter. What it fills in isn't read again, and other macros
// stay.
func (c *Card) Expand(text, user string) string {
	return known.ReplaceAllStringFunc(text, func(m string) string {
		if strings.Contains(strings.ToLower(m), "user") {
			return user
		}
		return c.Call()
	})
}

// Macros returns the names of the macros in a text that [Card.Expand] leaves as
// they stand, sorted, each once: "random" of {{random:a,b}}. {{original}} is not
// among them: it is the program's to fill in.
func Macros(text string) []string {
	var names []string
	for _, m := range macro.FindAllStringSubmatch(text, -1) {
		if known.MatchString(m[0]) {
			continue
		}
		name, _, _ := strings.Cut(strings.TrimSpace(m[1]), ":")
		if strings.HasPrefix(name, "//") { // a comment
			name = "//"
		}
		if name, _, _ = strings.Cut(name, " "); name == "" {
			continue
		}
		if name = strings.ToLower(name); name != "original" {
			names = append(names, short(name))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
