package discord

import (
	"cmp"
	"slices"

	"familiar/messages"
)

// Discord's types of message that are lines. The others are notices of the
// network: somebody joined, a message was pinned, a thread was begun.
const (
	typeDefault = 0
	typeReply   = 19
	typeCommand = 20 // what a bot answers to a slash command
	typeStarter = 21 // the message a thread was begun from, as the thread's first
	typeMenu    = 23 // what a bot answers to a command of the context menu

	forward = 1 // the type of a reference to a message that is passed on
)

// isLine reports whether somebody said m.
func (m *message) isLine() bool {
	switch m.Type {
	case typeDefault, typeReply, typeCommand, typeMenu:
		return m.ID != ""
	case typeStarter:
		return m.ID != "" && m.Referenced != nil
	}
	return false
}

// line returns m as a line. guild is for messages that don't say theirs, as
// those the REST interface gives.
func (a *Account) line(guild string, m *message) *messages.Line {
	at, _ := a.places.at(m.ChannelID)
	guild = cmp.Or(m.GuildID, guild, at.guild)
	if m.Type == typeStarter {
		return a.starter(guild, m)
	}
	for _, u := range m.Mentions {
		a.names.meet(guild, u.user, u.Member)
	}
	bot := m.Author.Bot || m.WebhookID != ""
	text, embeds := m.written(), m.embedded(bot)
	forwarded, enclosed := a.forwarded(guild, m)
	passedOn := forwarded != "" && text == ""
	l := &messages.Line{
		ID:          messages.LineID(m.ID),
		Channel:     a.places.id(guild, m.ChannelID),
		Account:     a.id,
		Author:      a.names.author(guild, m.Author, m.Member, m.WebhookID != "" && m.Type == typeDefault),
		Text:        lines(a.show(guild, lines(text, embeds)), forwarded),
		Everyone:    m.MentionEveryone,
		Roles:       a.places.held(guild, m.MentionRoles),
		Attachments: append(attached(m.Attachments, m.Stickers), enclosed...),
		DM:          guild == "",

		ExplicitOnly: passedOn, // a name in somebody else's words is no call
	}
	if at := m.at(); !at.IsZero() {
		l.At = messages.InstantOf(at)
	}
	l.Mentions = pinged(typed(text), m.Mentions)
	for _, id := range typed(embeds) { // Discord pings nobody there, and shows them as called
		if !slices.Contains(l.Mentions, id) {
			l.Mentions = append(l.Mentions, id)
		}
	}
	l.ReplyTo = a.reply(m)
	if string(l.Author.ID) == a.self().ID { // others may give any nonce
		l.Nonce = string(a.sent.post(m.nonce(), l.ID))
	}
	return l
}

// starter returns the message a thread was begun from as the thread's first
// line. It was heard in the room before, so it arms nothing.
func (a *Account) starter(guild string, m *message) *messages.Line {
	first := *m.Referenced
	first.ID, first.ChannelID, first.GuildID, first.Type = m.ID, m.ChannelID, guild, typeDefault
	l := a.line(guild, &first)
	l.Backfilled, l.Root = true, messages.LineID(cmp.Or(m.Reference.MessageID, m.ID))
	return l
}

// reply returns what m answers. Who wrote that is taken from the message
// itself, never from whom m pings: a reply may ping nobody, or others.
func (a *Account) reply(m *message) messages.Reply {
	if m.Type != typeReply || m.Reference.MessageID == "" {
		return messages.Reply{}
	}
	to := messages.Reply{ID: messages.LineID(m.Reference.MessageID)}
	if m.Referenced != nil {
		to.Author = messages.PersonID(m.Referenced.Author.ID)
	} else if a.sent.posted(to.ID) {
		to.Author = messages.PersonID(a.self().ID)
	}
	return to
}

// pinged returns those of the people named in a text that Discord pinged. Whom
// a reply pings without naming is in its Reply.
func pinged(named []messages.PersonID, by []mentioned) (ids []messages.PersonID) {
	for _, id := range named {
		for _, u := range by {
			if u.ID == string(id) {
				ids = append(ids, id)
				break
			}
		}
	}
	return ids
}

// forwarded returns what m passes on of another place: words of somebody else,
// marked as such, that call nobody here.
func (a *Account) forwarded(guild string, m *message) (text string, enclosed []messages.Attachment) {
	if m.Reference.Type != forward || len(m.Snapshots) == 0 {
		return "", nil
	}
	of := &m.Snapshots[0].Message // there is one at most
	for _, u := range of.Mentions {
		a.names.meet(guild, u.user, u.Member)
	}
	text = between("[forwarded]", " ", a.show(guild, cmp.Or(of.written(), of.embedded(true))))
	return text, attached(of.Attachments, of.Stickers)
}

// attached lists what hangs on a message. A sticker's id says that it is one.
func attached(files []attachment, stickers []sticker) (all []messages.Attachment) {
	for _, f := range files {
		all = append(all, messages.Attachment{ID: f.ID, Name: f.Filename, Type: f.ContentType, Bytes: max(f.Size, 0)})
	}
	for _, s := range stickers {
		all = append(all, messages.Attachment{ID: stickerPrefix + s.ID, Name: s.Name})
	}
	return all
}

const stickerPrefix = "sticker:"
