package past

import (
	"time"

	"familiar/control/wire"
	"familiar/journal"
	"familiar/messages"
)

// A Filter lets through some decisions. The zero Filter lets all through.
type Filter struct {
	Channel  messages.ChannelID
	Familiar messages.FamiliarID
	Act      messages.Act
	Rung     messages.Rung
	Since    messages.Instant

	Until  messages.Instant // 0: to the newest
	Line   messages.LineID
	Person messages.PersonID // who wrote the line
}

// ParseMoment reads a moment: a duration before now, or a time; "" is 0. field
// is what it was given as.
func ParseMoment(field, text string, now time.Time) (messages.Instant, error) {
	if text == "" {
		return 0, nil
	}
	if d, err := time.ParseDuration(text); err == nil && d > 0 {
		return messages.InstantOf(now.Add(-d)), nil
	}
	if t, err := time.Parse(time.RFC3339, text); err == nil && t.UnixMilli() > 0 {
		return messages.InstantOf(t), nil
	}
	return 0, wire.Bad(field + `: want a duration such as "15m", or a time such as 2006-01-02T15:04:05Z`)
}

// Takes reports whether a decision made from now on is let through; the filter has
// no end, line or person.
func (f *Filter) Takes(n *messages.Note) bool {
	return (f.Channel == "" || n.Channel == f.Channel) && (f.Familiar == "" || n.Familiar == f.Familiar) &&
		(f.Act == "" || n.Act == f.Act) && (f.Rung == "" || n.Rung == f.Rung) && n.At >= f.Since
}

// Search returns what the filter lets through of the past: the newest so many, in
// channels that are reached.
func (f *Filter) Search(reaches func(messages.ChannelID) bool, most int) journal.Search {
	s := journal.Search{Channel: f.Channel, Reaches: reaches, Person: f.Person}
	s.Familiar, s.Rung, s.Since, s.Until, s.Limit = f.Familiar, f.Rung, f.Since, f.Until, most
	if f.Act != "" {
		s.Acts = []messages.Act{f.Act}
	}
	if f.Line != "" {
		s.Lines = []messages.LineID{f.Line}
	}
	return s
}
