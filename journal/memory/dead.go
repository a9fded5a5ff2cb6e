package memory

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"

	"familiar/journal"
	"familiar/messages"
)

// maxLetters is how many letters are kept; the oldest go.
const maxLetters = 10_000

// dead keeps the letters by what they are about.
type dead struct {
	mu      sync.Mutex // guards the rest
	letters map[letterKey]journal.Letter
	newest  uint64 // revision
}

type letterKey struct {
	channel messages.ChannelID
	post    messages.PostID // "" of an event
	seq     uint64
}

// Bury implements journal.Dead. The post must not change afterwards.
func (j *Journal) Bury(ctx context.Context, l journal.Letter) error {
	if err := j.open(ctx, "bury"); err != nil {
		return err
	}
	key := keyOf(l)
	d := &j.dead
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.unchanged(l); l.Revision != 0 && err != nil {
		return err
	}
	if kept, is := d.letters[key]; is && l.Repeats(kept) {
		return nil
	}
	if d.letters == nil {
		d.letters = map[letterKey]journal.Letter{}
	}
	d.newest++
	l.Revision = d.newest
	d.letters[key] = l
	if len(d.letters) > maxLetters {
		oldest := key
		for key, l := range d.letters {
			if l.At < d.letters[oldest].At {
				oldest = key
			}
		}
		delete(d.letters, oldest)
	}
	return nil
}

// Unbury implements journal.Dead.
func (j *Journal) Unbury(ctx context.Context, l journal.Letter) error {
	if err := j.open(ctx, "unbury"); err != nil {
		return err
	}
	d := &j.dead
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.unchanged(l); err != nil {
		return err
	}
	delete(d.letters, keyOf(l))
	return nil
}

// unchanged fails unless l is kept as it was read.
func (d *dead) unchanged(l journal.Letter) error {
	if kept, is := d.letters[keyOf(l)]; !is || kept.Revision != l.Revision {
		return fmt.Errorf("letter of %s: %w", l.Channel, journal.ErrConflict)
	}
	return nil
}

func keyOf(l journal.Letter) letterKey {
	if l.Post != nil {
		return letterKey{channel: l.Channel, post: l.Post.ID}
	}
	return letterKey{channel: l.Channel, seq: l.Seq}
}

// Buried implements journal.Dead.
func (j *Journal) Buried(ctx context.Context) iter.Seq2[journal.Letter, error] {
	return func(yield func(journal.Letter, error) bool) {
		if err := j.open(ctx, "buried"); err != nil {
			yield(journal.Letter{}, err)
			return
		}
		for _, l := range j.dead.byTime() {
			if !yield(l, nil) {
				return
			}
		}
	}
}

func (d *dead) byTime() []journal.Letter {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.SortedFunc(maps.Values(d.letters), func(a, b journal.Letter) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Channel, b.Channel), cmp.Compare(a.Seq, b.Seq))
	})
}

func (d *dead) erase(gone *journal.Erasure) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for key, l := range d.letters {
		if kept, keep, changed := gone.Letter(l); keep {
			if changed {
				d.newest++
				kept.Revision = d.newest
			}
			d.letters[key] = kept
		} else {
			delete(d.letters, key)
		}
	}
}
