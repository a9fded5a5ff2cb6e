package feishu

import (
	"slices"

	"familiar/messages"
)

// self is who the account is.
type self struct {
	author messages.Author // its id is the open_id
	app    string          // the app's id, as REST answers name a sender
}

// person returns whom ids are. Ours is known by open_id; anybody else by
// union_id, and only for want of one by what this app alone calls them.
func (s self) person(i ids) messages.PersonID {
	switch {
	case i.Open != "" && i.Open == string(s.author.ID):
		return s.author.ID
	case i.Union != "":
		return messages.PersonID(i.Union)
	case i.Open != "":
		return messages.PersonID(i.Open)
	}
	return messages.PersonID(i.User)
}

// sentBy returns who sent something, without a name unless it is ours. Whoever
// isn't a user is a program.
func (s self) sentBy(from sender) messages.Author {
	id := s.person(from.ID)
	if id == s.author.ID || from.App != "" && from.App == s.app {
		return s.author
	}
	if id == "" {
		id = messages.PersonID(from.App)
	}
	return messages.Author{ID: id, Bot: from.Type != "user"}
}

// A known is what one event teaches about somebody.
type known struct {
	id   messages.PersonID
	open string
	name string
}

// lineOf reads a message: what it says and who is in it. Names of authors
// and the author of the line it answers are still to be found.
func lineOf(r received, tenant string, account messages.AccountID, me self) (*messages.Line, []known) {
	m := r.Message
	said := contentOf(m.Type, m.Content, m.Mentions)
	line := &messages.Line{
		ID:          messages.LineID(m.ID),
		Channel:     messages.Channel{Network: network, Workspace: tenant, Chat: m.Chat, Thread: m.Thread}.ID(),
		Account:     account,
		Author:      me.sentBy(r.Sender),
		Text:        said.text,
		At:          milliseconds(m.Created),
		Everyone:    said.everyone,
		ReplyTo:     replyOf(m),
		Attachments: said.attachments,
		DM:          m.ChatType == "p2p",
	}
	people := []known{{id: line.Author.ID, open: r.Sender.ID.Open}}
	for _, who := range m.Mentions {
		if who.Key == everyoneKey {
			continue
		}
		id := me.person(who.ID)
		if id == "" {
			continue
		}
		people = append(people, known{id: id, open: who.ID.Open, name: who.Name})
		if !slices.Contains(line.Mentions, id) {
			line.Mentions = append(line.Mentions, id)
		}
	}
	return line, people
}

// replyOf returns the line a message answers. In a thread the network names
// only its root.
func replyOf(m message) messages.Reply {
	switch {
	case m.Thread != "" && m.Root != "":
		return messages.Reply{ID: messages.LineID(m.Root), ThreadRoot: true}
	case m.Parent != "":
		return messages.Reply{ID: messages.LineID(m.Parent)}
	}
	return messages.Reply{ID: messages.LineID(m.Root), ThreadRoot: m.Root != ""}
}
