package entities

import (
	"slices"
	"strconv"
	"strings"

	"familiar/actors/adapter"
	"familiar/actors/adapter/telegram/wire"
	"familiar/messages"
)

// most is how many entities of a text are looked at: more than Telegram has.
const most = 200

// A Said is a text as people read it, and whom it calls.
type Said struct {
	Text   string
	People []messages.PersonID
}

// A Naming knows people by the names that Telegram has unique, in lower case
// and without the @.
type Naming interface {
	Username(name string) (id messages.PersonID, shown string, known bool)
}

// Read reads a text with its entities: who is mentioned is called "@" and their
// name, code stands in backticks, a quotation behind ">", and the address of a
// link behind its text. What only makes letters bold or hides them is left out.
// An entity that doesn't fit the text is ignored.
func Read(text string, entities []wire.Entity, by Naming) Said {
	if len(entities) == 0 {
		return Said{Text: text}
	}
	r := reading{text: text, by: by, before: map[int]string{}, after: map[int]string{}, instead: map[int]piece{}}
	places := ruler{text: text}
	for _, e := range entities[:min(len(entities), most)] {
		from, ok := places.byteAt(e.Offset)
		if !ok || e.Length <= 0 {
			continue
		}
		if to, ok := places.byteAt(e.Offset + e.Length); ok {
			r.mark(e, from, to)
		}
	}
	return Said{Text: r.write(), People: r.people}
}

// A reading is what becomes of a text, by the bytes at which it does.
type reading struct {
	text   string
	by     Naming
	people []messages.PersonID

	before, after map[int]string
	instead       map[int]piece
}

// A piece stands in the place of what is up to a byte.
type piece struct {
	to   int
	text string
}

// mark notes what an entity makes of the part of the text it is about.
func (r *reading) mark(e wire.Entity, from, to int) {
	part := r.text[from:to]
	switch e.Type {
	case "mention":
		r.instead[from] = piece{to, "@" + r.call(part)}
	case "bot_command":
		r.command(part, from, to)
	case "text_mention":
		if e.User != nil && e.User.ID != 0 {
			r.person(PersonID(e.User.ID))
			r.instead[from] = piece{to, "@" + strings.TrimPrefix(part, "@")}
		}
	case "text_link":
		if e.URL != "" && e.URL != part && strings.TrimSuffix(e.URL, "/") != part {
			r.after[to] = " (" + e.URL + ")" + r.after[to]
		}
	case "code":
		r.before[from] += "`"
		r.after[to] = "`" + r.after[to]
	case "pre":
		r.before[from] += "```" + e.Language + "\n"
		r.after[to] = "\n```" + r.after[to]
	case "blockquote", "expandable_blockquote":
		r.before[from] = "> " + r.before[from]
		for at := from + 1; at < to; at++ {
			if r.text[at-1] == '\n' {
				r.before[at] = "> " + r.before[at]
			}
		}
	}
}

// call notes that "@username" is called and returns what they are called.
func (r *reading) call(username string) (shown string) {
	name := strings.TrimPrefix(username, "@")
	id, shown, known := r.by.Username(strings.ToLower(name))
	if !known {
		r.person(messages.PersonID("@" + strings.ToLower(name))) // somebody, and none of those we know
		return name
	}
	r.person(id)
	return adapter.CleanName(shown, adapter.NameMost)
}

// command reads "/word@username", which calls that bot. Of one that we know the
// name is left out, as if there were no other; "/word" alone calls nobody.
func (r *reading) command(part string, from, to int) {
	word, username, named := strings.Cut(part, "@")
	if !named {
		return
	}
	if id, _, known := r.by.Username(strings.ToLower(username)); known {
		r.person(id)
		r.instead[from] = piece{to, word}
		return
	}
	r.person(messages.PersonID("@" + strings.ToLower(username)))
}

// PersonID returns the id of a user, or of a chat in whose name somebody writes.
func PersonID(id int64) messages.PersonID {
	return messages.PersonID(strconv.FormatInt(id, 10))
}

func (r *reading) person(id messages.PersonID) {
	if !slices.Contains(r.people, id) {
		r.people = append(r.people, id)
	}
}

// write puts the text together.
func (r *reading) write() string {
	var b strings.Builder
	b.Grow(len(r.text) + 16)
	for at := 0; at < len(r.text); {
		b.WriteString(r.after[at])
		b.WriteString(r.before[at])
		if p, ok := r.instead[at]; ok {
			b.WriteString(p.text)
			at = p.to
			continue
		}
		b.WriteByte(r.text[at])
		at++
	}
	b.WriteString(r.after[len(r.text)])
	return b.String()
}
