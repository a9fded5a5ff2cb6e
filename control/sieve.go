package control

import (
	"time"

	"familiar/messages"
)

// A sieve lets through some decisions. The zero sieve lets all through.
type sieve struct {
	channel  messages.ChannelID
	familiar messages.FamiliarID
	act      messages.Act
	rung     string
	since    messages.Instant
}

// A decision, with the channel it was made in.
type decision struct {
	Channel messages.ChannelID `json:"channel"`
	decisionEvent
}

// ago lets through only what is not older than a duration before now; "" sets
// no bound.
func (v *sieve) ago(text string, now time.Time) error {
	if text == "" {
		return nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return bad(`since: want a duration such as "15m"`)
	}
	v.since = messages.InstantOf(now.Add(-d))
	return nil
}

func (v *sieve) takes(n *messages.Note) bool {
	return (v.channel == "" || n.Channel == v.channel) && (v.familiar == "" || n.Familiar == v.familiar) &&
		(v.act == "" || n.Act == v.act) && (v.rung == "" || n.Rung == v.rung) && n.At >= v.since
}
