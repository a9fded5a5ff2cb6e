package discord

import (
	"cmp"
	"slices"

	"familiar/actors/adapter"
	"familiar/messages"

	"familiar/actors/adapter/discord/wire"
)

// line returns m as a line. guild is for messages that don't say theirs, as
// those the REST interface gives.
func (a *Account) line(guild string, m *wire.Message) *messages.Line {
	at, _ := a.places.at(m.ChannelID)
	guild = cmp.Or(m.GuildID, guild, at.guild)
	if m.Type == wire.TypeStarter {
		return a.starter(guild, m)
	}
	for _, u := range m.Mentions {
		a.names.meet(guild, u.User, u.Member)
	}
	bot := m.Author.Bot || m.WebhookID != ""
	text, embeds := m.Written(), m.Embedded(bot)
	forwarded, enclosed := a.forwarded(guild, m)
	passedOn := forwarded != "" && text == ""
	l := &messages.Line{
		ID:          messages.LineID(m.ID),
		Channel:     a.places.id(guild, m.ChannelID),
		Account:     a.id,
		Author:      a.names.author(guild, m.Author, m.Member, m.WebhookID != "" && m.Type == wire.TypeDefault),
		Text:        wire.JoinLines(a.show(guild, m.ChannelID, wire.JoinLines(text, embeds)), forwarded),
		Everyone:    m.MentionEveryone,
		Roles:       a.places.held(guild, m.MentionRoles),
		Attachments: append(attached(m.Attachments, m.Stickers), enclosed...),
		DM:          guild == "",

		ExplicitOnly: passedOn, // a name in somebody else's words is no call
	}
	if m.Face != "" {
		l.Author.Name = adapter.CleanName(m.Face, adapter.NameMost)
	}
	if at := m.At(); !at.IsZero() {
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
		l.Nonce = string(a.sent.post(m.NonceText(), l.ID))
	}
	return l
}

// starter returns the message a thread was begun from as the thread's first
// line. It was heard in the room before, so it arms nothing.
func (a *Account) starter(guild string, m *wire.Message) *messages.Line {
	first := *m.Referenced
	first.ID, first.ChannelID, first.GuildID, first.Type = m.ID, m.ChannelID, guild, wire.TypeDefault
	l := a.line(guild, &first)
	l.Backfilled, l.Root = true, messages.LineID(cmp.Or(m.Reference.MessageID, m.ID))
	return l
}

// reply returns what m answers. Who wrote that is taken from the message
// itself, never from whom m pings: a reply may ping nobody, or others.
func (a *Account) reply(m *wire.Message) messages.Reply {
	if m.Type != wire.TypeReply || m.Reference.MessageID == "" {
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
func pinged(named []messages.PersonID, by []wire.Mentioned) (ids []messages.PersonID) {
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
func (a *Account) forwarded(guild string, m *wire.Message) (text string, enclosed []messages.Attachment) {
	if m.Reference.Type != wire.Forward || len(m.Snapshots) == 0 {
		return "", nil
	}
	of := &m.Snapshots[0].Message // there is one at most
	for _, u := range of.Mentions {
		a.names.meet(guild, u.User, u.Member)
	}
	text = wire.Between("[forwarded]", " ", a.show(guild, m.ChannelID, cmp.Or(of.Written(), of.Embedded(true))))
	return text, attached(of.Attachments, of.Stickers)
}

// attached lists what hangs on a message. A sticker's id says that it is one.
func attached(files []wire.Attachment, stickers []wire.Sticker) (all []messages.Attachment) {
	for _, f := range files {
		all = append(all, messages.Attachment{ID: f.ID, Name: f.Filename, Type: f.ContentType, Bytes: max(f.Size, 0)})
	}
	for _, s := range stickers {
		all = append(all, messages.Attachment{ID: stickerPrefix + s.ID, Name: s.Name})
	}
	return all
}

const stickerPrefix = "sticker:"
