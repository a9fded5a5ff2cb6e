package wire

import (
	"bufio"
	"bytes"
	"io"
)

// mostEvent bounds a line of an answer, in bytes.
const mostEvent = 32 << 20

// An Event is one of an answer that is streamed.
type Event struct {
	Type string
	Data []byte
}

// Events reads an answer as a stream of server-sent events. The WHATWG's HTML
// standard, section 9.2, says what they are; ids and times to retry are of no
// use here.
type Events struct {
	lines *bufio.Scanner
	event Event
}

// NewEvents returns the events of a body.
func NewEvents(body io.Reader) *Events {
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, mostEvent)
	return &Events{lines: lines}
}

// Next reads the next event that has data; false: there is none. One that the
// end of the stream cuts off is none.
func (e *Events) Next() bool {
	e.event = Event{}
	for e.lines.Scan() {
		line := e.lines.Bytes()
		if len(line) == 0 {
			if len(e.event.Data) > 0 {
				return true
			}
			e.event.Type = ""
			continue
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		value = bytes.TrimPrefix(value, []byte(" "))
		switch string(name) {
		case "event":
			e.event.Type = string(value)
		case "data":
			e.event.Data = append(append(e.event.Data, value...), '\n')
		}
	}
	return false
}

// Event returns what Next has read.
func (e *Events) Event() Event { return e.event }

// Err returns why there is no event; nil: the stream has ended.
func (e *Events) Err() error { return e.lines.Err() }
