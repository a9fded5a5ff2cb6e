package control

import (
	"time"

	"familiar/journal"
	"familiar/messages"
)

// A sieve lets through some decisions. The zero sieve lets all through.
type sieve struct {
	channel  messages.ChannelID
	familiar messages.FamiliarID
	act      messages.Act
	rung     messages.Rung
	since    messages.Instant

	until  messages.Instant // 0: to the newest
	line   messages.LineID
	person messages.PersonID // who wrote the line
}

// A decision, with the channel it was made in.
type decision struct {
	Channel messages.ChannelID `json:"channel"`
	decisionEvent
}

// ago reads a moment: a duration before now, or a time; "" is 0. field is what
// it was given as.
func ago(field, text string, now time.Time) (messages.Instant, error) {
	if text == "" {
		return 0, nil
	}
	if d, err := time.ParseDuration(text); err == nil && d > 0 {
		return messages.InstantOf(now.Add(-d)), nil
	}
	if t, err := time.Parse(time.RFC3339, text); err == nil && t.UnixMilli() > 0 {
		return messages.InstantOf(t), nil
	}
	return 0, bad(field + `: want a duration such as "15m", or a time such as 2006-01-02T15:04:05Z`)
}

// takes is asked about what is decided from now on, by a sieve without an end,
// a line and a person.
func (v *sieve) takes(n *messages.Note) bool {
	return (v.channel == "" || n.Channel == v.channel) && (v.familiar == "" || n.Familiar == v.familiar) &&
		(v.act == "" || n.Act == v.act) && (v.rung == "" || n.Rung == v.rung) && n.At >= v.since
}

// search returns what the sieve lets through of the past: the newest so many, in
// channels that the key is for.
func (v *sieve) search(k key, most int) journal.Search {
	s := journal.Search{Channel: v.channel, Reaches: k.reaches, Person: v.person}
	s.Familiar, s.Rung, s.Since, s.Until, s.Limit = v.familiar, v.rung, v.since, v.until, most
	if v.act != "" {
		s.Acts = []messages.Act{v.act}
	}
	if v.line != "" {
		s.Lines = []messages.LineID{v.line}
	}
	return s
}
