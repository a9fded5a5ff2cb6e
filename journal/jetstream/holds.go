package jetstream

import (
	"context"
	"fmt"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"
)

// holdsWord is the meta record of what is held. Without one nothing ever was.
const holdsWord = "holds"

// Holds returns what may not be erased now.
func (j *Journal) Holds(ctx context.Context) (h journal.Holds, err error) {
	if err := j.store.Check(ctx, "read what is held"); err != nil {
		return h, err
	}
	if h, err = j.readHolds(ctx); err != nil {
		return h, fmt.Errorf("journal: %w", j.store.Ended(err))
	}
	return h, nil
}

func (j *Journal) readHolds(ctx context.Context) (h journal.Holds, err error) {
	if h.Revision, err = j.store.ReadMeta(ctx, holdsWord, &h.All); err != nil {
		return h, err
	}
	j.held.Store(len(h.All) > 0)
	return h, nil
}

// SetHolds keeps what is held in place of what was at that revision, and fails with
// [journal.ErrConflict] if somebody else has changed it. While anything is held the
// streams of lines, posts and dead letters drop nothing by its age, also of channels
// that are not: their owners have it erased instead. A visitor may do this, too; who runs
// the program learns of it by [Journal.Holds].
//
// From the first hold on the store is refused by programs that know of none.
func (j *Journal) SetHolds(ctx context.Context, h journal.Holds) error {
	if err := j.store.Check(ctx, "hold"); err != nil {
		return err
	}
	if err := j.setHolds(ctx, h); err != nil {
		return fmt.Errorf("journal: hold: %w", j.store.Ended(err))
	}
	return nil
}

func (j *Journal) setHolds(ctx context.Context, h journal.Holds) error {
	if len(h.All) > 0 {
		if err := j.owner.raiseHeld(ctx); err != nil {
			return err
		}
	}
	if _, err := j.store.WriteMeta(ctx, holdsWord, h.Revision, h.All); err != nil {
		return err
	}
	j.held.Store(len(h.All) > 0)
	if err := j.makeStreams(ctx); err != nil {
		return fmt.Errorf("kept, but how long the streams keep is unchanged until the program starts again: %w", err)
	}
	return nil
}

// plan returns how the store's streams are to be made, as far as is known of what is
// held: while anything is, no record goes by its age that may be somebody's words.
func (j *Journal) plan() layout.Plan {
	p := j.config.plan()
	if j.held.Load() {
		p.MaxAge = 0
	}
	return p
}

// raiseHeld says in the form that a program has to know of holds.
func (o *owner) raiseHeld(ctx context.Context) error {
	return store.ChangeMeta(ctx, o.store, "form", func(f *form, _ uint64) error {
		if f.Format < heldFormat {
			f.Fenced, f.Format = f.isFenced(), heldFormat
		}
		return nil
	})
}
