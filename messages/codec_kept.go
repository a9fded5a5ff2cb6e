package messages

import (
	"fmt"

	"familiar/internal/compact"
)

// Nearly all that a journal keeps is lines, so these it keeps as compact bytes: one for
// the kind, where other events begin with a brace, then the fields of [Line.Fields]. The
// channel is left out where it is the log's.
const (
	keptHeard = 1 + iota
	keptAlsoHeard
	keptEdited
)

// AppendKept appends the bytes that the log of a channel keeps for e to b: compact ones
// of a line, those of [AppendEvent] of what else there is. After an error it returns b
// unchanged.
func AppendKept(b []byte, e Event, of ChannelID) ([]byte, error) {
	kind, line := keptLine(e)
	if line == nil || line.Channel == "" { // which would be read as of's
		return AppendEvent(b, e)
	}
	kept := *line
	if kept.Channel == of {
		kept.Channel = ""
	}
	c := compact.Writer(append(b, kind))
	kept.Fields(&c)
	return c.Written()
}

// keptLine returns the kind of a line's event; nil: it is none.
func keptLine(e Event) (kind byte, line *Line) {
	switch e := e.(type) {
	case Heard:
		return keptHeard, e.Line
	case AlsoHeard:
		return keptAlsoHeard, e.Line
	case Edited:
		return keptEdited, e.Line
	default:
		return 0, nil
	}
}

// DecodeKept returns the event that [AppendKept] made b from, or [AppendEvent] in an older
// program.
func (r *Repeats) DecodeKept(b []byte, of ChannelID) (Event, error) {
	if len(b) == 0 || b[0] < keptHeard || b[0] > keptEdited {
		return r.DecodeEvent(b)
	}
	line, c := new(Line), compact.Sharing(b[1:], r)
	if line.Fields(&c); c.Read() != nil {
		return nil, fmt.Errorf("decode line: %w", c.Read())
	}
	if line.Channel == "" {
		line.Channel = of
	}
	switch b[0] {
	case keptHeard:
		return Heard{line}, nil
	case keptAlsoHeard:
		return AlsoHeard{line}, nil
	default:
		return Edited{line}, nil
	}
}
