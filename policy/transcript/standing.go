package transcript

import (
	"slices"

	"familiar/messages"
)

// A Standing is where a line of ours stands that the network put into a thread
// off the channel.
type Standing struct {
	Line   messages.LineID    `json:"line"`
	Thread messages.ChannelID `json:"thread"`
}

// Standings are those of resident lines; nil are none.
type Standings []Standing

// IsZero reports whether there are none.
func (s *Standings) IsZero() bool { return s == nil || len(*s) == 0 }

// Add remembers where a line stands for as long as the log has it.
func (s *Standings) Add(line messages.LineID, thread messages.ChannelID, lines *Log) {
	*s = slices.DeleteFunc(*s, func(at Standing) bool { return lines.Find(at.Line) == nil })
	*s = append(*s, Standing{line, thread})
}

// Of returns the thread that a line stands in; "": the channel itself.
func (s *Standings) Of(line messages.LineID) messages.ChannelID {
	if s == nil {
		return ""
	}
	if k := slices.IndexFunc(*s, func(at Standing) bool { return at.Line == line }); k >= 0 {
		return (*s)[k].Thread
	}
	return ""
}
