// Package trail keeps in a store what people had the program do: one chain, whichever
// process writes. Who writes gives the sequence of the entry he goes on from, and one
// that another was faster than is refused and made anew.
package trail

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"iter"
	"sync"
	"time"

	"familiar/journal"
	"familiar/journal/audit"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"
	"familiar/messages"
)

// tries is how often an entry is made anew because another process was faster. People
// do little, and each try lets one of them through.
const tries = 50

// keyWord is the meta record of what pseudonyms are made with.
const keyWord = "audit-key"

// errCopied says that the store can only be read.
var errCopied = errors.New("the journal can only be read: its disk is read-only, or its folder another user's, as whom this has to be run")

// A Config is what a trail works with.
type Config struct {
	Store    *store.Store
	Ensure   func(context.Context) error // makes the stream if an older program made the store; nil: it is there
	ReadOnly bool                        // what is opened is a copy
	Clock    func() time.Time
}

// A Trail is a store's. Make it with [New].
type Trail struct {
	Config

	mu      sync.Mutex // entries of one process don't get in each other's way
	ensured bool
}

var _ audit.Trail = (*Trail)(nil)

// New returns the trail of a store.
func New(c Config) *Trail { return &Trail{Config: c} }

// Begin implements [audit.Trail].
func (t *Trail) Begin(ctx context.Context, d audit.Deed) (uint64, error) {
	n, err := t.add(ctx, audit.Entry{Deed: d})
	if err != nil {
		return 0, fmt.Errorf("journal: not done, because it can't be recorded in the audit: %w", t.Store.Ended(err))
	}
	return n, nil
}

// End implements [audit.Trail].
func (t *Trail) End(ctx context.Context, n uint64, r audit.Result) {
	if _, err := t.add(context.WithoutCancel(ctx), audit.Entry{Of: n, Result: r}); err != nil {
		t.Store.Log.Warn("result not recorded in the audit", "entry", n, "result", string(r), "err", err)
	}
}

func (t *Trail) add(ctx context.Context, e audit.Entry) (uint64, error) {
	if err := t.Store.Check(ctx, "audit"); err != nil {
		return 0, err
	}
	if t.ReadOnly {
		return 0, errCopied
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.Ensure != nil && !t.ensured {
		if err := t.Ensure(ctx); err != nil {
			return 0, err
		}
		t.ensured = true
	}
	for try := 1; ; try++ {
		n, err := t.addOnce(ctx, e)
		if !errors.Is(err, journal.ErrConflict) || try == tries {
			return n, err
		}
	}
}

// addOnce goes on from the entry that is the newest now; ErrConflict: there is a newer one
// meanwhile.
func (t *Trail) addOnce(ctx context.Context, e audit.Entry) (uint64, error) {
	ctx, cancel := t.Store.Bounded(ctx)
	defer cancel()
	subject := t.Store.Names.Audit()
	m, err := t.Store.Surely(ctx, t.Store.Names.Stream(layout.AuditWord), subject)
	if err != nil {
		return 0, err
	}
	newest, over := audit.Kept{}, uint64(0)
	if m != nil {
		over = m.Sequence
		if newest, err = audit.Read(m.Data); err != nil {
			return 0, err
		}
	}
	e.At = max(messages.InstantOf(t.Clock()), newest.At)
	next, err := e.After(newest)
	if err != nil {
		return 0, err
	}
	_, err = t.Store.Publish(ctx, subject, next.Line, store.Over(over))
	return next.N, err
}

// All implements [audit.Trail].
func (t *Trail) All(ctx context.Context) iter.Seq2[audit.Kept, error] {
	return func(yield func(audit.Kept, error) bool) {
		if err := t.all(ctx, yield); err != nil && !errors.Is(err, store.ErrEnough) {
			yield(audit.Kept{}, fmt.Errorf("journal: audit: %w", t.Store.Ended(err)))
		}
	}
}

func (t *Trail) all(ctx context.Context, yield func(audit.Kept, error) bool) error {
	if err := t.Store.Check(ctx, "audit"); err != nil {
		return err
	}
	name := t.Store.Names.Stream(layout.AuditWord)
	state, err := t.Store.Held(ctx, name)
	if err != nil || state.Msgs == 0 {
		return err
	}
	return t.Store.Scan(ctx, store.Reading{Stream: name}, func(m store.Message) error {
		k, err := audit.Read(m.Data)
		if err != nil {
			return fmt.Errorf("message %d: %w", m.Seq, err)
		}
		if !yield(k, nil) {
			return store.ErrEnough
		}
		return nil
	})
}

// Pseudonym implements [audit.Trail]. The first one makes the store's key.
func (t *Trail) Pseudonym(ctx context.Context, person messages.PersonID) (string, error) {
	ctx, cancel := t.Store.Bounded(ctx)
	defer cancel()
	var key string
	for range tries {
		switch revision, err := t.Store.ReadMeta(ctx, keyWord, &key); {
		case err != nil:
			return "", fmt.Errorf("journal: audit: %w", t.Store.Ended(err))
		case revision > 0:
			return audit.Pseudonym([]byte(key), person), nil
		case t.ReadOnly:
			return "", fmt.Errorf("journal: audit: %w", errCopied)
		}
		_, err := t.Store.WriteMeta(ctx, keyWord, 0, rand.Text())
		if err != nil && !errors.Is(err, journal.ErrConflict) {
			return "", fmt.Errorf("journal: audit: %w", t.Store.Ended(err))
		}
	}
	return "", fmt.Errorf("journal: audit: its key is neither there nor can it be written: %w", journal.ErrAway)
}
