package command

import (
	"context"
	"log/slog"
	"path/filepath"
	"time"

	"familiar/config"
	"familiar/journal/jetstream"
	"familiar/policy/conversation"
)

// Stored returns the durable journal of a configuration, as it is opened.
func Stored(c *config.Config, log *slog.Logger) jetstream.Config {
	const mib = 1 << 20
	return jetstream.Config{
		Folder:        filepath.Join(c.Data, "journal"),
		URL:           c.Journal.URL,
		Credentials:   c.Journal.Credentials,
		Prefix:        c.Journal.Prefix,
		Partitions:    c.Journal.Partitions,
		Replicas:      c.Journal.Replicas,
		Sync:          c.Journal.Sync,
		StartDamaged:  c.Journal.Damaged == config.StartDamaged,
		MaxBytes:      int64(c.Journal.MaxMB) * mib,
		MaxAge:        c.Journal.Keep,
		MaxNotes:      c.Journal.KeepNotes,
		MaxObserved:   c.Journal.KeepObserved,
		ObservedBytes: int64(c.Journal.ObservedMB) * mib,
		Reserve:       max(1, int64(c.Journal.ReserveMB)*mib),
		StateVersion:  conversation.Version,
		Log:           log,
	}
}

// OpenStore opens it for a program that has it alone. generation returns that of the
// configuration in force.
func OpenStore(ctx context.Context, c *config.Config, log *slog.Logger, generation func() int) (*jetstream.Journal, error) {
	settings := Stored(c, log)
	settings.Generation = generation
	return jetstream.Open(ctx, settings)
}

// OpenShared opens it for a program that shares it with others, if it is an outside
// NATS. clock gives the instants of what it writes; standBy and leave are [jetstream.Config]'s.
func OpenShared(ctx context.Context, c *config.Config, log *slog.Logger, generation func() int, clock func() time.Time, standBy func(who string), leave func() bool) (*jetstream.Journal, error) {
	settings := Stored(c, log)
	settings.Generation, settings.Clock, settings.StandBy, settings.Shared, settings.Leave = generation, clock, standBy, c.Journal.URL != "", leave
	return jetstream.Open(ctx, settings)
}
