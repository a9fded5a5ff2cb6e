package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"familiar/journal"

	"github.com/nats-io/nats.go/jetstream"
)

// ReadWord reads a word's record as it was acknowledged last; nil: there is none.
func (s *Store) ReadWord(ctx context.Context, word string) (*jetstream.RawStreamMsg, error) {
	return s.Surely(ctx, s.Names.Stream("meta"), s.Names.Subject("meta", word))
}

// WriteWord writes a word's record over the one of that revision.
func (s *Store) WriteWord(ctx context.Context, word string, over uint64, body []byte) (revision uint64, err error) {
	err = s.Decided(ctx, func() error {
		ack, err := s.js.Publish(ctx, s.Names.Subject("meta", word), body, jetstream.WithExpectLastSequencePerSubject(over))
		if err == nil {
			revision = ack.Sequence
		}
		return Known(err)
	})
	return revision, err
}

// ReadMeta reads a word's record into v and gives its revision; 0, and v is
// untouched: there is none.
func (s *Store) ReadMeta(ctx context.Context, word string, v any) (revision uint64, err error) {
	message, err := s.ReadWord(ctx, word)
	if err != nil || message == nil {
		return 0, err
	}
	if err := json.Unmarshal(message.Data, v); err != nil {
		return 0, fmt.Errorf("meta record %s: %w", word, err)
	}
	return message.Sequence, nil
}

// ChangeMeta writes a word's record anew as change makes it of the one that stands, which is
// of that revision, once more where somebody else was first. What change leaves as it is is
// not written.
func ChangeMeta[T comparable](ctx context.Context, s *Store, word string, change func(record *T, revision uint64) error) error {
	for {
		var stored T
		revision, err := s.ReadMeta(ctx, word, &stored)
		if err != nil {
			return err
		}
		next := stored
		if err := change(&next, revision); err != nil || next == stored {
			return err
		}
		if _, err = s.WriteMeta(ctx, word, revision, next); !errors.Is(err, journal.ErrConflict) {
			return err
		}
	}
}

// WriteMeta writes a word's record over the one of that revision.
func (s *Store) WriteMeta(ctx context.Context, word string, over uint64, v any) (revision uint64, err error) {
	body, err := json.Marshal(v)
	if err == nil {
		revision, err = s.WriteWord(ctx, word, over, body)
	}
	if err != nil {
		return 0, fmt.Errorf("meta record %s: %w", word, err)
	}
	return revision, nil
}

// DeleteWord takes a word's record of that revision out, be it that the store is being
// closed.
func (s *Store) DeleteWord(ctx context.Context, revision uint64) error {
	return s.deleteOne(ctx, s.Names.Stream("meta"), false, revision)
}

// StoredCheckpoint returns the checkpoint of a partition's log that the store
// has.
func (s *Store) StoredCheckpoint(ctx context.Context, partition int) (seq uint64, err error) {
	_, err = s.ReadMeta(ctx, s.Names.CheckpointWord(partition), &seq)
	return seq, err
}

// ErrNewer says that a newer program has written to the store, in a form this
// one would read wrongly.
var ErrNewer = errors.New("a newer program has written to this store")
