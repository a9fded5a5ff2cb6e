// Package day tells what familiars did of late, in all channels together, from the
// decisions that a journal keeps. It knows no store; the program's home page asks it.
package day

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"familiar/journal"
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/experiment"
	"familiar/policy/rules"
)

// A Day is what one familiar did.
type Day struct {
	Familiar messages.FamiliarID
	Heard    int                   // lines it decided about, each once
	Asked    int                   // turns posted because somebody addressed or woke it
	Unasked  int                   // turns posted that nobody had asked for
	Known    int                   // of these: it is known how they were taken
	Welcome  int                   // of those: taken up or liked
	Quiet    map[messages.Rung]int // why it kept quiet: lines it left alone, and turns that came to nothing
}

// Read returns the day of each familiar that decided anything since a moment, by name,
// and whether it is all of it: it reads at most so many decisions, the channels that
// were noted in last first.
func Read(ctx context.Context, notes journal.NoteReader, since messages.Instant, most int) (days []Day, whole bool, err error) {
	var channels []journal.Noted
	for c, err := range notes.Noted(ctx, since) {
		if err != nil {
			return nil, false, fmt.Errorf("channels with decisions: %w", err)
		}
		channels = append(channels, c)
	}
	slices.SortFunc(channels, func(a, b journal.Noted) int {
		return cmp.Or(cmp.Compare(b.At, a.At), cmp.Compare(a.Channel, b.Channel))
	})
	by := map[messages.FamiliarID]*Day{}
	for _, c := range channels {
		for n, err := range notes.Notes(ctx, c.Channel, 0) {
			if err != nil {
				return nil, false, fmt.Errorf("decisions in %s: %w", c.Channel, err)
			}
			if n.At < since {
				break // the newest came first
			}
			if most--; most < 0 {
				return sorted(by), false, nil
			}
			if n.Familiar == "" || n.Rung == messages.ByDuplicate {
				continue // about nobody, or about another account's copy
			}
			if by[n.Familiar] == nil {
				by[n.Familiar] = &Day{Familiar: n.Familiar, Quiet: map[messages.Rung]int{}}
			}
			by[n.Familiar].add(n)
		}
	}
	return sorted(by), true, nil
}

func (d *Day) add(n *messages.Note) {
	switch {
	case n.Act == messages.Followed:
		if n.Rung == messages.ByMissed {
			return
		}
		d.Known++
		if experiment.Welcome.Counts(n.Rung) {
			d.Welcome++
		}
	case n.Act != messages.Settled:
		d.Heard++
		if n.Act == messages.Observe || n.Act == messages.Denied {
			d.Quiet[n.Rung]++
		}
	case n.Rung == messages.BySpoke && n.Trigger.Unsolicited():
		d.Unasked++
	case n.Rung == messages.BySpoke:
		d.Asked++
	case isSilence(n):
		d.Quiet[n.Rung]++
	}
}

// isSilence reports whether a note that settles something left it unanswered.
func isSilence(n *messages.Note) bool {
	if said, is := n.Reason.(because.JudgeSaid); is && said.Yes {
		return false
	}
	return !n.Partly && rules.Of(n.Rung).Comes == rules.Quiet
}

func sorted(by map[messages.FamiliarID]*Day) []Day {
	days := make([]Day, 0, len(by))
	for _, id := range slices.Sorted(maps.Keys(by)) {
		days = append(days, *by[id])
	}
	return days
}
