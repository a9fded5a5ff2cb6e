package entities

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"familiar/actors/adapter"
	"familiar/actors/adapter/telegram/wire"
	"familiar/messages"
)

const (
	// TextMost is how long a message may be, in UTF-16 code units.
	TextMost = 4096
	// entitiesMost is how many entities a message may have.
	entitiesMost = 100
)

// Write returns a text in Markdown as models write it as Telegram shows it: the
// characters, and entities for code, links, emphasis and the people who may be
// called. No markup is left that Telegram could refuse. What Telegram itself
// would take for the mention of somebody else is broken, invisibly where there is
// room.
func Write(text string, people []messages.Mention) (shown string, entities []wire.Entity) {
	w := writer{spare: TextMost - Units(text)}
	for _, p := range people {
		if id, err := strconv.ParseInt(string(p.ID), 10, 64); err == nil && id > 0 {
			w.people = append(w.people, p)
		}
	}
	w.write(text)
	return w.text.String(), w.entities[:min(len(w.entities), entitiesMost)]
}

// A writer turns Markdown into text with entities.
type writer struct {
	people   []messages.Mention
	text     strings.Builder
	units    int  // of text
	last     rune // of text
	spare    int  // units that may still be added
	entities []wire.Entity
}

// A rule is one kind of Markdown. What a pattern finds counts if alone is not set
// or no letter or digit is beside it.
type rule struct {
	pattern *regexp.Regexp
	alone   bool
	entity  string
}

var (
	code    = regexp.MustCompile("(?s)```(?:([A-Za-z0-9_+.#-]*)\n)?(.*?)(?:\n?```|$)|`([^`\n]+)`")
	heading = regexp.MustCompile(`(?m)^#{1,6} +([^\n]*[^\s#])[ #]*$`)
	linked  = regexp.MustCompile(`\[([^\[\]\n]+)\]\((https?://[^\s()<>]+)\)`)

	emphasis = []rule{
		{regexp.MustCompile(`\*\*([^\s*](?:[^*\n]*[^\s*])?)\*\*`), false, "bold"},
		{regexp.MustCompile(`~~([^\s~](?:[^~\n]*[^\s~])?)~~`), false, "strikethrough"},
		{regexp.MustCompile(`\*([^\s*](?:[^*\n]*[^\s*])?)\*`), true, "italic"},
		{regexp.MustCompile(`_([^\s_](?:[^_\n]*[^\s_])?)_`), true, "italic"},
	}
)

// write leaves code as it is and takes the rest apart.
func (w *writer) write(text string) {
	between(text, rule{pattern: code}, w.lines, func(groups []string) {
		language, block, inline := groups[1], groups[2], groups[3]
		switch {
		case inline != "":
			w.as(wire.Entity{Type: "code"}, func() { w.add(inline) })
		case strings.TrimSpace(block) != "":
			w.as(wire.Entity{Type: "pre", Language: language}, func() { w.add(block) })
		default: // nothing to show as code
			w.add(groups[0])
		}
	})
}

// lines makes headings bold.
func (w *writer) lines(text string) {
	between(text, rule{pattern: heading}, w.links, func(groups []string) {
		w.as(wire.Entity{Type: "bold"}, func() { w.links(strings.ReplaceAll(groups[1], "**", "")) })
	})
}

// links makes a text with an address a link.
func (w *writer) links(text string) {
	between(text, rule{pattern: linked}, func(text string) { w.emphasise(text, emphasis) }, func(groups []string) {
		w.as(wire.Entity{Type: "text_link", URL: groups[2]}, func() { w.emphasise(groups[1], emphasis) })
	})
}

// emphasise applies the rules, one inside the other.
func (w *writer) emphasise(text string, rules []rule) {
	if len(rules) == 0 {
		w.name(text)
		return
	}
	inside := func(text string) { w.emphasise(text, rules[1:]) }
	between(text, rules[0], inside, func(groups []string) {
		w.as(wire.Entity{Type: rules[0].entity}, func() { inside(groups[1]) })
	})
}

// as writes something that is an entity.
func (w *writer) as(e wire.Entity, write func()) {
	e.Offset = w.units
	at := len(w.entities)
	write()
	if e.Length = w.units - e.Offset; e.Length == 0 {
		return
	}
	w.entities = append(w.entities, wire.Entity{}) // the outer one comes first
	copy(w.entities[at+1:], w.entities[at:])
	w.entities[at] = e
}

// name writes a piece of plain text and makes "@Name" of those who may be called
// a mention.
func (w *writer) name(text string) {
	for _, s := range adapter.SplitCalls(text, w.people, adapter.IsWord) {
		if s.Who == nil {
			w.plain(s.Text)
			continue
		}
		id, _ := strconv.ParseInt(string(s.Who.ID), 10, 64)
		w.as(wire.Entity{Type: "text_mention", User: &wire.User{ID: id, First: s.Who.Name}}, func() { w.add(s.Text) })
	}
}

const (
	joiner = "\u2060" // word joiner: no width
	wide   = "＠"      // an @ that calls nobody
)

// plain writes a text that calls nobody. Telegram makes a mention of "@" before a
// Latin letter, a digit or _ that follows no such character.
func (w *writer) plain(text string) {
	for {
		at := strings.IndexByte(text, '@')
		if at < 0 {
			w.add(text)
			return
		}
		w.add(text[:at])
		text = text[at+1:]
		switch next, _ := utf8.DecodeRuneInString(text); {
		case isNamed(w.last) || !isNamed(next):
			w.add("@")
		case w.spare > 0:
			w.spare--
			w.add("@" + joiner)
		default:
			w.add(wide)
		}
	}
}

// isNamed reports whether a character may be one of a username.
func isNamed(r rune) bool {
	return r == '_' || r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

func (w *writer) add(text string) {
	if text == "" {
		return
	}
	w.text.WriteString(text)
	w.units += Units(text)
	w.last, _ = utf8.DecodeLastRuneInString(text)
}

// between gives what a rule finds, with its groups, to found, and what is between
// to rest.
func between(text string, by rule, rest func(string), found func(groups []string)) {
	last := 0
	for _, at := range by.pattern.FindAllStringSubmatchIndex(text, -1) {
		if by.alone && !alone(text, at[0], at[1]) {
			continue
		}
		if at[0] > last {
			rest(text[last:at[0]])
		}
		groups := make([]string, len(at)/2)
		for i := range groups {
			if at[2*i] >= 0 {
				groups[i] = text[at[2*i]:at[2*i+1]]
			}
		}
		found(groups)
		last = at[1]
	}
	if last < len(text) {
		rest(text[last:])
	}
}

// alone reports whether no letter or digit is beside a part of a text.
func alone(text string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:from])
	after, _ := utf8.DecodeRuneInString(text[to:])
	return !adapter.IsWord(before) && !adapter.IsWord(after)
}
