package jetstream

import (
	"context"
	"errors"
	"fmt"

	"familiar/journal"
	"familiar/journal/jetstream/store"

	"github.com/nats-io/nats.go/jetstream"
)

// storeFormat is the form of streams, subjects and records. It grows when an
// older program would read them wrongly.
const storeFormat = 2

// A form is the meta record that says how the store is to be read.
type form struct {
	Format     int  `json:"format"`
	State      int  `json:"state"` // the newest version of a channel's state in it
	Partitions int  `json:"partitions"`
	Keys       bool `json:"keys,omitempty"` // its texts are sealed: without its keys it can't be read
}

// takeOver makes the store, or takes what is there: its form, the lease and
// the next epoch.
func (j *Journal) takeOver(ctx context.Context) error {
	if _, err := j.store.JetStream().CreateOrUpdateStream(ctx, j.config.plan().Meta()); err != nil {
		return fmt.Errorf("stream %s: %w", j.store.Names.Stream("meta"), err)
	}
	if err := j.readForm(ctx); err != nil {
		return err
	}
	if j.store.Server == nil {
		if err := j.takeLease(ctx); err != nil {
			return err
		}
	}
	if err := j.nextEpoch(ctx); err != nil {
		return err
	}
	if err := j.makeStreams(ctx); err != nil {
		return err
	}
	if err := j.vault.unlock(ctx, j.locked); err != nil {
		return err
	}
	if err := j.markLocked(ctx); err != nil {
		return err
	}
	return j.vault.findGarbage(ctx)
}

// readForm checks that this program can read the store and takes its number
// of partitions.
func (j *Journal) readForm(ctx context.Context) error {
	for {
		var stored form
		revision, err := j.store.ReadMeta(ctx, "form", &stored)
		if err != nil {
			return err
		}
		switch want := j.config.Partitions; {
		case stored.Format > storeFormat:
			return fmt.Errorf("store has format %d, this program knows up to %d: %w: use that one", stored.Format, storeFormat, store.ErrNewer)
		case j.config.StateVersion != 0 && stored.State > j.config.StateVersion:
			return fmt.Errorf("store has states of version %d, this program knows up to %d: %w: use that one", stored.State, j.config.StateVersion, store.ErrNewer)
		case revision != 0 && want != 0 && want != stored.Partitions:
			return fmt.Errorf("store was made with %d partitions, the configuration says %d: that number is fixed when a store is made: set it to %d", stored.Partitions, want, stored.Partitions)
		case revision == 0 && want == 0:
			j.config.Partitions = Default().Partitions
		case revision != 0:
			j.config.Partitions = stored.Partitions
		}
		j.locked = stored.Keys
		next := form{Format: storeFormat, State: max(stored.State, j.config.StateVersion), Partitions: j.config.Partitions, Keys: stored.Keys}
		if next == stored {
			return nil
		}
		if _, err = j.store.WriteMeta(ctx, "form", revision, next); !errors.Is(err, journal.ErrConflict) {
			return err
		}
	}
}

// markLocked says for all time that the store has keys.
func (j *Journal) markLocked(ctx context.Context) error {
	for !j.locked {
		var stored form
		revision, err := j.store.ReadMeta(ctx, "form", &stored)
		if err != nil {
			return err
		}
		stored.Keys = true
		if _, err = j.store.WriteMeta(ctx, "form", revision, stored); err == nil {
			j.locked = true
		} else if !errors.Is(err, journal.ErrConflict) {
			return err
		}
	}
	return nil
}

func (j *Journal) nextEpoch(ctx context.Context) error {
	for {
		revision, err := j.store.ReadMeta(ctx, "epoch", &j.epoch)
		if err != nil {
			return err
		}
		j.epoch++
		if _, err = j.store.WriteMeta(ctx, "epoch", revision, j.epoch); !errors.Is(err, journal.ErrConflict) {
			return err
		}
	}
}

// passEpoch takes a later epoch if the store has something of this one, or of a
// later one: a power cut may have taken the record of them.
func (j *Journal) passEpoch(ctx context.Context) error {
	for j.epoch <= j.outlived {
		var stored uint64
		revision, err := j.store.ReadMeta(ctx, "epoch", &stored)
		if err != nil {
			return err
		}
		next := max(stored, j.outlived) + 1
		switch _, err = j.store.WriteMeta(ctx, "epoch", revision, next); {
		case err == nil:
			j.epoch = next
		case !errors.Is(err, journal.ErrConflict):
			return err
		}
	}
	for _, p := range j.partitions {
		p.epoch = j.epoch
	}
	return nil
}

// makeStreams makes what is missing and brings the limits of what is there to
// the configuration's.
func (j *Journal) makeStreams(ctx context.Context) error {
	for _, want := range j.config.plan().Streams() {
		_, err := j.store.JetStream().CreateOrUpdateStream(ctx, want)
		if api, is := errors.AsType[*jetstream.APIError](err); is && api.ErrorCode == store.CodeMaximum {
			return fmt.Errorf("stream %s: the server may not store %d GiB: raise its max_file_store: %w", want.Name, j.config.MaxBytes>>30, err)
		}
		if err != nil {
			return fmt.Errorf("stream %s: %w", want.Name, err)
		}
	}
	return nil
}
