package control

import (
	"encoding/json"

	"familiar/messages"
)

// DecisionJSON returns a note as `GET /v1/decisions` sends it; name is what
// people call its familiar, "" if nobody knows.
func DecisionJSON(n *messages.Note, name string) ([]byte, error) {
	return json.Marshal(decision{n.Channel, newDecisionEvent([]Member{{Familiar: n.Familiar, Name: name}}, n)})
}

// A decision, with the channel it was made in.
type decision struct {
	Channel messages.ChannelID `json:"channel"`
	decisionEvent
}
