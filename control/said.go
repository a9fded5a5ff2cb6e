package control

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"familiar/control/wire"
	"familiar/messages"
)

// What a line from outside may be at most.
const (
	maxText     = 16_000 // characters
	maxAuthor   = 200    // characters of a name
	maxMentions = 100
	maxAhead    = 24 * time.Hour // how far its time may lie in the future
)

// A said is a line as it is sent in; of an edit only author, text, mentions,
// attachments and thread are read.
type said struct {
	ID           string   `json:"id"`
	Author       author   `json:"author"`
	Text         string   `json:"text"`
	At           moment   `json:"at"`
	Mentions     []string `json:"mentions"`
	Everyone     bool     `json:"everyone"`
	ReplyTo      reply    `json:"reply_to"`
	Attachments  []file   `json:"attachments"`
	Thread       string   `json:"thread"`
	DM           bool     `json:"dm"`
	LullEndpoint bool     `json:"lull_endpoint"`
	ExplicitOnly bool     `json:"explicit_only"`
}

// An author as it is sent in and out.
type author struct {
	ID   messages.PersonID `json:"id"`
	Name string            `json:"name"`
	Bot  bool              `json:"bot"`
}

// A moment is sent as RFC 3339 text or in milliseconds since 1970.
type moment messages.Instant

// UnmarshalJSON implements json.Unmarshaler.
func (m *moment) UnmarshalJSON(b []byte) error {
	var text string
	switch {
	case bytes.Equal(b, []byte("null")):
		return nil
	case b[0] != '"':
		if json.Unmarshal(b, (*int64)(m)) != nil || *m <= 0 {
			return wire.Bad("at: want RFC 3339 text or milliseconds since 1970")
		}
		return nil
	}
	if err := json.Unmarshal(b, &text); err != nil {
		return err
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil || t.UnixMilli() <= 0 {
		return wire.Bad("at: want RFC 3339 text, as 2006-01-02T15:04:05Z, or milliseconds since 1970")
	}
	*m = moment(messages.InstantOf(t))
	return nil
}

// A reply is sent as the answered line's id, or with its author.
type reply struct {
	ID     messages.LineID   `json:"id"`
	Author messages.PersonID `json:"author"`
}

// UnmarshalJSON implements json.Unmarshaler.
func (r *reply) UnmarshalJSON(b []byte) error {
	if b[0] == '"' {
		return json.Unmarshal(b, &r.ID)
	}
	type fields reply // without this method
	return wire.Decode(bytes.NewReader(b), (*fields)(r))
}

// check says what is wrong with an answered line's id or author.
func (r reply) check() error {
	if r.ID == "" && r.Author != "" {
		return wire.Bad("reply_to: id is missing")
	}
	for _, part := range []struct{ what, name string }{{"reply_to.id", string(r.ID)}, {"reply_to.author", string(r.Author)}} {
		if part.name == "" {
			continue
		}
		if err := checkName(part.what, part.name); err != nil {
			return err
		}
	}
	return nil
}

// line checks what was sent and makes a line of it; now is its time if it has
// none. The channel is the caller's to set.
func (s said) line(now messages.Instant) (*messages.Line, error) {
	if s.ID == "" {
		return nil, wire.Bad("id: missing: give the line one that is unique in the channel, so that sending it again doesn't repeat it")
	}
	if err := checkName("id", s.ID); err != nil {
		return nil, err
	}
	if err := s.Author.check("author"); err != nil {
		return nil, err
	}
	if n := utf8.RuneCountInString(s.Text); n > maxText {
		return nil, wire.Bad(fmt.Sprintf("text: got %d characters, want at most %d", n, maxText))
	}
	if err := s.ReplyTo.check(); err != nil {
		return nil, err
	}
	at := messages.Instant(s.At)
	if at > now.Add(maxAhead) {
		return nil, wire.Bad("at: more than a day in the future")
	}
	if at == 0 {
		at = now
	}
	mentions, err := s.mentions()
	if err != nil {
		return nil, err
	}
	files, err := attached(s.Attachments)
	if err != nil {
		return nil, err
	}
	return &messages.Line{
		ID: messages.LineID(s.ID), Author: messages.Author(s.Author), Text: s.Text, At: at,
		Mentions: mentions, Everyone: s.Everyone, ReplyTo: messages.Reply{ID: s.ReplyTo.ID, Author: s.ReplyTo.Author},
		Attachments: files, DM: s.DM, LullEndpoint: s.LullEndpoint, ExplicitOnly: s.ExplicitOnly,
	}, nil
}

func (s said) mentions() (ids []messages.PersonID, err error) {
	if len(s.Mentions) > maxMentions {
		return nil, wire.Bad(fmt.Sprintf("mentions: got %d, want at most %d", len(s.Mentions), maxMentions))
	}
	for _, m := range s.Mentions {
		if err := checkName("mentions", m); err != nil {
			return nil, err
		}
		if id := messages.PersonID(m); !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// check says what is wrong with somebody's id or name; field is who it is.
func (a author) check(field string) error {
	if a.ID == "" {
		return wire.Bad(field + ".id: missing: say who wrote it")
	}
	if err := checkName(field+".id", string(a.ID)); err != nil {
		return err
	}
	if utf8.RuneCountInString(a.Name) > maxAuthor {
		return wire.Bad(fmt.Sprintf("%s.name: at most %d characters", field, maxAuthor))
	}
	return nil
}

// What is attached to a line from outside may be at most.
const (
	maxFiles    = 20
	maxFileName = 200 // characters, of a file's name and of its type
)

// A file is what is attached to a line, as it is sent in and out: the model is
// shown what it is, and nobody opens it.
type file struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Type  string `json:"type"`
	Bytes int64  `json:"bytes"`
}

// attached checks files and gives them as a line has them.
func attached(files []file) (all []messages.Attachment, err error) {
	if len(files) > maxFiles {
		return nil, wire.Bad(fmt.Sprintf("attachments: got %d, want at most %d", len(files), maxFiles))
	}
	known := make(map[string]bool, len(files))
	for _, f := range files {
		switch {
		case f.ID == "":
			return nil, wire.Bad("attachments: id is missing: each attachment of a line needs its own")
		case known[f.ID]:
			return nil, wire.Bad(fmt.Sprintf("attachments: %q is there twice", f.ID))
		case f.Bytes < 0:
			return nil, wire.Bad("attachments: bytes is negative: leave it out if the size is unknown")
		case utf8.RuneCountInString(f.Name) > maxFileName || utf8.RuneCountInString(f.Type) > maxFileName:
			return nil, wire.Bad(fmt.Sprintf("attachments: name and type have at most %d characters each", maxFileName))
		}
		if err := checkName("attachments.id", f.ID); err != nil {
			return nil, err
		}
		known[f.ID] = true
		all = append(all, messages.Attachment(f))
	}
	return all, nil
}

// filesOf returns what is attached to a line in the form of the interface.
func filesOf(l *messages.Line) (all []file) {
	for _, a := range l.Attachments {
		all = append(all, file(a))
	}
	return all
}
