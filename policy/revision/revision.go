// Package revision says when a familiar may change what it has said.
//
// It knows ages and counts; it doesn't know lines or networks. actors/agent
// refuses what [Fresh] does while the model can still do something else;
// policy/conversation, which trusts nothing that comes from outside, asks
// again.
package revision

import (
	"time"

	"familiar/messages"
)

// Most is how many lines one turn may change.
const Most = 3

// Within is how long after it was said a line may be changed: later people
// have read it, and acted on it.
const Within = time.Hour

// Fresh reports whether a line of that moment may be changed now.
func Fresh(at, now messages.Instant) bool { return now.Sub(at) <= Within }
