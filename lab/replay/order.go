package replay

import (
	"context"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
)

// all walks every familiar's leg and takes them in order.
//
// The familiars know nothing of each other, so that they can be replayed at
// the same time: that is why there are goroutines here. A leg is taken from
// free before the next familiar is, so the one that has to come next is
// always under way, and no more wait than there are legs.
func (r *run) all(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	workers := max(1, min(r.options.Workers, len(r.golds)))
	free := make(chan *leg, 2*workers)
	for range cap(free) {
		free <- newLeg(r.options)
	}
	done := make([]chan *leg, len(r.golds))
	for i := range done {
		done[i] = make(chan *leg, 1)
	}
	var next atomic.Int64
	var running sync.WaitGroup
	defer running.Wait()
	defer stop()
	for range workers {
		running.Go(func() {
			for ctx.Err() == nil {
				select {
				case <-ctx.Done():
				case l := <-free:
					i := int(next.Add(1)) - 1
					if i >= len(r.golds) {
						return
					}
					l.err = l.walk(ctx, r.slices[i], &r.golds[i], &r.heard)
					done[i] <- l
				}
			}
		})
	}
	for i := range done {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case l := <-done[i]:
			if err := r.writeLeg(l); err != nil {
				return err
			}
			free <- l
		}
	}
	return nil
}

// writeLeg writes a finished leg out and counts it.
func (r *run) writeLeg(l *leg) error {
	if l.err != nil {
		return l.err
	}
	for _, out := range []struct {
		to   io.Writer
		from io.WriterTo
		what string
	}{{r.options.Decisions, &l.decided, "decisions"}, {r.options.Notes, &l.noted, "notes"}, {r.options.Verdicts, &l.answered, "verdicts"}} {
		if out.to == nil {
			continue
		}
		if _, err := out.from.WriteTo(out.to); err != nil {
			return fmt.Errorf("replay: write %s: %w", out.what, err)
		}
	}
	l.notes.addTo(r.counts)
	r.sum.add(&l.pass)
	if r.options.Took != nil {
		if err := r.options.Took(l.walked()); err != nil {
			return err
		}
	}
	return r.tally.Add(l.slice, l.gold, l.decisions)
}

// A meter counts the lines heard. Every leg adds to it, hence the lock.
type meter struct {
	mu    sync.Mutex
	done  int
	total int
	tell  func(done, total int) // nil: nobody
}

func (m *meter) add(lines int) {
	if m.tell == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.done += lines
	m.tell(m.done, m.total)
}
