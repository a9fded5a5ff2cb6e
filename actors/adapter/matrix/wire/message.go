package wire

import (
	"fmt"
	"strings"

	"familiar/actors/adapter"
)

// The kinds of relations that are looked at.
const (
	RelationThread     = "m.thread"
	RelationReplace    = "m.replace"
	RelationAnnotation = "m.annotation"
)

// KeyPost is under what a message of ours says which post it is.
const KeyPost = "org.familiar.post"

// A Message is the content of a message or a reaction.
type Message struct {
	Kind     string `json:"msgtype"` // "m.text", "m.notice", "m.emote", "m.image" and others; "" of a reaction
	Body     string `json:"body"`    // of a file its name, or what is said of it where Filename is its name
	Format   string `json:"format"`
	HTML     string `json:"formatted_body"` // of Format "org.matrix.custom.html"
	URL      string `json:"url"`            // mxc://, of a file
	Filename string `json:"filename"`
	File     struct {
		Type string `json:"mimetype"`
		Size int64  `json:"size"` // bytes
	} `json:"info"`
	Mentions *Mentions `json:"m.mentions"` // nil: the sender's client doesn't say
	Relation Relation  `json:"m.relates_to"`
	New      *Message  `json:"m.new_content"` // of an edit: what the message is from now on

	Post string `json:"org.familiar.post"` // of our own: which post it is; see [KeyPost]
}

// Mentions are whom a message is to reach.
type Mentions struct {
	Users []string `json:"user_ids"`
	Room  bool     `json:"room"` // everybody
}

// A Relation is how an event belongs to an earlier one.
type Relation struct {
	Kind   string `json:"rel_type"` // "": none but a reply
	Event  string `json:"event_id"`
	Key    string `json:"key"` // of an annotation: the emoji
	Answer struct {
		Event string `json:"event_id"`
	} `json:"m.in_reply_to"`
	FallsBack bool `json:"is_falling_back"` // Answer is only for clients without threads
}

// DecodeMessage reads an event's content. An error is [adapter.ErrRefused]: it is no
// object.
func DecodeMessage(content []byte) (Message, error) {
	var m Message
	if err := adapter.DecodeLenient(content, &m); err != nil {
		return Message{}, fmt.Errorf("%w: %w", adapter.ErrRefused, err)
	}
	return m, nil
}

// Thread returns the event that began the thread in which a message stands; "": it
// stands in its room.
func (m *Message) Thread() string { return m.related(RelationThread) }

// Replaces returns the event that an edit gives another content; "": it is no edit.
func (m *Message) Replaces() string {
	if m.New == nil {
		return ""
	}
	return m.related(RelationReplace)
}

// Annotates returns the event that a reaction is on; "": it is no reaction.
func (m *Message) Annotates() string {
	if m.Relation.Key == "" {
		return ""
	}
	return m.related(RelationAnnotation)
}

// related returns the event that a relation of this kind has.
func (m *Message) related(kind string) string {
	if m.Relation.Kind == kind && isID(m.Relation.Event, "$") {
		return m.Relation.Event
	}
	return ""
}

// Answers returns the event that a message is a reply to; "": none. A thread's
// message that names the one before it for older clients' sake is none.
func (m *Message) Answers() string {
	fallback := m.Relation.Kind == RelationThread && m.Relation.FallsBack
	if fallback || !isID(m.Relation.Answer.Event, "$") {
		return ""
	}
	return m.Relation.Answer.Event
}

// Text returns the body without what clients before Matrix 1.13 put above a reply.
// A quotation that the sender wrote stays: the clients' own begins with whom it
// quotes.
func (m *Message) Text() string {
	if m.Relation.Answer.Event == "" || !strings.HasPrefix(m.Body, "> <@") && !strings.HasPrefix(m.Body, "> * <@") {
		return m.Body
	}
	rest := m.Body
	for strings.HasPrefix(rest, ">") {
		_, rest, _ = strings.Cut(rest, "\n")
	}
	return strings.TrimPrefix(rest, "\n")
}
