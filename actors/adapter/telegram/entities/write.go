package entities

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"familiar/actors/adapter"
	"familiar/actors/adapter/markdown"
	"familiar/actors/adapter/telegram/wire"
	"familiar/messages"
)

const (
	// textMost is how long a message may be, in UTF-16 code units.
	textMost = 4096
	// entitiesMost is how many entities a message may have.
	entitiesMost = 100
)

// Write returns a text in Markdown as models write it as Telegram shows it: the
// characters, and entities for code, links, emphasis and the people who may be
// called. No markup is left that Telegram could refuse. What Telegram itself
// would take for the mention of somebody else is broken, invisibly where there is
// room.
func Write(text string, people []messages.Mention) (shown string, entities []wire.Entity) {
	w := writer{spare: textMost - units(text)}
	for _, p := range people {
		if id, err := strconv.ParseInt(string(p.ID), 10, 64); err == nil && id > 0 {
			w.people = append(w.people, p)
		}
	}
	markdown.Write(text, &w)
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

// styled are the entities of the styles.
var styled = [...]string{markdown.Bold: "bold", markdown.Italic: "italic", markdown.Struck: "strikethrough"}

// Literal implements [markdown.Writer].
func (w *writer) Literal(text string) { w.add(text) }

// Code implements [markdown.Writer].
func (w *writer) Code(code string) { w.as(wire.Entity{Type: "code"}, func() { w.add(code) }) }

// Block implements [markdown.Writer].
func (w *writer) Block(language, code string) {
	w.as(wire.Entity{Type: "pre", Language: language}, func() { w.add(code) })
}

// Link implements [markdown.Writer].
func (w *writer) Link(address string, inside func()) {
	w.as(wire.Entity{Type: "text_link", URL: address}, inside)
}

// Emphasis implements [markdown.Writer].
func (w *writer) Emphasis(style markdown.Style, inside func()) {
	w.as(wire.Entity{Type: styled[style]}, inside)
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

// Text implements [markdown.Writer]: it makes "@Name" of those who may be called a
// mention.
func (w *writer) Text(text string) {
	for _, s := range adapter.SplitCalls(text, w.people) {
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
	w.units += units(text)
	w.last, _ = utf8.DecodeLastRuneInString(text)
}
