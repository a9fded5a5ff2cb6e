package layout

import (
	"fmt"

	"familiar/messages"
)

// Channels are those of subjects that were read before: taking a subject apart
// costs more than to look it up. Each reader of a partition has its own.
type Channels struct{ known map[string]messages.ChannelID }

// knownChannels bounds the memory of one reader, some 20 MB.
const knownChannels = 1 << 17

// Of returns the channel of a record's or a snapshot's subject.
func (c *Channels) Of(subject string) (messages.ChannelID, error) {
	if id, ok := c.known[subject]; ok {
		return id, nil
	}
	id, err := ChannelIn(subject, PartitionTokens)
	if err != nil {
		return "", fmt.Errorf("subject %s: %w", subject, err)
	}
	if c.known == nil || len(c.known) >= knownChannels {
		c.known = map[string]messages.ChannelID{}
	}
	c.known[subject] = id
	return id, nil
}
