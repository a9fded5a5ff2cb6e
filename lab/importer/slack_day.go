package importer

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"familiar/lab/corpus"
	"familiar/messages"
)

// slackMessage has the fields of a message that say something here.
type slackMessage struct {
	Type, Subtype string
	User          string
	BotID         string `json:"bot_id"`
	Username      string
	Text          string
	TS            string
	ThreadTS      string                `json:"thread_ts"`
	ParentUser    string                `json:"parent_user_id"` // who wrote the thread's root
	Bot           struct{ Name string } `json:"bot_profile"`
	Profile       struct {
		Display string `json:"display_name"`
		Real    string `json:"real_name"`
	} `json:"user_profile"`
	Edited      *struct{ TS string }
	Attachments []struct{ Text, Fallback string }
	Files       []struct{ ID string }
}

// slackLines are the subtypes that people and bots write.
var slackLines = []string{"", "bot_message", "file_share", "me_message", "thread_broadcast"}

// A slackDay is one file while it is read. Replies of a thread stand in it out
// of their order, so it is sorted; of a very long day only a window is.
type slackDay struct {
	*slackExport
	*stream
	room slackRoom
	wait []corpus.Entry
	last map[*corpus.Place]messages.LineID // handed over, to leave out what is there twice
}

// slackWindow is how many messages of a day are sorted at a time.
const slackWindow = 10_000

func (x *slackExport) day(f *file, room slackRoom) error {
	s, err := x.json(f, nil)
	if err != nil {
		return err
	}
	d := &slackDay{slackExport: x, stream: s, room: room, last: make(map[*corpus.Place]messages.LineID)}
	return s.read(func() error {
		if err := s.array(d.message); err != nil {
			return err
		}
		return d.handOverOldest(len(d.wait))
	})
}

func (d *slackDay) message() error {
	var m slackMessage
	if err := d.value(&m); err != nil {
		return err
	}
	if m.Type != "message" || !slices.Contains(slackLines, m.Subtype) || m.User == "" && m.BotID == "" {
		return nil
	}
	at, err := slackInstant(m.TS)
	if err != nil {
		return err
	}
	thread := m.ThreadTS
	if thread == m.TS {
		thread = "" // it is the root, which stands in the room
	}
	place, err := d.reading.place(d.channel(d.room, thread), title(d.room.name, thread), "second")
	if err != nil {
		return err
	}
	said := plain(m.written(), d.slackExport)
	line := &messages.Line{
		ID: messages.LineID(m.TS), At: at, Author: d.author(&m), Text: said.text,
		Mentions: said.people, Everyone: said.everyone, Roles: said.groups, DM: d.room.dm,
	}
	if thread != "" {
		line.ReplyTo = messages.Reply{ID: messages.LineID(thread), Author: messages.PersonID(m.ParentUser), ThreadRoot: true}
	}
	d.wait = append(d.wait, corpus.Entry{Place: place, Edited: m.Edited != nil, Record: corpus.Record{Line: line}})
	if len(d.wait) < slackWindow {
		return nil
	}
	return d.handOverOldest(slackWindow / 2)
}

// handOverOldest sorts what waits and hands over the oldest n.
func (d *slackDay) handOverOldest(n int) error {
	slices.SortStableFunc(d.wait, func(a, b corpus.Entry) int {
		return cmp.Or(cmp.Compare(a.Line.At, b.Line.At), cmp.Compare(a.Line.ID, b.Line.ID))
	})
	for _, e := range d.wait[:n] {
		if d.last[e.Place] == e.Line.ID {
			continue
		}
		d.last[e.Place] = e.Line.ID
		if err := d.handOverEntry(e); err != nil {
			return err
		}
	}
	d.wait = slices.Delete(d.wait, 0, n)
	return nil
}

// author returns who wrote a message, as live: a bot that has a user is that
// user.
func (d *slackDay) author(m *slackMessage) messages.Author {
	known := d.people[m.User]
	return messages.Author{
		ID:   messages.PersonID(cmp.Or(m.User, m.BotID)),
		Name: cmp.Or(m.Username, m.Bot.Name, known.name, m.Profile.Display, m.Profile.Real),
		Bot:  m.BotID != "" || m.Subtype == "bot_message" || known.bot,
	}
}

// written returns the text of a message; of one that has none and no file, what
// stands in the cards below it.
func (m *slackMessage) written() string {
	if m.Text != "" || len(m.Files) > 0 {
		return m.Text
	}
	var cards []string
	for _, card := range m.Attachments {
		if text := cmp.Or(card.Text, card.Fallback); text != "" {
			cards = append(cards, text)
		}
	}
	return strings.Join(cards, "\n")
}

// slackInstant reads a ts, "seconds.micros".
func slackInstant(ts string) (messages.Instant, error) {
	seconds, micros, ok := strings.Cut(ts, ".")
	s, err := strconv.ParseUint(seconds, 10, 40)
	us, err2 := strconv.ParseUint(micros, 10, 20)
	if !ok || err != nil || err2 != nil || len(micros) != 6 {
		return 0, fmt.Errorf("ts %.50q: want seconds and six digits", ts)
	}
	return messages.Instant(s*1000 + us/1000), nil
}
