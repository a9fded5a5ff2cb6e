// Package wire reads what a OneBot v11 implementation says: events, answers, and
// messages in either of their forms, lists of segments and strings of CQ codes. It
// writes segments only. It is lenient: implementations differ, and a line is not lost
// for a field of another form. Its source is https://github.com/botuniverse/onebot-11.
package wire

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"

	"familiar/actors/adapter"
)

// An ID is a number, which some implementations write as a string; "" and 0 are none.
type ID string

// UnmarshalJSON implements json.Unmarshaler.
func (id *ID) UnmarshalJSON(data []byte) error {
	text := string(data)
	if len(data) > 0 && data[0] == '"' {
		if err := json.Unmarshal(data, &text); err != nil {
			return err
		}
	}
	*id = ""
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && n != 0 {
		*id = ID(strconv.FormatInt(n, 10))
	}
	return nil
}

// MarshalJSON implements json.Marshaler: a number.
func (id ID) MarshalJSON() ([]byte, error) {
	n, err := strconv.ParseInt(string(id), 10, 64)
	if err != nil {
		return nil, fmt.Errorf("%q is not a number", string(id))
	}
	return strconv.AppendInt(nil, n, 10), nil
}

// A Sender is who wrote a message, as far as the implementation knows.
type Sender struct {
	ID       ID     `json:"user_id"`
	Nickname string `json:"nickname"`
	Card     string `json:"card"` // the name in this group
}

// Name returns what people call the sender in the group.
func (s Sender) Name() string {
	if s.Card != "" {
		return s.Card
	}
	return s.Nickname
}

// A Message is a message, in an event or in a history.
type Message struct {
	Kind    string  `json:"message_type"` // "group" or "private"
	Sub     string  `json:"sub_type"`     // of a private one: "friend", or "group" for a temporary session; of a reaction "add" or "remove"
	ID      ID      `json:"message_id"`
	Time    int64   `json:"time"` // s
	Self    ID      `json:"self_id"`
	User    ID      `json:"user_id"`
	Target  ID      `json:"target_id"` // of one that the account itself sent: to whom
	Group   ID      `json:"group_id"`  // of a temporary session: the group it began in
	Sender  Sender  `json:"sender"`
	Content Content `json:"message"`

	Anonymous *struct {
		ID   ID     `json:"id"`
		Name string `json:"name"`
	} `json:"anonymous"`
}

// An Event is what an implementation says of its own accord.
type Event struct {
	Message

	Post   string `json:"post_type"`       // "message", "message_sent", "notice", "request" or "meta_event"
	Notice string `json:"notice_type"`     // such as "group_recall"
	Meta   string `json:"meta_event_type"` // "lifecycle" or "heartbeat"
	Status struct {
		Online *bool `json:"online"` // nil: unknown
	} `json:"status"`
	Interval int64 `json:"interval"` // ms from one heartbeat to the next

	// What follows is of reactions, which are extensions.
	Likes []struct {
		Emoji ID `json:"emoji_id"`
	} `json:"likes"` // NapCat, LLOneBot: those put there or taken away now
	Added    *bool `json:"is_add"`      // of these; nil: put there
	Operator ID    `json:"operator_id"` // Lagrange: who
	Code     ID    `json:"code"`        // Lagrange: which
}

// An Answer is what an implementation says to a call.
type Answer struct {
	Status  string          `json:"status"` // "ok", "async" or "failed"
	Code    int             `json:"retcode"`
	Data    json.RawMessage `json:"data"`
	Text    string          `json:"message"` // why it failed; not in all implementations
	Wording string          `json:"wording"` // the same, of others
	Name    string          `json:"msg"`     // the kind of failure, of go-cqhttp: "SEND_MSG_API_ERROR"
	Echo    string          `json:"echo"`
}

// A Frame is one message of a connection: an answer, or else an event.
type Frame struct {
	Answer *Answer
	Event  *Event
}

// DecodeFrame decodes a message of a connection.
func DecodeFrame(raw []byte) (Frame, error) {
	var kind struct {
		Post string          `json:"post_type"`
		Echo json.RawMessage `json:"echo"`
	}
	if err := adapter.DecodeLenient(raw, &kind); err != nil {
		return Frame{}, err
	}
	if kind.Post == "" {
		var answer Answer
		err := adapter.DecodeLenient(raw, &answer)
		return Frame{Answer: &answer}, err
	}
	var event Event
	err := adapter.DecodeLenient(raw, &event)
	return Frame{Event: &event}, err
}

// Content is what a message says.
type Content []Segment

// UnmarshalJSON implements json.Unmarshaler: a list of segments, one alone, or a string
// of CQ codes.
func (c *Content) UnmarshalJSON(data []byte) error {
	*c = nil
	data = bytes.TrimSpace(data)
	if len(data) == 0 {
		return nil
	}
	switch data[0] {
	case '"':
		var text string
		if err := json.Unmarshal(data, &text); err != nil {
			return err
		}
		*c = readCQ(text)
	case '{':
		var one Segment
		if err := adapter.DecodeLenient(data, &one); err != nil {
			return err
		}
		*c = Content{one}
	case '[':
		var all []json.RawMessage
		if err := json.Unmarshal(data, &all); err != nil {
			return err
		}
		for _, raw := range all[:min(len(all), segmentsMost)] {
			var one Segment
			if adapter.DecodeLenient(raw, &one) == nil && one.Type != "" {
				*c = append(*c, one)
			}
		}
	}
	return nil
}

// segmentsMost is how many segments of a message are read.
const segmentsMost = 1000

// A Segment is a part of a message.
type Segment struct {
	Type string `json:"type"`
	Data Data   `json:"data"`
}

// Data is what a segment says, by its names. Values that are neither text nor number nor
// a truth are left out, but for Content.
type Data map[string]string

// UnmarshalJSON implements json.Unmarshaler.
func (d *Data) UnmarshalJSON(data []byte) error {
	var all map[string]json.RawMessage
	*d = Data{}
	if err := adapter.DecodeLenient(data, &all); err != nil {
		return err
	}
	for name, raw := range all {
		switch {
		case len(raw) == 0 || string(raw) == "null" || raw[0] == '{':
		case raw[0] == '"':
			var text string
			if json.Unmarshal(raw, &text) == nil {
				(*d)[name] = text
			}
		default: // of a list its JSON: what was passed on is one
			(*d)[name] = string(raw)
		}
	}
	return nil
}

// Text returns the segment of plain text. Nothing in it is read as a CQ code.
func Text(text string) Segment { return Segment{"text", Data{"text": text}} }

// File returns the segment of a file with that content.
func File(name string, content []byte) Segment {
	return Segment{"file", Data{"file": "base64://" + base64.StdEncoding.EncodeToString(content), "name": name}}
}

// At returns the segment that calls a person; never everybody.
func At(person ID) Segment { return Segment{"at", Data{"qq": string(person)}} }

// Reply returns the segment that says which message is answered.
func Reply(message ID) Segment { return Segment{"reply", Data{"id": string(message)}} }
