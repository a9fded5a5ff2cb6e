package card

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Part is a piece of a card, as the program's own cards know them.
type Part string

// The parts that a prompt may hold, in the order of [Card.Text]. A judge is shown
// how a text begins, so who the character is comes first.
const (
	Description  Part = "description"
	Personality  Part = "personality"
	Scenario     Part = "scenario"
	Instructions Part = "instructions" // what the author wants for a system prompt
	World        Part = "world"        // the book's entries that hold whatever comes up
	Examples     Part = "examples"
	Last         Part = "last" // what the author wants behind the chat
)

// Parts returns all parts that can be left out of a text.
func Parts() []Part {
	return []Part{Personality, Scenario, Instructions, World, Examples, Last}
}

// headings are the lines before the parts. [FromText] knows them again.
var headings = map[Part]string{
	Personality:  "## Personality",
	Scenario:     "## Scenario",
	Instructions: "## Instructions",
	World:        "## World",
	Examples:     "## Example dialogue",
	Last:         "## Remember",
}

// Call returns what {{char}} stands for: the nickname, or else the name.
func (c *Card) Call() string { return cmp.Or(c.Nickname, c.Name) }

// Text returns the card in the program's own form, which is Markdown, without the
// given parts. Macros that [Card.Expand] knows are filled in, with user for whoever
// talks to the character: a group has no single one, so a sentence says what it
// stands for. Comments, {{original}} and control characters go; other macros stay.
func (c *Card) Text(user string, without ...Part) string {
	var b strings.Builder
	if c.heading() {
		b.WriteString("# " + oneLine(c.Call()) + "\n\n")
	}
	if text := c.part(Description, user); text != "" {
		b.WriteString(text + "\n\n")
	}
	if c.hasUser(without) {
		b.WriteString(oneLine(user) + " stands for whoever is talking to " + oneLine(c.Call()) + ".\n\n")
	}
	for _, p := range Parts() {
		if text := c.part(p, user); text != "" && !slices.Contains(without, p) {
			b.WriteString(headings[p] + "\n\n" + text + "\n\n")
		}
	}
	return strings.TrimSpace(b.String()) + "\n"
}

// heading reports whether the description doesn't begin with a heading of its own.
func (c *Card) heading() bool { return !strings.HasPrefix(strings.TrimSpace(c.Description), "# ") }

// hasUser reports whether a text of the card speaks of the user, or lore that may come
// up beside it.
func (c *Card) hasUser(without []Part) bool {
	const mark = "\x00" // no text holds it
	for _, p := range append([]Part{Description}, Parts()...) {
		text := withoutAsides(strings.ReplaceAll(c.raw(p), mark, ""))
		if !slices.Contains(without, p) && strings.Contains(c.Expand(text, mark), mark) {
			return true
		}
	}
	if c.Book == nil {
		return false
	}
	return slices.ContainsFunc(c.Book.Entries, func(e Entry) bool {
		return e.Enabled && !e.Always() && strings.Contains(c.Expand(withoutAsides(strings.ReplaceAll(e.Content, mark, "")), mark), mark)
	})
}

// Size returns how many characters a part has in a text.
func (c *Card) Size(p Part) int { return utf8.RuneCountInString(c.part(p, "User")) }

// part returns a part as a text has it; "": the card has none.
func (c *Card) part(p Part, user string) string { return c.Plain(c.raw(p), user) }

// Plain returns a text of the card as [Card.Text] has its texts.
func (c *Card) Plain(text, user string) string {
	return strings.TrimSpace(plain(c.Expand(withoutAsides(text), user)))
}

func (c *Card) raw(p Part) string {
	switch p {
	case Description:
		return c.Description
	case Personality:
		return c.Personality
	case Scenario:
		return c.Scenario
	case Instructions:
		return c.System
	case World:
		return c.world()
	case Examples:
		return c.Examples
	case Last:
		return c.Last
	}
	return ""
}

// world returns the entries that always hold, in the order in which they belong
// into a prompt.
func (c *Card) world() string {
	if c.Book == nil {
		return ""
	}
	entries := slices.DeleteFunc(slices.Clone(c.Book.Entries), func(e Entry) bool { return !e.Always() })
	slices.SortStableFunc(entries, func(a, b Entry) int { return cmp.Compare(a.Order, b.Order) })
	var b strings.Builder
	for _, e := range entries {
		if name := oneLine(cmp.Or(e.Name, e.Comment)); name != "" {
			b.WriteString("### " + name + "\n\n")
		}
		b.WriteString(strings.TrimSpace(undecorated(e.Content)) + "\n\n")
	}
	return b.String()
}

// Always reports whether an entry belongs into every prompt and has something to
// say there.
func (e *Entry) Always() bool {
	settled, _ := e.Settled()
	return settled.Enabled && settled.Constant && settled.Chance == 0 && settled.Content != ""
}

// undecorated returns a content without the lines it begins with that are orders
// to a program: "@@depth 4".
func undecorated(content string) string {
	content = strings.TrimSpace(content)
	for strings.HasPrefix(content, "@@") {
		_, rest, _ := strings.Cut(content, "\n")
		content = strings.TrimSpace(rest)
	}
	return content
}

// asides are what only a program or another author is to read.
var asides = regexp.MustCompile(`(?i)\{\{\s*(?://[^{}]*|comment:[^{}]*|hidden_key:[^{}]*|original)\s*\}\}`)

func withoutAsides(text string) string { return asides.ReplaceAllString(text, "") }

// plain returns a text that moves no cursor and turns no direction.
func plain(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\r' || r == '\u2028' || r == '\u2029':
			return '\n'
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}

func oneLine(text string) string { return strings.Join(strings.Fields(plain(text)), " ") }
