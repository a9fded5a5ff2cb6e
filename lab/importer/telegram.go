package importer

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"familiar/lab/corpus"
	"familiar/messages"
)

// readTelegram reads result.json of one chat or of a whole account.
func readTelegram(r *reading, files []*file) error {
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
	place          *corpus.Place // nil: no message yet
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
	if m.Type != "message" || m.FromID == "" && m.From == "" {
		return nil
	}
	if c.place == nil {
		var err error
		where := messages.Channel{Network: "telegram", Chat: string(c.id)}
		if c.place, err = c.reading.place(where, title(string(c.name)), "second"); err != nil {
			return err
		}
	}
	at, err := m.at(c.options.Zone)
	if err != nil {
		return err
	}
	e := corpus.Entry{Place: c.place, Edited: m.Edited != "", Record: corpus.Record{
		Annotated: true,
		Line: &messages.Line{
			ID: messages.LineID(m.ID), At: at, Text: m.Text.text,
			Author:   messages.Author{ID: m.author(), Name: string(m.From)},
			Mentions: m.called(),
			DM:       slices.Contains([]loose{"personal_chat", "bot_chat", "saved_messages"}, c.kind),
		},
	}}
	if to := messages.LineID(m.ReplyTo); to != "" && m.ReplyIn == "" {
		e.Line.ReplyTo.ID, e.Answers = to, []messages.LineID{to}
	}
	return c.handOverEntry(e)
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

// author returns who wrote it: older exports write a person's id as a number, and
// a deleted account's may be missing.
func (m *telegramMessage) author() messages.PersonID {
	id := string(m.FromID)
	switch {
	case id == "":
		return messages.PersonID(m.From)
	case strings.Trim(id, "0123456789") == "":
		return messages.PersonID("user" + id)
	}
	return messages.PersonID(id)
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
			ids = append(ids, messages.PersonID("user"+e.User))
		}
	}
	return ids
}
