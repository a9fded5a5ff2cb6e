package messages

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// An event is stored as one JSON object with one key, the kind's word:
//
//	{"timer-fired":{"n":7}}
//
// The words and field names are a storage format: they are never renamed or given
// another meaning. A field may be added; what an older program wrote decodes with
// it zero, and an older program skips it. A field at its zero value is left out.

// EncodeEvent returns the bytes a journal keeps for e. Text must be UTF-8: any
// other byte becomes U+FFFD. A nil event, or a line event without its line, is an
// error.
func EncodeEvent(e Event) ([]byte, error) { return AppendEvent(make([]byte, 0, 512), e) }

// AppendEvent is [EncodeEvent] appending to b. After an error it returns b
// unchanged.
func AppendEvent(b []byte, e Event) ([]byte, error) {
	word, body, err := written(e)
	if err != nil {
		return b, fmt.Errorf("encode event: %w", err)
	}
	if line, is := body.(*Line); is {
		return append(appendLine(appendKind(b, word), line), '}'), nil
	}
	encoded, err := json.Marshal(body)
	if err != nil {
		return b, fmt.Errorf("encode event %q: %w", word, err)
	}
	return append(append(appendKind(b, word), encoded...), '}'), nil
}

func appendKind(b []byte, word string) []byte {
	return append(append(append(b, `{"`...), word...), `":`...)
}

// DecodeEvent returns the event that [EncodeEvent] made b from. Bytes of another
// form and unknown kinds are errors.
func DecodeEvent(b []byte) (Event, error) { return (*Repeats)(nil).DecodeEvent(b) }

// DecodeEvent is the function of that name for callers that decode many.
func (r *Repeats) DecodeEvent(b []byte) (Event, error) {
	word, body, err := cutKind(b)
	if err != nil {
		return nil, fmt.Errorf("decode event: %w", err)
	}
	e, err := read(word, body, r)
	if err != nil {
		return nil, fmt.Errorf("decode event %q: %w", word, err)
	}
	return e, nil
}

var (
	errForm = errors.New(`want {"kind":{…}}`)
	errKind = errors.New("unknown kind: written by a newer program")
	errLine = errors.New("no line")
)

// cutKind removes the kind's word without reading the body: the body is by far
// the longer part and is scanned once, when its shape is known.
func cutKind(b []byte) (word, body []byte, err error) {
	b = bytes.TrimSpace(b)
	rest, opened := bytes.CutPrefix(b, []byte(`{"`))
	rest, closed := bytes.CutSuffix(rest, []byte(`}`))
	kind, body, parted := bytes.Cut(rest, []byte(`":`))
	if !opened || !closed || !parted {
		return nil, nil, errForm
	}
	return kind, body, nil
}
