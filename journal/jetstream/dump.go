package jetstream

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"
)

// Dump writes the whole store to w as a backup that [Restore] takes, while the
// program goes on. progress, unless it is nil, is told how many messages are
// written and about how many there are.
//
// The order makes it a store that a crash could have left: the checkpoints
// first, then snapshots and their deadlines, and the log last, so that it
// holds all that a snapshot has seen. Posts that were delivered meanwhile are
// marked so at the end. Should the log meanwhile lose what no snapshot of the
// backup has seen, the error is [ErrTrimmed].
func (j *Journal) Dump(ctx context.Context, w io.Writer, progress func(done, total uint64)) error {
	if err := j.store.Check(ctx, "back up"); err != nil {
		return err
	}
	d := &dump{j: j, first: make(map[string]uint64), out: newFrameWriter(w), progress: progress}
	if err := d.all(ctx); err != nil {
		return fmt.Errorf("journal: back up: %w", err)
	}
	return nil
}

// ErrTrimmed says that a backup came to nothing because the log was trimmed
// while it was made; another may succeed.
var ErrTrimmed = errors.New("the log was trimmed faster than it could be read")

type dump struct {
	j        *Journal
	first    map[string]uint64 // by stream of the log: the first record that has to be there
	out      *frameWriter
	total    uint64
	progress func(done, total uint64)
}

func (d *dump) all(ctx context.Context) error {
	names := d.j.inOrder()
	for _, name := range names {
		state, err := d.j.store.Held(ctx, name)
		if err != nil {
			return err
		}
		d.total += state.Msgs
		d.first[name] = state.FirstSeq
	}
	for k := range d.j.config.Partitions {
		seen, err := d.j.checkpointOf(ctx, k)
		if err != nil {
			return err
		}
		name := d.j.store.Names.Lines(k)
		d.first[name] = max(d.first[name], seen+1)
	}
	head := BackupHead{Format: BackupFormat, Made: d.j.config.Clock().UTC(), Partitions: d.j.config.Partitions, Messages: d.total}
	if err := d.out.json(frameHead, head); err != nil {
		return err
	}
	var posts uint64 // the outbox up to here is written
	for _, name := range names {
		last, err := d.stream(ctx, name, 0)
		if err != nil {
			return err
		}
		if name == d.j.store.Names.Stream("outbox") {
			posts = last
		}
		if layout.IsLines(d.j.store.Names.Word(name)) {
			if err := d.untrimmed(ctx, name); err != nil {
				return err
			}
		}
	}
	if _, err := d.stream(ctx, d.j.store.Names.Stream("outbox"), posts); err != nil {
		return err
	}
	return d.out.end()
}

// untrimmed says whether all of a log that was read was still there: the program
// trims up to its newest checkpoint, and the backup has an older one.
func (d *dump) untrimmed(ctx context.Context, name string) error {
	state, err := d.j.store.Held(ctx, name)
	if err == nil && state.FirstSeq > d.first[name] {
		err = fmt.Errorf("%s begins at %d by now, and %d is needed: %w", name, state.FirstSeq, d.first[name], ErrTrimmed)
	}
	return err
}

// stream writes a stream's messages after a sequence and says how far it came.
func (d *dump) stream(ctx context.Context, name string, after uint64) (last uint64, err error) {
	state, err := d.j.store.Held(ctx, name)
	if err != nil {
		return 0, err
	}
	r := store.Reading{Stream: name, After: after}
	head := backupStream{Name: d.j.store.Names.Word(name)}
	switch {
	case layout.IsLines(head.Name):
		// The newest records may be gone; the next must get its sequence all
		// the same.
		head.Last, r.Until = state.LastSeq, state.LastSeq
	case layout.IsSnapshots(head.Name):
		r.Newest = true
	case layout.IsRoots(head.Name):
		if r.Filters, err = d.rootOf(ctx, name, head.Name); err != nil {
			return 0, err
		}
		r.Newest = true
	}
	if err := d.out.json(frameStream, head); err != nil {
		return 0, err
	}
	last = max(after, state.LastSeq)
	if state.Msgs == 0 || state.LastSeq <= after {
		return last, nil
	}
	prefix := d.j.store.Names.Subject("")
	return last, d.j.store.Scan(ctx, r, func(m store.Message) error {
		last = max(last, m.Seq)
		subject := strings.TrimPrefix(m.Subject, prefix)
		if passing(subject, m) {
			return nil
		}
		if err := d.out.message(subject, m); err != nil {
			return err
		}
		if d.progress != nil {
			d.progress(d.out.messages, max(d.total, d.out.messages))
		}
		return nil
	})
}

// passing reports whether a message says only what holds while somebody has
// the store, or that a channel has no deadline.
func passing(subject string, m store.Message) bool {
	return subject == "meta.owner" || subject == "meta.now" || strings.HasPrefix(subject, "due.") && len(m.Data) == 0
}

// rootOf returns the subjects of a slot's root and of its index: those before them
// lead to what was forgotten since.
func (d *dump) rootOf(ctx context.Context, stream, name string) (subjects []string, err error) {
	n, err := strconv.Atoi(strings.TrimPrefix(name, "key-"))
	if err != nil {
		return nil, fmt.Errorf("stream %s: %w", stream, err)
	}
	subjects = []string{d.j.store.Names.KeyRoot(n)}
	newest, err := d.j.store.NewestWithin(ctx, stream, subjects[0])
	if err != nil || newest == nil {
		return subjects, err
	}
	r, err := cutRoot(newest.Data)
	return append(subjects, d.j.store.Names.KeyIndex(n, r.version)), err
}

// inOrder returns the names of all streams in the order a backup has them.
func (j *Journal) inOrder() []string {
	var names []string
	for _, s := range j.config.plan().All() {
		names = append(names, s.Name)
	}
	rank := func(name string) int {
		word := j.store.Names.Word(name)
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
