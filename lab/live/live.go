// Package live makes walks of what familiars decided while a program ran: for a
// report as of a replay, and for people who label decisions. A familiar in
// shadow has one like any other, with what it would have said.
//
// It reads a journal's records and its ledger and steps nothing: the ledger is
// what was decided, under whatever configuration was in force. It knows no
// store. cmd/familiar opens one and calls [Read].
//
//	live.go    the channels and their familiars
//	heard.go   what the records tell beside the lines
//	wake.go    wake-ups, from notes
package live

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"

	"familiar/journal"
	"familiar/lab/corpus"
	"familiar/lab/importer"
	"familiar/lab/replay"
	"familiar/messages"
	"familiar/policy/conversation"
)

// mostNotes is how many decisions are kept in memory, at some 250 bytes each.
const mostNotes = 4_000_000

// Options are what is wanted. The zero Options wants everything.
type Options struct {
	Familiar messages.FamiliarID // only this one; "": all
	Channel  string              // only this channel, by its id; "": all
	Since    messages.Instant    // only what was said and decided then or later; 0: all

	// There gives a channel's settings, to put decisions into words; nil, also
	// what it gives: not known.
	There func(messages.ChannelID) *conversation.Config
}

// ErrNothing says that nothing is there that was asked for.
var ErrNothing = errors.New("no decision there matches that familiar, channel and time")

// Read returns a walk for each familiar of each channel, in the order of the
// channels in the records. records are gone through three times.
func Read(ctx context.Context, records iter.Seq2[journal.Record, error], ledger journal.Ledger, o Options) ([]replay.Walk, error) {
	talk := corpus.NewBuilder(corpus.Options{})
	only := importer.Options{}
	if o.Channel != "" {
		only.Only = func(channel string) bool { return channel == o.Channel }
	}
	err := importer.ReadJournal(ctx, records, only, func(e corpus.Entry) error {
		if e.Line.At < o.Since {
			return nil
		}
		return talk.Take(e)
	})
	if err != nil {
		return nil, err
	}
	told, err := listen(records)
	if err != nil {
		return nil, err
	}
	var walks []replay.Walk
	left := mostNotes
	for _, s := range talk.Corpus().Slices {
		of, err := decisions(ctx, ledger, s.Channel, o, left)
		if err != nil {
			return nil, err
		}
		for _, n := range of {
			left -= len(n)
			w := told.walk(s, n)
			if o.There != nil {
				if there := o.There(s.Channel); there != nil {
					w.Seat, _ = there.Why(w.Who)
				}
			}
			walks = append(walks, w)
		}
	}
	if len(walks) == 0 {
		return nil, ErrNothing
	}
	return walks, nil
}

// decisions returns a channel's notes by familiar, oldest first, the familiars in
// the order of their names; more than most is an error.
func decisions(ctx context.Context, ledger journal.Ledger, channel messages.ChannelID, o Options, most int) ([][]messages.Note, error) {
	by, n := make(map[messages.FamiliarID][]messages.Note), 0
	for note, err := range ledger.Notes(ctx, channel, 0) {
		switch {
		case err != nil:
			return nil, fmt.Errorf("decisions in %s: %w", channel, err)
		case note.At < o.Since || note.Familiar == "" || o.Familiar != "" && note.Familiar != o.Familiar:
			continue
		}
		if n++; n > most {
			return nil, fmt.Errorf("more than %d decisions: take one channel, one familiar or a shorter time", mostNotes)
		}
		by[note.Familiar] = append(by[note.Familiar], *note)
	}
	var all [][]messages.Note
	for _, familiar := range slices.Sorted(maps.Keys(by)) {
		notes := by[familiar]
		slices.Reverse(notes) // the ledger's newest come first
		slices.SortStableFunc(notes, func(a, b messages.Note) int { return int(a.At - b.At) })
		all = append(all, notes)
	}
	return all, nil
}
