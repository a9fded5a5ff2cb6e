package irclog

import (
	"fmt"
	"strings"

	"familiar/messages"
)

// mostNicks is how many are kept of one channel.
const mostNicks = 1 << 20

// People are those of one channel. IRC has no ids of people: somebody is the
// first nick they had there, in lower case, and stays so through renames.
type People struct {
	known map[string]bool              // folded nicks anybody ever had
	ids   map[string]messages.PersonID // of folded nicks that were taken up by a rename
}

// NewPeople returns a channel in which nobody was met.
func NewPeople() *People {
	return &People{known: make(map[string]bool), ids: make(map[string]messages.PersonID)}
}

// NotePresence notes who is there, before anything is handed over.
func (p *People) NotePresence(e Event) error {
	nicks := []string{e.Nick}
	if e.Kind == renamed {
		nicks = append(nicks, e.text)
	}
	for _, nick := range nicks {
		if nick == "" || p.known[Fold(nick)] {
			continue
		}
		if len(p.known) == mostNicks {
			return fmt.Errorf("more than %d nicks", mostNicks)
		}
		p.known[strings.Clone(Fold(nick))] = true
	}
	return nil
}

// UpdatePresence follows a rename. Back to the first nick it needs nothing kept.
func (p *People) UpdatePresence(e Event) {
	if e.Kind != renamed {
		return
	}
	id, to := p.ID(e.Nick), strings.Clone(Fold(e.text))
	if delete(p.ids, to); id != messages.PersonID(to) {
		p.ids[to] = id
	}
}

// ID returns who has a nick now.
func (p *People) ID(nick string) messages.PersonID {
	nick = Fold(nick)
	if id, ok := p.ids[nick]; ok {
		return id
	}
	return messages.PersonID(nick)
}

// Called returns whom a line calls at its head: "nick: …" of somebody who is
// there. A comma calls nobody, as in "moth, should I": that is a name in a text.
func (p *People) Called(e Event) []messages.PersonID {
	word, rest, ok := strings.Cut(strings.TrimPrefix(e.text, "@"), ":")
	if e.Kind != talked || !ok || rest != "" && rest[0] != ' ' || !p.known[Fold(word)] {
		return nil
	}
	return []messages.PersonID{p.ID(word)}
}

// Fold returns what all spellings of a nick or channel share.
func Fold(name string) string { return strings.ToLower(name) }
