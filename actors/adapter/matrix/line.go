package matrix

import (
	"net/url"
	"regexp"
	"slices"
	"time"

	"familiar/actors/adapter/matrix/wire"
	"familiar/messages"
)

// line returns a message as the line it is.
func (l *listener) line(at place, known *room, e *wire.Event, m *wire.Message) *messages.Line {
	line := &messages.Line{
		ID: messages.LineID(e.ID), Channel: at.channel(), Account: l.id,
		Author: messages.Author{ID: messages.PersonID(e.Sender), Name: known.name(e.Sender), Bot: m.Kind == "m.notice"},
		Text:   m.Text(), At: messages.Instant(e.At),
		DM:         l.rooms.isDirect(at.room, known),
		Backfilled: l.isLate(e),
	}
	if e.Sender == string(l.me.ID) {
		line.Author, line.Nonce = l.me, m.Post
	}
	line.Mentions, line.Everyone = called(m)
	switch {
	case m.Kind == "m.emote":
		line.Text = "* " + line.Author.Name + " " + line.Text
	case m.URL != "":
		name := m.Body
		if m.Filename != "" {
			name = m.Filename
		}
		if line.Attachments = []messages.Attachment{{ID: m.URL, Name: name, Type: m.File.Type, Bytes: max(m.File.Size, 0)}}; name == m.Body {
			line.Text = ""
		}
	}
	return line
}

// isLate reports whether an event comes so late that it is of a gap. Its time is by
// the server of whoever sent it.
func (a *Account) isLate(e *wire.Event) bool {
	return time.Now().Add(a.api.Clock.Ahead()).Sub(time.UnixMilli(e.At)) > a.config.Late
}

// pill is how a message calls somebody whose client is older than m.mentions.
var pill = regexp.MustCompile(`href=["']https://matrix\.to/#/((?:@|%40)[^"'?/<>\s]+)`)

// called returns whom a message is to reach.
func called(m *wire.Message) (people []messages.PersonID, everyone bool) {
	var ids []string
	if m.Mentions != nil {
		ids, everyone = m.Mentions.Users, m.Mentions.Room
	} else if m.Format == "org.matrix.custom.html" {
		for _, found := range pill.FindAllStringSubmatch(m.HTML, -1) {
			if id, err := url.PathUnescape(found[1]); err == nil {
				ids = append(ids, id)
			}
		}
	}
	for _, id := range ids {
		if wire.IsUser(id) && !slices.Contains(people, messages.PersonID(id)) {
			people = append(people, messages.PersonID(id))
		}
	}
	return people, everyone
}
