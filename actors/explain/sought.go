package explain

import (
	"context"
	"slices"
	"time"

	"familiar/journal"
	"familiar/messages"
	"familiar/policy/why"
)

const (
	// whyAfter is how many notes of those who decided on a line, that settle
	// something, are read after the last one about it. What became of it is found
	// among the first few.
	whyAfter = 64

	// firstAfter is how long after a line these are looked for to begin with, then
	// each time four times as long.
	firstAfter = messages.Instant(time.Hour / time.Millisecond)
)

// seek is gather for one line where the ledger knows its notes: it reads those,
// all there are up to an hour after the last of them, and from then on what
// settles something until there is enough.
func (g *gathered) seek(ctx context.Context, j journal.NoteReader, q *Question) error {
	about, err := found(ctx, j, q.Channel, journal.Query{Lines: g.lines, Since: q.Since})
	if err != nil || len(about) == 0 {
		return err
	}
	newest, err := found(ctx, j, q.Channel, journal.Query{Limit: 1})
	if err != nil {
		return err
	}
	who, last, after := deciders(about, g.lines[0]), about[0].At, 0
	window, length := journal.Query{Since: about[len(about)-1].At, Until: last + firstAfter}, firstAfter
	for {
		more, err := found(ctx, j, q.Channel, window)
		if err != nil {
			return err
		}
		for _, n := range more {
			if n.At > last && why.Settles(n) && (slices.Contains(who, n.Familiar) || who[0] == "") {
				after++
			}
		}
		g.notes = append(more, g.notes...)
		g.thin(whySettled)
		if after >= whyAfter || len(newest) == 0 || window.Until > newest[0].At {
			break
		}
		length *= 4
		window = journal.Query{Since: window.Until, Until: window.Until + length, Acts: []messages.Act{messages.Settled, messages.Wait}}
	}
	g.cut()
	return nil
}

// found returns a channel's notes that q wants, newest first.
func found(ctx context.Context, j journal.NoteReader, channel messages.ChannelID, q journal.Query) (all []*messages.Note, err error) {
	for n, err := range journal.Find(ctx, j, channel, q) {
		if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	return all, nil
}
