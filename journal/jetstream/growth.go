package jetstream

import (
	"context"
	"fmt"
	"time"

	"familiar/journal/jetstream/embedded"

	"github.com/nats-io/nats-server/v2/server"
)

// A Growth is what the store's records say of how it grows.
type Growth struct {
	Kinds  []Written
	Newest time.Time // when the newest record was written, by the server's clock; zero: there is none
}

// Written is how much there is of one kind of record, and how much of that was
// written lately.
type Written struct {
	Kind    string
	Bytes   uint64
	Lately  uint64        // bytes, written since the time that was asked about
	Oldest  time.Time     // when the oldest was written; zero: there is none
	Keep    time.Duration // removed after that; 0: never, for something is held
	Limit   int64         // of bytes; 0: none
	newest  time.Time
	records uint64
}

// Growth looks at when records were written and how large they are on average:
// what was written since a time is their number by that. It reads one record of
// each stream. Snapshots and keys are left out: they follow the channels, not
// the time.
func (j *Journal) Growth(ctx context.Context, since time.Time) (g Growth, err error) {
	if err := j.store.Check(ctx, "growth"); err != nil {
		return g, err
	}
	c, kept := j.config, j.plan().MaxAge
	for _, kind := range []Written{
		{Kind: "lines", Keep: kept, Limit: c.MaxBytes},
		{Kind: "notes", Keep: c.MaxNotes},
		{Kind: "observed", Keep: c.MaxObserved, Limit: c.ObservedBytes},
		{Kind: "outbox", Keep: kept},
		{Kind: "dead", Keep: kept},
	} {
		streams := []string{j.store.Names.Stream(kind.Kind)}
		if kind.Kind == "lines" {
			streams = nil
			for k := range c.Partitions {
				streams = append(streams, j.store.Names.Lines(k))
			}
		}
		for _, stream := range streams {
			if err := j.addWritten(ctx, stream, since, &kind); err != nil {
				return g, fmt.Errorf("journal: growth: %w", j.store.Ended(err))
			}
		}
		if kind.newest.After(g.Newest) {
			g.Newest = kind.newest
		}
		if kind.records > 0 {
			g.Kinds = append(g.Kinds, kind)
		}
	}
	return g, nil
}

// addWritten adds a stream to its kind.
func (j *Journal) addWritten(ctx context.Context, stream string, since time.Time, to *Written) error {
	state, err := j.store.Held(ctx, stream)
	if err != nil || state.Msgs == 0 {
		return err
	}
	lately := state.Msgs
	if state.FirstTime.Before(since) {
		first, err := j.store.Since(ctx, stream, since)
		if err != nil {
			return err
		}
		lately = 0
		if first != nil {
			lately = min(state.Msgs, state.LastSeq-min(first.Sequence, state.LastSeq)+1)
		}
	}
	to.records += state.Msgs
	to.Bytes += state.Bytes
	to.Lately += uint64(float64(state.Bytes) * float64(lately) / float64(state.Msgs))
	if to.Oldest.IsZero() || state.FirstTime.Before(to.Oldest) {
		to.Oldest = state.FirstTime
	}
	if state.LastTime.After(to.newest) {
		to.newest = state.LastTime
	}
	return nil
}

// Space is what is left on a folder's disk.
type Space struct {
	Bytes    int64
	Files    uint64 // that it can still have
	AllFiles uint64 // that it can have in all; 0: it doesn't count them
}

// SpaceAt asks the file system of any folder.
func SpaceAt(folder string) (s Space, err error) {
	if s.Bytes, err = embedded.FreeBytes(folder); err != nil {
		return s, err
	}
	s.Files, s.AllFiles, err = embedded.FreeFiles(folder)
	return s, err
}

// Format is the newest form of a store that this program reads and the one that
// it writes.
const Format = storeFormat

// Embedded is the version of the NATS server in this program.
const Embedded = server.VERSION

// ServerVersion returns that of the NATS server that has the store: the embedded
// one's of whichever program runs it, or the outside one's.
func (j *Journal) ServerVersion() string { return j.store.ServerVersion() }
