package jetstream

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"familiar/messages"

	"github.com/nats-io/nats.go/jetstream"
)

// A shelf is where one kind of notes is kept.
type shelf struct {
	word, stream string
	read         func(messages.ChannelID, []byte) ([]*messages.Note, error)
}

// shelves: the packs of those that observe, and the rest one by one.
var shelves = []shelf{
	{"seen", "observed", unpack},
	{"note", "notes", func(_ messages.ChannelID, b []byte) ([]*messages.Note, error) {
		n, err := messages.DecodeNote(b)
		return []*messages.Note{n}, err
	}},
}

// again is the header of a message that was written again without its
// reasons: it stands later in its stream than it belongs.
const again = "Familiar-Again"

// Notes implements journal.Ledger. Of equal notes one is yielded: a decision
// that was stepped again after a crash.
func (j *Journal) Notes(ctx context.Context, channel messages.ChannelID, limit int) iter.Seq2[*messages.Note, error] {
	return func(yield func(*messages.Note, error) bool) {
		if err := j.open(ctx, "notes"); err != nil {
			yield(nil, err)
			return
		}
		notes, err := j.newestNotes(ctx, channel, limit)
		if err != nil {
			yield(nil, fmt.Errorf("journal: notes of %s: %w", channel, j.ended(err)))
			return
		}
		yielded := map[messages.Note]struct{}{}
		for _, n := range slices.Backward(notes) {
			if _, twice := yielded[*n]; twice {
				continue
			}
			yielded[*n] = struct{}{}
			if !yield(n, nil) || len(yielded) == limit {
				return
			}
		}
	}
}

// newestNotes gives at least the newest limit notes that there are, oldest
// first. What is still held is looked at first: it may be written meanwhile,
// and then it is there twice and not missed.
func (j *Journal) newestNotes(ctx context.Context, channel messages.ChannelID, limit int) ([]*messages.Note, error) {
	held, err := j.ledger.held(channel)
	if err != nil {
		return nil, err
	}
	bounded, cancel := j.within(ctx)
	err = j.settle(bounded)
	cancel()
	if err != nil {
		return nil, err
	}
	var all []*messages.Note
	for _, s := range shelves {
		found, err := j.newestOn(ctx, s, channel, limit)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
		if s.word == "seen" {
			all = append(all, held...)
		}
	}
	slices.SortStableFunc(all, func(a, b *messages.Note) int { return cmp.Compare(a.At, b.At) })
	return all, nil
}

// held gives the notes of a channel's open pack.
func (l *ledger) held(channel messages.ChannelID) ([]*messages.Note, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.packs.open[channel]
	if p == nil {
		return nil, nil
	}
	return unpack(channel, p.bytes)
}

// A channel's newest notes are looked for in stretches of the stream from its
// newest one back, each some times longer than the one before.
const (
	firstStretch  = 1024
	stretchGrowth = 4
)

// newestOn gives a shelf's notes of a channel, oldest first: at least limit
// distinct ones if there are so many. limit 0: all.
func (j *Journal) newestOn(ctx context.Context, s shelf, channel messages.ChannelID, limit int) ([]*messages.Note, error) {
	subject, err := j.noteSubject(s.word, channel)
	if err != nil {
		return nil, err
	}
	stream := j.names.stream(s.stream)
	newest, err := j.newestWithin(ctx, stream, subject)
	if err != nil || newest == nil {
		return nil, err
	}
	distinct := map[messages.Note]struct{}{}
	var stretches [][]*messages.Note
	from, until, length := uint64(1), newest.Sequence, uint64(firstStretch)
	for {
		if limit != 0 {
			from = until - min(until-1, length-1)
		}
		var found []*messages.Note
		err := j.each(ctx, stream, subject, from, until, func(m *jetstream.RawStreamMsg) error {
			notes := j.readNotes(s, channel, m)
			found = append(found, notes...)
			if m.Header.Get(again) == "" {
				for _, n := range notes {
					distinct[*n] = struct{}{}
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		stretches = append(stretches, found)
		if from == 1 || len(distinct) >= limit {
			slices.Reverse(stretches)
			return slices.Concat(stretches...), nil
		}
		until, length = from-1, length*stretchGrowth
	}
}

// readNotes gives what a message has; one that can't be read is logged and
// left out.
func (j *Journal) readNotes(s shelf, channel messages.ChannelID, m *jetstream.RawStreamMsg) []*messages.Note {
	notes, err := s.read(channel, m.Data)
	if err != nil {
		j.config.Log.Error("journal note left out", "seq", m.Sequence, "channel", channel, "err", err)
		return nil
	}
	return notes
}
