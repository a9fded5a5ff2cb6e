package journal

import (
	"context"
	"fmt"

	"familiar/cmd/familiar/command"
	"familiar/journal/jetstream"
	"familiar/messages"
)

// holds returns an error that says which channels there are, unless the store
// has anything of id.
func holds(ctx context.Context, j *jetstream.Journal, id messages.ChannelID) error {
	for r, err := range j.Records(ctx, 0, id) {
		if err != nil && r.Seq == 0 {
			return err
		}
		return nil
	}
	var others []messages.ChannelID
	for s, err := range j.Newest(ctx) {
		switch {
		case err != nil && s.Revision == 0:
			return err
		case s.Channel == id:
			return nil
		case s.Channel != "" && len(others) <= mostNamed: // one more shows that there are more
			others = append(others, s.Channel)
		}
	}
	if len(others) == 0 {
		return fmt.Errorf("the journal is empty: it has nothing of the channel %s or any other", command.Quoted(string(id)))
	}
	return fmt.Errorf("the journal has nothing of the channel %s; it has %s", command.Quoted(string(id)), some(others))
}
