package slack

import (
	"context"
	"time"

	"familiar/messages"
)

// A job is one event on its way to the journal.
type job struct {
	channel messages.ChannelID
	key     string // two jobs of one key are one
	take    func(context.Context) error
	came    []arrival // how it came, more than once if Slack grew impatient
}

// An arrival is an envelope that waits for its acknowledgement.
type arrival struct {
	at  time.Time
	ack func() // nil: it came otherwise
}

// acknowledge tells Slack, unless it has given the envelope up by now.
func (j *job) acknowledge(within time.Duration) {
	for _, came := range j.came {
		if came.ack != nil && time.Since(came.at) < within {
			came.ack()
		}
	}
}
