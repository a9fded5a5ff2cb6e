package process

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"sync"
	"time"

	"familiar/journal"
	"familiar/lab/day"
	"familiar/messages"
)

// How the past is counted for the home page. Many channels take long to read, so nobody
// waits for it, and it rests in proportion.
const (
	latelyRest   = time.Minute            // at least, between two counts
	latelyShare  = 50                     // it rests so many times as long as it took
	latelyWithin = 10 * time.Minute       // a count takes at most
	latelyFirst  = 100 * time.Millisecond // whoever asks first waits so long for the first count

	gentleAfter = 200 * time.Millisecond // of reading; from then on it rests

	homeDay     = 24 * time.Hour
	mostDecided = 100_000 // decisions that are counted
	mostLetters = 1_000   // dead letters that are
)

// A lately counts something of the past again and again, while somebody asks for it.
type lately[T any] struct {
	what  string
	count func(context.Context) (T, error)
	asked chan struct{} // has room for one

	changed chan struct{} // ends the rest; has room for one
	first   chan struct{} // closed after the first attempt
	late    chan struct{} // closed latelyFirst after somebody asked

	begin   sync.Once
	mu      sync.Mutex // whoever asks doesn't wait for the one that counts
	newest  T
	counted bool
	failed  error // of the newest attempt, while nothing is counted
}

func newLately[T any](what string, count func(context.Context) (T, error)) *lately[T] {
	return &lately[T]{what: what, count: count, asked: make(chan struct{}, 1), changed: make(chan struct{}, 1), first: make(chan struct{}), late: make(chan struct{})}
}

// ask has it counted anew.
func (l *lately[T]) ask() {
	select {
	case l.asked <- struct{}{}:
	default: // it is asked for already
	}
	l.begin.Do(func() { time.AfterFunc(latelyFirst, func() { close(l.late) }) })
}

// anew has what was counted be counted at once when it is asked for next: somebody has
// changed it.
func (l *lately[T]) anew() {
	select {
	case l.changed <- struct{}{}:
	default: // it is known already
	}
}

// told returns the newest count and has it counted anew. The first is waited for a
// little, and is the zero T if it takes longer.
func (l *lately[T]) told(ctx context.Context) (T, error) {
	l.ask()
	select {
	case <-l.first:
	case <-l.late:
	case <-ctx.Done():
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.newest, errors.Join(l.failed, ctx.Err())
}

// follow counts when it is asked to, until ctx ends.
func (l *lately[T]) follow(ctx context.Context, log *slog.Logger) {
	for first := true; ; first = false {
		select {
		case <-ctx.Done():
			return
		case <-l.asked:
		}
		began := time.Now()
		within, cancel := context.WithTimeout(ctx, latelyWithin)
		newest, err := l.count(within)
		cancel()
		if err != nil && ctx.Err() == nil && !errors.Is(err, journal.ErrClosed) {
			log.Warn("home can't count what was of late and tells what was counted before", "of", l.what, "err", err)
		}
		l.mu.Lock()
		if err == nil {
			l.newest, l.counted, l.failed = newest, true, nil
		} else if !l.counted {
			l.failed = err
		}
		l.mu.Unlock()
		if first {
			close(l.first)
		}
		rest := time.NewTimer(max(latelyRest, latelyShare*time.Since(began)))
		select {
		case <-ctx.Done():
		case <-l.changed:
		case <-rest.C:
		}
		rest.Stop()
	}
}

// A dayCount is what familiars did in the last day. The zero dayCount is none.
type dayCount struct {
	at, since messages.Instant
	days      []day.Day
	whole     bool
}

func (s *Service) countDay(ctx context.Context) (c dayCount, err error) {
	now := messages.InstantOf(time.Now())
	c.at, c.since = now, now.Add(-homeDay)
	if c.days, c.whole, err = day.Read(ctx, &gentle{s.App.Journal, idler{free: gentleAfter}}, c.since, mostDecided); err != nil {
		return dayCount{}, fmt.Errorf("count the last day: %w", err)
	}
	return c, nil
}

// A gentle reader of notes rests between them, once it has read for a while.
type gentle struct {
	journal.NoteReader
	idler
}

// Notes implements journal.NoteReader.
func (g *gentle) Notes(ctx context.Context, channel messages.ChannelID, limit int) iter.Seq2[*messages.Note, error] {
	return func(yield func(*messages.Note, error) bool) {
		for n, err := range g.NoteReader.Notes(ctx, channel, limit) {
			if err == nil {
				err = g.pause(ctx)
			}
			if !yield(n, err) {
				return
			}
		}
	}
}

// A letterCount is how many dead letters there are, and how many of them are posts of
// which nobody knows whether they were posted.
type letterCount struct{ all, unknown int }

func (s *Service) countLetters(ctx context.Context) (c letterCount, err error) {
	for letter, err := range s.App.Journal.Buried(ctx) {
		if err != nil {
			return letterCount{}, fmt.Errorf("count dead letters: %w", err)
		}
		if letter.Unknown {
			c.unknown++
		}
		if c.all++; c.all == mostLetters {
			break
		}
	}
	return c, nil
}
