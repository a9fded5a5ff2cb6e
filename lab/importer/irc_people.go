package importer

import (
	"fmt"
	"strings"

	"familiar/messages"
)

// ircPeople are those of one channel. IRC has no ids of people: somebody is the
// first nick they had there, in lower case, and stays so through renames.
type ircPeople struct {
	known map[string]bool              // folded nicks anybody ever had
	ids   map[string]messages.PersonID // of folded nicks that were taken up by a rename
}

func newPeople() *ircPeople {
	return &ircPeople{known: make(map[string]bool), ids: make(map[string]messages.PersonID)}
}

// notePresence notes who is there, before anything is handed over.
func (p *ircPeople) notePresence(e ircEvent) error {
	nicks := []string{e.nick}
	if e.kind == ircRenamed {
		nicks = append(nicks, e.text)
	}
	for _, nick := range nicks {
		if nick == "" || p.known[fold(nick)] {
			continue
		}
		if len(p.known) == mostPeople {
			return fmt.Errorf("more than %d nicks", mostPeople)
		}
		p.known[strings.Clone(fold(nick))] = true
	}
	return nil
}

// updatePresence follows a rename. Back to the first nick it needs nothing kept.
func (p *ircPeople) updatePresence(e ircEvent) {
	if e.kind != ircRenamed {
		return
	}
	id, to := p.id(e.nick), strings.Clone(fold(e.text))
	if delete(p.ids, to); id != messages.PersonID(to) {
		p.ids[to] = id
	}
}

// id returns who has a nick now.
func (p *ircPeople) id(nick string) messages.PersonID {
	nick = fold(nick)
	if id, ok := p.ids[nick]; ok {
		return id
	}
	return messages.PersonID(nick)
}

// called returns whom a line calls at its head: "nick: …" of somebody who is
// there. A comma calls nobody, as in "moth, should I": that is a name in a text.
func (p *ircPeople) called(e ircEvent) []messages.PersonID {
	word, rest, ok := strings.Cut(strings.TrimPrefix(e.text, "@"), ":")
	if e.kind != ircSaid || !ok || rest != "" && rest[0] != ' ' || !p.known[fold(word)] {
		return nil
	}
	return []messages.PersonID{p.id(word)}
}

// fold returns what all spellings of a nick or channel share.
func fold(name string) string { return strings.ToLower(name) }
