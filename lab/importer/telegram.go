package importer

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"familiar/lab/corpus"
	"familiar/messages"
)

// readTelegram reads result.json of one chat or of a whole account. Chats, topics and
// people have the ids that a bot knows them by, which the export writes otherwise.
func readTelegram(r *reading, files []*file) error {
	r.options = r.options.named(telegramPerson)
	for _, f := range files {
		s, err := r.json(f, func(from io.Reader) io.Reader { return &unescaped{from: from} })
		if err != nil {
			return err
		}
		c := &telegramChat{reading: r, stream: s}
		if err := s.read(func() error { return s.object(c.root) }); err != nil {
			return err
		}
	}
	return nil
}

// A telegramChat is one chat while it is read; of a whole account, also the
// way to its chats.
type telegramChat struct {
	*reading
	*stream
	name, kind, id loose
	places         map[loose]*corpus.Place // by topic, "" for the chat itself; nil: no message yet
	topics         telegramTopics
}

// root reads a key of the file: one chat's own, or lists of chats.
func (c *telegramChat) root(key string) error {
	switch key {
	case "chats", "left_chats":
		return c.object(func(key string) error {
			if key != "list" {
				return c.skip()
			}
			return c.array(func() error {
				one := &telegramChat{reading: c.reading, stream: c.stream}
				return one.object(one.key)
			})
		})
	}
	return c.key(key)
}

func (c *telegramChat) key(key string) error {
	switch key {
	case "name":
		return c.value(&c.name)
	case "type":
		return c.value(&c.kind)
	case "id":
		return c.value(&c.id)
	case "messages":
		return c.array(c.message)
	}
	return c.skip()
}

// telegramMessage has the fields of a message that say something here.
type telegramMessage struct {
	ID       loose
	Type     string
	Action   string // of a notice
	Title    loose  // of a topic that begins
	Date     string // local, of a zone nobody knows
	Unix     loose  `json:"date_unixtime"`
	Edited   loose  `json:"edited"`
	From     loose  `json:"from"`
	FromID   loose  `json:"from_id"`
	ReplyTo  loose  `json:"reply_to_message_id"`
	ReplyIn  loose  `json:"reply_to_peer_id"` // another chat
	Text     telegramText
	Entities []telegramEntity `json:"text_entities"`
}

func (c *telegramChat) message() error {
	var m telegramMessage
	if err := c.value(&m); err != nil {
		return err
	}
	if m.Type == "service" && m.Action == "topic_created" {
		return c.topics.begin(m.ID, title(string(m.Title)))
	}
	if m.Type != "message" || m.FromID == "" && m.From == "" {
		return nil
	}
	to := m.ReplyTo
	if m.ReplyIn != "" {
		to = ""
	}
	topic, err := c.topics.take(m.ID, to)
	if err != nil {
		return err
	}
	if to == topic { // it answers the notice that began the topic, as everything there that answers nobody
		to = ""
	}
	place, err := c.placeOf(topic)
	if err != nil {
		return err
	}
	at, err := m.at(c.options.Zone)
	if err != nil {
		return err
	}
	e := corpus.Entry{Place: place, Edited: m.Edited != "", Record: corpus.Record{
		Annotated: true,
		Line: &messages.Line{
			ID: messages.LineID(m.ID), At: at, Text: m.Text.text,
			Author:   messages.Author{ID: m.author(), Name: string(m.From)},
			Mentions: m.called(),
			DM:       slices.Contains([]loose{"personal_chat", "bot_chat", "saved_messages"}, c.kind),
		},
	}}
	if to != "" {
		e.Line.ReplyTo.ID, e.Answers = messages.LineID(to), []messages.LineID{messages.LineID(to)}
	}
	return c.handOverEntry(e)
}

// placeOf returns the chat, or a topic of it.
func (c *telegramChat) placeOf(topic loose) (*corpus.Place, error) {
	if place := c.places[topic]; place != nil {
		return place, nil
	}
	where, called := messages.Channel{Network: "telegram", Chat: telegramChatID(c.kind, c.id), Thread: string(topic)}, title(string(c.name))
	if topic != "" && called != "" {
		called += "/" + cmp.Or(c.topics.titles[topic], string(topic))
	}
	place, err := c.reading.place(where, called, "second")
	if err != nil {
		return nil, err
	}
	if c.places == nil {
		c.places = map[loose]*corpus.Place{}
	}
	c.places[topic] = place
	return place, nil
}

// at returns the time; exports from before 2021 have only the local one.
func (m *telegramMessage) at(zone *time.Location) (messages.Instant, error) {
	if m.Unix != "" {
		seconds, err := strconv.ParseInt(string(m.Unix), 10, 64)
		if err != nil || seconds > int64(latest)/1000 {
			return 0, fmt.Errorf("message %.50s: date_unixtime %.50q: want seconds", m.ID, m.Unix)
		}
		return messages.InstantOf(time.Unix(seconds, 0)), nil
	}
	at, err := time.ParseInLocation("2006-01-02T15:04:05", m.Date, zone)
	if err != nil {
		return 0, fmt.Errorf("message %.50s: %w", m.ID, err)
	}
	return messages.InstantOf(at), nil
}

// author returns who wrote it; a deleted account's id may be missing.
func (m *telegramMessage) author() messages.PersonID {
	if m.FromID == "" {
		return messages.PersonID(m.From)
	}
	return telegramPerson(messages.PersonID(m.FromID))
}

// called returns whom the message calls: by id where they have no username, else
// by "@username", which the export ties to no id.
func (m *telegramMessage) called() (ids []messages.PersonID) {
	entities := m.Entities
	if len(entities) == 0 {
		entities = m.Text.entities
	}
	for _, e := range entities {
		switch {
		case e.Type == "mention" && strings.HasPrefix(e.Text, "@"):
			ids = append(ids, messages.PersonID(strings.ToLower(e.Text)))
		case e.Type == "mention_name" && e.User != "":
			ids = append(ids, telegramPerson(messages.PersonID(e.User)))
		}
	}
	return ids
}
