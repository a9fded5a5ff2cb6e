package slack

import (
	"cmp"
	"context"
	"slices"

	"familiar/internal/shorten"
	"familiar/messages"

	"familiar/actors/adapter/slack/mrkdwn"
)

// line returns a message as the line it is. Names that Slack can't say in time
// are left as ids.
func (a *Account) line(ctx context.Context, channel messages.ChannelID, m *message, me self) *messages.Line {
	ctx, done := context.WithTimeout(ctx, a.config.Names)
	defer done()
	names := asking{ctx, &a.names, m.Channel}
	read := mrkdwn.Read(cut(m.written()), names)
	l := &messages.Line{
		ID: messages.LineID(m.TS), Channel: channel, Account: a.id,
		Author: a.author(ctx, m, me), Text: read.Text, At: instant(m.TS),
		Mentions: read.People, Everyone: read.Everyone,
		DM: m.dm(),
	}
	for _, id := range read.Groups {
		if group, known := a.names.group(ctx, id); known && slices.Contains(group.Users, string(me.author.ID)) {
			l.Roles = append(l.Roles, id)
		}
	}
	if m.Subtype == "me_message" {
		l.Text = "* " + l.Author.Name + " " + l.Text
	}
	if shared := m.shared(); shared != "" { // somebody else's words: they call nobody here
		l.ExplicitOnly = l.Text == ""
		l.Text = joined("\n", l.Text, "[forwarded] "+mrkdwn.Read(cut(shared), names).Text)
	}
	if thread := m.thread(); thread != "" {
		l.ReplyTo = messages.Reply{ID: messages.LineID(thread), Author: messages.PersonID(m.ParentUserID), ThreadRoot: true}
		if m.ParentUserID == "" && a.posts.has(m.Channel, thread) { // which stands under another name
			l.ReplyTo.Author = me.author.ID
		}
		l.Pane = l.DM && (m.Assistant != nil || a.panes.Has(string(channel)))
	}
	for _, f := range m.Files {
		l.Attachments = append(l.Attachments, messages.Attachment{ID: f.ID, Name: f.Name, Type: f.Type, Bytes: f.Size})
	}
	if me.wrote(m) {
		l.Nonce = cmp.Or(m.post(), a.posts.shared(m), a.posts.made(ctx, m.Channel, m.TS))
	}
	return l
}

// author returns who wrote a message. A bot that has a user is that user, so
// that a mention of it is a mention of its author.
func (a *Account) author(ctx context.Context, m *message, me self) messages.Author {
	if me.wrote(m) {
		by := me.author
		by.Name = cmp.Or(m.Username, by.Name) // of a post under another name
		return by
	}
	by := messages.Author{ID: messages.PersonID(cmp.Or(m.User, m.BotID)), Bot: m.BotID != "" || m.Subtype == "bot_message"}
	by.Name = cmp.Or(m.Username, m.BotProfile.Name)
	if m.User != "" {
		known, _ := a.names.person(ctx, m.User)
		by.Bot = by.Bot || known.bot || m.User == "USLACKBOT"
		by.Name = cmp.Or(by.Name, known.name)
	} else if by.Name == "" {
		known, _ := a.names.bot(ctx, m.BotID)
		by.Name = known.name
	}
	by.Name = cmp.Or(by.Name, string(by.ID))
	return by
}

// markupMost is how much markup of a message is read, in bytes: more than the
// text that is kept of it.
const markupMost = 64 * 1024

// cut leaves out what is beyond.
func cut(markup string) string { return shorten.Bytes(markup, markupMost) }
