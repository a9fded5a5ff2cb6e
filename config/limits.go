package config

import (
	"familiar/messages"
	"familiar/policy/split"
)

// messageLimits is how long a message may be on a network, as its documentation
// says; a network that is not here takes any length, or its adapter cuts.
var messageLimits = map[messages.Network]split.Limit{
	"discord": {Max: 2_000, Unit: split.Runes},
	"slack":   {Max: 4_000, Unit: split.Runes},  // beyond it Slack cuts a message itself
	"feishu":  {Max: 30_000, Unit: split.Bytes}, // of a text message; a request may have 150 kB
}
