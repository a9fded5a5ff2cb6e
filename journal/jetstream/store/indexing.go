package store

import (
	"context"
	"errors"
	"time"

	"familiar/journal/jetstream/blocks"
	"familiar/journal/jetstream/index"

	"github.com/nats-io/nats.go/jetstream"
)

// Indexed is a stream that has an index.
type Indexed struct {
	Stream string
	Index  *index.Index
	All    bool // what other processes write is taken in, too; else they are asked
	// Read returns what the index keeps of a message, which is only lent; false: nothing.
	Read func(*jetstream.RawStreamMsg) (index.Message, bool)
}

// How old messages are indexed: so many sequences at a time, and then nothing is
// done for as long as so many times that took. Then what the stream no longer has
// is looked for now and then.
const (
	indexAtOnce  = 64
	indexIdle    = 3
	indexForgets = 10 * time.Minute
	indexRetry   = 5 * time.Second // when the server doesn't answer
	indexLater   = time.Minute     // at most so long it waits for what steps what was there at the start
	indexLooks   = 100 * time.Millisecond
	indexFollows = 5 * time.Second // what other processes wrote is read so often: a question reads the rest
)

// KeepIndexed takes the messages into the indexes that were there before them,
// the newest first, and those out that the streams no longer have, until the
// store ends. Another server than before may have lost what this one had: then it
// begins anew.
func (s *Store) KeepIndexed(all []Indexed) {
	s.indexed.Store(&all)
	if err := s.answerVisitors(all); err != nil {
		s.Log.Warn("visitors find no index of the journal", "err", err)
	}
	for s.closing.Err() == nil {
		next := indexForgets
		switch err := s.indexOnce(all); {
		case err != nil:
			next = indexRetry
			s.Log.Debug("notes and lines not indexed, trying again", "err", err)
		case s.Outside():
			next = indexFollows
		}
		select {
		case <-time.After(next):
		case <-s.reindexed:
		case <-s.closing.Done():
		}
	}
}

// indexOnce takes in all that the indexes lack, as far as there is room. What fails of one
// stops no other.
func (s *Store) indexOnce(all []Indexed) (err error) {
	for i := range all {
		state, failed := s.StateWithin(s.closing, all[i].Stream)
		switch {
		case failed != nil:
			err = errors.Join(err, failed)
		case !all[i].Index.Started():
			all[i].Index.Start(state.LastSeq)
		default:
			all[i].Index.DropBelow(state.FirstSeq)
		}
	}
	for i := range all {
		failed := errors.Join(s.fillIndex(&all[i]), s.readUnread(&all[i]))
		if failed == nil && s.closing.Err() == nil {
			all[i].Index.CaughtUp()
		}
		err = errors.Join(err, failed)
	}
	return err
}

// stopIndexes has the indexes begin anew.
func (s *Store) stopIndexes() {
	all := s.indexed.Load()
	if all == nil {
		return
	}
	for i := range *all {
		(*all)[i].Index.Stop()
	}
	select {
	case s.reindexed <- struct{}{}:
	default:
	}
}

// fillIndex takes in what is older than the index, as far as there is room.
func (s *Store) fillIndex(x *Indexed) error {
	first := uint64(0) // 0: not asked
	for begun := time.Now(); ; {
		for s.catching.Load() > 0 && time.Since(begun) < indexLater {
			if !s.wait(s.closing, indexLooks) {
				return nil
			}
		}
		below := x.Index.Below()
		if below == 0 || below < first || x.Index.Full() {
			return nil
		}
		if first == 0 {
			state, err := s.StateWithin(s.closing, x.Stream)
			if err != nil {
				return err
			}
			first = max(1, state.FirstSeq)
			continue
		}
		began := time.Now()
		if err := s.indexBelow(s.closing, x, max(first, below-min(below, indexAtOnce)+1), below); err != nil {
			return err
		}
		if !s.wait(s.closing, indexIdle*time.Since(began)) {
			return nil
		}
	}
}

func (s *Store) indexBelow(ctx context.Context, x *Indexed, from, until uint64) error {
	taken, err := s.readIndexed(ctx, x, index.Span{First: from, Last: until})
	if err != nil {
		return err
	}
	x.Index.AddBefore(from, until, taken)
	return nil
}

// readUnread takes in what was written among what the index knows of and not given to it:
// by other processes, and by this one between the look at the stream's end and the index's
// beginning.
func (s *Store) readUnread(x *Indexed) error {
	state, err := s.StateWithin(s.closing, x.Stream)
	for err == nil {
		span, is := x.Index.Unread(state.LastSeq, x.All || !s.Outside(), indexAtOnce)
		if !is {
			return nil
		}
		began := time.Now()
		var taken []index.Message
		if taken, err = s.readIndexed(s.closing, x, span); err != nil {
			break
		}
		x.Index.AddRead(span, taken)
		if !s.wait(s.closing, indexIdle*time.Since(began)) {
			return nil
		}
	}
	return err
}

// readIndexed returns what an index keeps of the messages of a span.
func (s *Store) readIndexed(ctx context.Context, x *Indexed, span index.Span) (taken []index.Message, err error) {
	taken = make([]index.Message, 0, span.Last-span.First+1)
	take := func(raw *jetstream.RawStreamMsg) {
		if m, ok := x.Read(raw); ok {
			taken = append(taken, m)
		}
	}
	var raw jetstream.RawStreamMsg // one for all
	last, err := s.Files(ctx, blocks.Part{Stream: x.Stream, After: span.First - 1, Until: span.Last}, func(m blocks.Record) error {
		raw.Subject, raw.Sequence, raw.Data, raw.Time = string(m.Subject), m.Seq, m.Data, m.At
		take(&raw)
		return nil
	})
	if err != nil || last >= span.Last {
		return taken, err
	}
	found, err := s.everything(ctx, x.Stream, last+1, span.Last)
	for _, raw := range found {
		take(raw)
	}
	return taken, err
}
