// Package welcome tells how what familiars said unasked was taken, by channel and
// week, from the decisions a journal keeps.
package welcome

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"familiar/journal"
	"familiar/messages"
	"familiar/policy/experiment"
)

// A Week is how a familiar was taken in one channel in one week.
type Week struct {
	Channel  messages.ChannelID  `json:"channel"`
	Familiar messages.FamiliarID `json:"familiar"`
	Begin    time.Time           `json:"begin"` // its Monday, 00:00

	Unasked    int `json:"unasked"`    // turns nobody had asked for, of which it is known how they were taken
	Welcome    int `json:"welcome"`    // that were taken up or liked
	Complaints int `json:"complaints"` // that were disliked, removed, or it was hushed
	Missed     int `json:"missed"`     // silences that somebody had to break by calling it
}

// A Share is a part of some turns, with the 95 % interval of Wilson (1927). Of
// none it is anything from 0 to 1.
type Share struct{ Part, Low, High float64 }

// ShareOf returns that of so many of all.
func ShareOf(n, all int) Share {
	if all <= 0 {
		return Share{0, 0, 1}
	}
	const z = 1.959963984540054
	p, of := float64(n)/float64(all), float64(all)
	middle := (p + z*z/(2*of)) / (1 + z*z/of)
	reach := z / (1 + z*z/of) * math.Sqrt(p*(1-p)/of+z*z/(4*of*of))
	return Share{p, max(0, middle-reach), min(1, middle+reach)}
}

// String returns ".71 (.56 to .83)", or "-" of no turns.
func (s Share) String() string {
	if s.Low == 0 && s.High == 1 {
		return "-"
	}
	return fmt.Sprintf("%.2f (%.2f to %.2f)", s.Part, s.Low, s.High)
}

// A Question is which weeks are wanted.
type Question struct {
	Channel  messages.ChannelID  // "": every one
	Familiar messages.FamiliarID // "": every one
	Since    messages.Instant    // 0: all that is kept
	Zone     *time.Location      // in which weeks begin
}

// Read returns the weeks in which something was noted, by channel and familiar,
// the oldest first.
func Read(ctx context.Context, notes journal.NoteReader, q Question) ([]Week, error) {
	found := map[Week]*Week{} // by channel, familiar and begin alone
	for c, err := range notes.Noted(ctx, q.Since) {
		if err != nil {
			return nil, fmt.Errorf("channels with decisions: %w", err)
		}
		if q.Channel != "" && c.Channel != q.Channel {
			continue
		}
		for n, err := range notes.Notes(ctx, c.Channel, 0) {
			if err != nil {
				return nil, fmt.Errorf("decisions in %s: %w", c.Channel, err)
			}
			if n.At < q.Since {
				break // the newest came first
			}
			if n.Act != messages.Followed || q.Familiar != "" && n.Familiar != q.Familiar {
				continue
			}
			key := Week{Channel: c.Channel, Familiar: n.Familiar, Begin: monday(n.At.Time().In(q.Zone))}
			if found[key] == nil {
				found[key] = &Week{Channel: key.Channel, Familiar: key.Familiar, Begin: key.Begin}
			}
			found[key].count(n.Rung)
		}
	}
	weeks := make([]Week, 0, len(found))
	for _, key := range slices.SortedFunc(maps.Keys(found), compare) {
		weeks = append(weeks, *found[key])
	}
	return weeks, nil
}

func (w *Week) count(how messages.Rung) {
	if how == messages.ByMissed {
		w.Missed++
		return
	}
	w.Unasked++
	if experiment.Welcome.Counts(how) {
		w.Welcome++
	}
	if experiment.Complaint.Counts(how) {
		w.Complaints++
	}
}

func compare(a, b Week) int {
	return cmp.Or(cmp.Compare(a.Channel, b.Channel), cmp.Compare(a.Familiar, b.Familiar), a.Begin.Compare(b.Begin))
}

// monday returns when the week of t began.
func monday(t time.Time) time.Time {
	since := (int(t.Weekday()) + 6) % 7
	return time.Date(t.Year(), t.Month(), t.Day()-since, 0, 0, 0, 0, t.Location())
}
