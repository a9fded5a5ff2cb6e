package journal

import (
	"context"

	"familiar/actors/erasing"
	"familiar/journal/jetstream"
	"familiar/messages"
)

// channelsOf finds where a person is known, and shows how far it has come.
func channelsOf(ctx context.Context, j *jetstream.Journal, person messages.PersonID, progress func(done, total uint64)) ([]messages.ChannelID, error) {
	step, err := counted(ctx, j, progress)
	if err != nil {
		return nil, err
	}
	return erasing.ChannelsOf(ctx, j, person, step)
}

// counted returns what to call for each record and snapshot that was looked at, and shows
// how far that has come.
func counted(ctx context.Context, j *jetstream.Journal, progress func(done, total uint64)) (step func(), err error) {
	status, err := j.Status(ctx)
	if err != nil {
		return nil, err
	}
	total, done := status.Channels, uint64(0)
	for _, p := range status.Partitions {
		total += p.Records
	}
	return func() {
		done++
		progress(done, max(done, total))
	}, nil
}
