package importer

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"familiar/lab/corpus"
	"familiar/messages"
)

// A discordHead is what a DiscordChatExporter file says before its messages.
type discordHead struct {
	guild struct{ ID, Name loose }
	chat  struct {
		ID       loose
		Type     loose
		Name     loose
		Parent   loose `json:"categoryId"` // of a thread its channel
		Category loose
	}
}

// discordMessage has the fields of a message that say something here.
type discordMessage struct {
	ID        loose
	Type      loose // a name, or a number where the exporter knows none
	Timestamp string
	Edited    *string `json:"timestampEdited"`
	Content   string
	Author    discordUser
	Mentions  []discordUser
	Reference struct {
		MessageID loose `json:"messageId"`
	}
	Forwarded struct{ Content string } `json:"forwardedMessage"`
	Embeds    []struct{ Title, Description string }
}

type discordUser struct {
	ID             loose
	Name, Nickname string
	IsBot          bool `json:"isBot"`
}

// Discord's types of message that are lines: said, answered, and what a bot
// answers to a command or menu. The others are notices of the network.
var discordLines = []loose{"Default", "Reply", "20", "23"}

// discordThreads are the channel types of threads.
var discordThreads = []loose{"GuildNewsThread", "GuildPublicThread", "GuildPrivateThread", "10", "11", "12"}

// readDiscord reads channel files, the parts of one in their order. A message
// that an earlier part had is left out.
func readDiscord(r *reading, files []*file) error {
	slices.SortStableFunc(files, byPart)
	seen := make(map[messages.ChannelID][]span)
	for _, f := range files {
		s, err := r.json(f, nil)
		if err != nil {
			return err
		}
		d := discordFile{reading: r, stream: s, seen: seen}
		if err := s.read(d.root); err != nil {
			return err
		}
		if d.place != nil {
			seen[d.place.Channel] = append(d.before, d.own)
		}
	}
	return nil
}

// A discordFile is one file while it is read.
type discordFile struct {
	*reading
	*stream
	head   discordHead
	place  *corpus.Place // nil: not known yet
	seen   map[messages.ChannelID][]span
	before []span // ids the channel's earlier files had, of each: months may lie between two
	own    span   // ids of this one
}

func (d *discordFile) root() error {
	return d.object(func(key string) error {
		switch key {
		case "guild":
			return d.value(&d.head.guild)
		case "channel":
			return d.value(&d.head.chat)
		case "messages":
			if err := d.open(); err != nil {
				return err
			}
			return d.array(d.message)
		}
		return d.skip()
	})
}

// open finds where the messages were said.
func (d *discordFile) open() (err error) {
	h := &d.head
	c := messages.Channel{Network: "discord", Workspace: string(h.guild.ID), Chat: string(h.chat.ID)}
	called := title(string(h.guild.Name), string(h.chat.Name))
	if slices.Contains(discordThreads, h.chat.Type) && h.chat.Parent != "" {
		c.Chat, c.Thread = string(h.chat.Parent), string(h.chat.ID)
		called = title(string(h.guild.Name), string(h.chat.Category), string(h.chat.Name))
	}
	if d.direct() {
		c.Workspace = ""
	}
	d.place, err = d.reading.place(c, called, "second")
	if err == nil {
		d.before = d.seen[d.place.Channel]
	}
	return err
}

func (d *discordFile) direct() bool { return d.head.guild.ID == "0" || d.head.guild.ID == "" }

func (d *discordFile) message() error {
	var m discordMessage
	if err := d.value(&m); err != nil {
		return err
	}
	if !slices.Contains(discordLines, m.Type) || slices.ContainsFunc(d.before, func(s span) bool { return s.has(m.ID) }) {
		return nil
	}
	at, err := time.Parse(time.RFC3339Nano, m.Timestamp)
	if err != nil {
		return err
	}
	d.own = d.own.with(m.ID)
	e := corpus.Entry{Place: d.place, Edited: m.Edited != nil, Record: corpus.Record{
		Annotated: true,
		Line: &messages.Line{
			ID: messages.LineID(m.ID), At: messages.InstantOf(at),
			Author: m.Author.author(), Text: cmp.Or(m.Content, m.Forwarded.Content, m.embedded()),
			Mentions: m.pinged(), DM: d.direct(),
		},
	}}
	if to := messages.LineID(m.Reference.MessageID); m.Type == "Reply" && to != "" {
		e.Line.ReplyTo.ID, e.Answers = to, []messages.LineID{to}
	}
	return d.handOverEntry(e)
}

func (u *discordUser) author() messages.Author {
	return messages.Author{ID: messages.PersonID(u.ID), Name: cmp.Or(u.Nickname, u.Name), Bot: u.IsBot}
}

// pinged returns whom the text names. A reply also lists whom it answers, which
// is no mention.
func (m *discordMessage) pinged() (ids []messages.PersonID) {
	for i := range m.Mentions {
		u := &m.Mentions[i]
		if m.Type != "Reply" || m.names(u) {
			ids = append(ids, messages.PersonID(u.ID))
		}
	}
	return ids
}

func (m *discordMessage) names(u *discordUser) bool {
	for _, as := range []string{"@" + u.Nickname, "@" + u.Name, "<@" + string(u.ID) + ">", "<@!" + string(u.ID) + ">"} {
		if as != "@" && strings.Contains(m.Content, as) {
			return true
		}
	}
	return false
}

// embedded returns what a bot says in embeds alone, at most four of them. Below
// a human's message they are previews of links.
func (m *discordMessage) embedded() string {
	if !m.Author.IsBot {
		return ""
	}
	var parts []string
	for _, e := range m.Embeds[:min(len(m.Embeds), 4)] {
		for _, part := range []string{e.Title, e.Description} {
			if part != "" {
				parts = append(parts, part)
			}
		}
	}
	return strings.Join(parts, "\n")
}
