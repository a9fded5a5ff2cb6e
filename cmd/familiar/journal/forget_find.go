package journal

import (
	"context"

	"familiar/actors/erasing"
	"familiar/journal/jetstream"
	"familiar/messages"
)

// channelsOf finds where a person is known, and shows how far it has come.
func channelsOf(ctx context.Context, j *jetstream.Journal, person messages.PersonID, progress func(done, total uint64)) ([]messages.ChannelID, error) {
	status, err := j.Status(ctx)
	if err != nil {
		return nil, err
	}
	total, done := status.Channels, uint64(0)
	for _, p := range status.Partitions {
		total += p.Records
	}
	return erasing.ChannelsOf(ctx, j, person, func() {
		done++
		progress(done, max(done, total))
	})
}
