package memory

import (
	"context"
	"iter"
	"sync"

	"familiar/messages"
)

// A ledger keeps the newest max notes of all channels together.
type ledger struct {
	max int

	mu    sync.Mutex       // guards the rest
	notes []*messages.Note // a ring once it is full: note n is at n modulo max
	count uint64           // notes ever added
}

// Note implements journal.Ledger. The notes must not change afterwards.
func (j *Journal) Note(ctx context.Context, notes ...*messages.Note) error {
	if err := j.open(ctx, "note"); err != nil {
		return err
	}
	l := j.ledger
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, note := range notes {
		if len(l.notes) < l.max {
			l.notes = append(l.notes, note)
		} else {
			l.notes[l.count%uint64(l.max)] = note
		}
		l.count++
	}
	return nil
}

// Notes implements journal.Ledger. It looks through the whole ledger: for
// somebody who asks why, not for the hot path. What is added meanwhile is not
// yielded. Of equal notes one is: a decision that was stepped again.
func (j *Journal) Notes(ctx context.Context, channel messages.ChannelID, limit int) iter.Seq2[*messages.Note, error] {
	return func(yield func(*messages.Note, error) bool) {
		next, yielded := j.ledger.size(), map[messages.Note]struct{}{}
		for next > 0 {
			if err := j.open(ctx, "notes"); err != nil {
				yield(nil, err)
				return
			}
			var found []*messages.Note
			found, next = j.ledger.before(next, channel)
			for _, note := range found {
				if _, again := yielded[*note]; again {
					continue
				}
				yielded[*note] = struct{}{}
				if !yield(note, nil) || len(yielded) == limit {
					return
				}
			}
		}
	}
}

func (l *ledger) size() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.count
}

// before looks at a stretch of the notes before number next, newest first,
// and says where it ended; 0 is the end of all.
func (l *ledger) before(next uint64, channel messages.ChannelID) ([]*messages.Note, uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	oldest := l.count - uint64(len(l.notes))
	var found []*messages.Note
	for range stretch {
		if next <= oldest {
			return found, 0
		}
		next--
		if note := l.notes[next%uint64(l.max)]; note.Channel == channel {
			found = append(found, note)
		}
	}
	return found, next
}
