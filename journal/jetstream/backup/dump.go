package backup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"
)

// A Dump writes a whole store as a backup.
type Dump struct {
	Store    *store.Store
	Plan     layout.Plan
	Clock    func() time.Time // when it is made
	Roots    func(ctx context.Context, slot int) (subjects []string, err error)
	Progress func(done, total uint64) // nil: nobody asks

	first map[string]uint64 // by stream of the log: the first record that has to be there
	out   *frameWriter
	total uint64
}

// To writes it to w. The order makes it a store that a crash could have left: the
// checkpoints first, then snapshots and their deadlines, and the log last, so
// that it holds all that a snapshot has seen. Posts that were delivered meanwhile
// are marked so at the end.
func (d *Dump) To(ctx context.Context, w io.Writer) error {
	d.first, d.out = make(map[string]uint64), newFrameWriter(w)
	return d.all(ctx)
}

// ErrTrimmed says that a backup came to nothing because the log was trimmed
// while it was made; another may succeed.
var ErrTrimmed = errors.New("the log was trimmed faster than it could be read")

func (d *Dump) all(ctx context.Context) error {
	names := d.inOrder()
	for _, name := range names {
		state, err := d.Store.Held(ctx, name)
		if err != nil {
			return err
		}
		d.total += state.Msgs
		d.first[name] = state.FirstSeq
	}
	for k := range d.Plan.Partitions {
		seen, err := d.Store.StoredCheckpoint(ctx, k)
		if err != nil {
			return err
		}
		name := d.Store.Names.Lines(k)
		d.first[name] = max(d.first[name], seen+1)
	}
	head := Head{Format: firstFormat, Made: d.Clock().UTC(), Partitions: d.Plan.Partitions, Generation: d.Plan.Names.Generation, Messages: d.total}
	if head.Generation > 0 {
		head.Format = Format
	}
	if err := d.out.json(frameHead, head); err != nil {
		return err
	}
	var posts uint64 // the outbox up to here is written
	for _, name := range names {
		last, err := d.stream(ctx, name, 0)
		if err != nil {
			return err
		}
		if name == d.Store.Names.Stream("outbox") {
			posts = last
		}
		if layout.IsLines(d.Store.Names.Word(name)) {
			if err := d.untrimmed(ctx, name); err != nil {
				return err
			}
		}
	}
	if _, err := d.stream(ctx, d.Store.Names.Stream("outbox"), posts); err != nil {
		return err
	}
	return d.out.end()
}

// untrimmed says whether all of a log that was read was still there: the program
// trims up to its newest checkpoint, and the backup has an older one.
func (d *Dump) untrimmed(ctx context.Context, name string) error {
	state, err := d.Store.Held(ctx, name)
	if err == nil && state.FirstSeq > d.first[name] {
		err = fmt.Errorf("%s now begins at %d, but %d is needed: %w", name, state.FirstSeq, d.first[name], ErrTrimmed)
	}
	return err
}

// stream writes a stream's messages after a sequence and says how far it came.
func (d *Dump) stream(ctx context.Context, name string, after uint64) (last uint64, err error) {
	state, err := d.Store.Held(ctx, name)
	if err != nil {
		return 0, err
	}
	r := store.Reading{Stream: name, After: after}
	head := backupStream{Name: d.Store.Names.Word(name)}
	switch {
	case layout.IsLines(head.Name):
		// The newest records may be gone; the next must get its sequence all
		// the same.
		head.Last, r.Until = state.LastSeq, state.LastSeq
	case layout.IsSnapshots(head.Name):
		r.Newest = true
	case layout.IsRoots(head.Name):
		return state.LastSeq, d.roots(ctx, head)
	}
	if err := d.out.json(frameStream, head); err != nil {
		return 0, err
	}
	last = max(after, state.LastSeq)
	if state.Msgs == 0 || state.LastSeq <= after {
		return last, nil
	}
	prefix := d.Store.Names.Subject("")
	return last, d.Store.Scan(ctx, r, func(m store.Message) error {
		last = max(last, m.Seq)
		subject := strings.TrimPrefix(m.Subject, prefix)
		if passing(subject, m) {
			return nil
		}
		return d.message(subject, m)
	})
}

// message writes a message under a subject without its prefix.
func (d *Dump) message(subject string, m store.Message) error {
	err := d.out.message(subject, m)
	if err == nil && d.Progress != nil {
		d.Progress(d.out.messages, max(d.total, d.out.messages))
	}
	return err
}

// rootTries is how often what leads to the keys is read that is written meanwhile.
const rootTries = 20

// roots writes what leads to one copy of the keys: a root and its index, not one of a
// root before.
func (d *Dump) roots(ctx context.Context, head backupStream) error {
	name := d.Store.Names.Stream(head.Name)
	slot, err := strconv.Atoi(strings.TrimPrefix(head.Name, "key-"))
	if err != nil {
		return fmt.Errorf("stream %s: %w", name, err)
	}
	subjects, err := d.Roots(ctx, slot)
	var found []store.Message
	for range rootTries {
		if err != nil {
			return err
		}
		found = nil
		err = d.Store.Scan(ctx, store.Reading{Stream: name, Filters: subjects, Newest: true}, func(m store.Message) error {
			found = append(found, m)
			return nil
		})
		if err != nil {
			return err
		}
		before := subjects
		if subjects, err = d.Roots(ctx, slot); slices.Equal(before, subjects) {
			break
		}
	}
	if err := d.out.json(frameStream, head); err != nil {
		return err
	}
	for _, m := range found {
		if err := d.message(strings.TrimPrefix(m.Subject, d.Store.Names.Subject("")), m); err != nil {
			return err
		}
	}
	return err
}

// passing reports whether a message says only what holds while somebody has
// the store, or that a channel has no deadline.
func passing(subject string, m store.Message) bool {
	return subject == "meta.owner" || subject == "meta.now" || strings.HasPrefix(subject, "meta.seals.") || strings.HasPrefix(subject, "due.") && len(m.Data) == 0
}

// inOrder returns the names of all streams in the order a backup has them.
func (d *Dump) inOrder() []string {
	var names []string
	for _, s := range d.Plan.All() {
		names = append(names, s.Name)
	}
	rank := func(name string) int {
		word := d.Store.Names.Word(name)
		switch {
		case word == "meta":
			return 0
		case layout.IsKeys(word):
			return 1 // before what they open: later ones may not open it any more
		case layout.IsSnapshots(word):
			return 3
		case word == "due":
			return 4 // after the snapshots: the index of one is written before it
		case layout.IsLines(word):
			return 5
		}
		return 2
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	return names
}
