package preview

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"familiar/journal"
	"familiar/lab/corpus"
	"familiar/lab/importer"
	"familiar/lab/live"
	"familiar/lab/replay"
	"familiar/messages"
)

// mostRecords is how many of a channel's records are looked at, the newest.
const mostRecords = 20_000

// ErrNothing says that nothing was said there since then.
var ErrNothing = errors.New("nothing was said there since then")

// A Journal is what a preview reads.
type Journal interface {
	journal.Ledger
	Rewind(ctx context.Context, channel messages.ChannelID, before messages.Instant) iter.Seq2[journal.Record, error]
}

// A talk is what both settings are tried on.
type talk struct {
	corpus   *corpus.Corpus
	slice    *corpus.Slice
	gold     corpus.Gold      // what the familiar really did
	verdicts *replay.Verdicts // of its judge
	cut      bool
}

func read(ctx context.Context, j Journal, o *Options) (*talk, error) {
	j = &paused{j, o.Pause}
	records, cut, err := recordsOf(ctx, j, o.Channel, o.Since)
	if err != nil {
		return nil, fmt.Errorf("preview: %w", err)
	}
	records = pausing(ctx, records, o.Pause)
	b := corpus.NewBuilder(corpus.Options{})
	if err := importer.ReadJournal(ctx, records, importer.Options{}, b.Take); err != nil {
		return nil, fmt.Errorf("preview: %w", err)
	}
	t := &talk{corpus: b.Corpus(), cut: cut}
	t.slice = t.corpus.Slice(string(o.Channel))
	if t.slice == nil || len(t.slice.Records) == 0 {
		return nil, ErrNothing
	}
	walks, err := live.Read(ctx, records, j, live.Options{Familiar: o.Familiar, Channel: string(o.Channel), Since: t.slice.Records[0].Line.At})
	if err != nil && !errors.Is(err, live.ErrNothing) {
		return nil, fmt.Errorf("preview: %w", err)
	}
	t.gold = corpus.Gold{Slice: t.slice.Name, Familiar: messages.PersonID(o.Familiar), Nicks: []string{o.Name}}
	if len(walks) > 0 && len(t.slice.Gold(walks[0].Gold.Familiar).Nicks) > 0 {
		t.gold = t.slice.Gold(walks[0].Gold.Familiar)
	}
	t.verdicts = verdictsOf(walks, t.gold.Familiar)
	return t, nil
}

// recordsOf returns a channel's records since then, oldest first, as often as they
// are wanted.
func recordsOf(ctx context.Context, j Journal, channel messages.ChannelID, since messages.Instant) (all iter.Seq2[journal.Record, error], cut bool, err error) {
	var records []journal.Record
	any := false // line is among them
	for r, err := range j.Rewind(ctx, channel, 0) {
		switch {
		case err != nil && r.Seq == 0:
			return nil, false, err
		case err != nil: // that one can't be read
			continue
		}
		if r.At < since {
			break
		}
		if len(records) == mostRecords {
			cut = true
			break
		}
		if _, line := r.Event.(messages.Heard); line {
			any = true
		}
		records = append(records, r)
	}
	if !any {
		return nil, false, ErrNothing
	}
	slices.Reverse(records)
	return func(yield func(journal.Record, error) bool) {
		for _, r := range records {
			if !yield(r, nil) {
				return
			}
		}
	}, cut, nil
}

// A paused journal waits between what it hands over.
type paused struct {
	Journal
	pause func(context.Context) error
}

// Rewind implements [Journal].
func (p *paused) Rewind(ctx context.Context, channel messages.ChannelID, before messages.Instant) iter.Seq2[journal.Record, error] {
	return pausing(ctx, p.Journal.Rewind(ctx, channel, before), p.pause)
}

// Notes implements [Journal].
func (p *paused) Notes(ctx context.Context, channel messages.ChannelID, limit int) iter.Seq2[*messages.Note, error] {
	return pausing(ctx, p.Journal.Notes(ctx, channel, limit), p.pause)
}

// pausing yields what all yields, and waits before each.
func pausing[T any](ctx context.Context, all iter.Seq2[T, error], pause func(context.Context) error) iter.Seq2[T, error] {
	if pause == nil {
		return all
	}
	return func(yield func(T, error) bool) {
		for one, err := range all {
			if waited := pause(ctx); waited != nil {
				var none T
				yield(none, waited)
				return
			}
			if !yield(one, err) {
				return
			}
		}
	}
}

// verdictsOf returns what a familiar's judge said, by what it was asked.
func verdictsOf(walks []replay.Walk, familiar messages.PersonID) *replay.Verdicts {
	all := live.Verdicts(walks)
	for i := range all {
		all[i].Familiar = string(familiar)
	}
	return replay.NewVerdicts(all...)
}
