package experiment

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"familiar/journal"
	"familiar/messages"
	"familiar/policy/experiment"
)

// maxUnits is how many rooms, or days of rooms, an experiment may have.
const maxUnits = 50_000

// endedWithin is how long before a note about what followed its turn can be.
const endedWithin = time.Hour

// A reading goes through the notes.
type reading struct {
	*Data
	digest string
	begin  messages.Instant
	looks  []messages.Instant
	by     map[experiment.Unit]*unit
}

// An ending is how an unasked turn was taken, and when that was known.
type ending struct {
	how messages.Rung
	at  messages.Instant
}

// Read counts what the notes tell of an experiment up to a moment. in says which
// channels it is about; kept is how long notes are.
func Read(ctx context.Context, notes journal.NoteReader, p experiment.Plan, in func(messages.ChannelID) bool, now messages.Instant, kept time.Duration) (*Data, error) {
	r := reading{
		Data:   &Data{Plan: p, Now: min(now, p.Start(p.End)), Lost: now.Add(-kept) > p.Start(p.Begin)},
		digest: p.Digest(), begin: p.Start(p.Begin), by: map[experiment.Unit]*unit{},
	}
	for k := range p.Looks {
		r.looks = append(r.looks, p.Start(p.LookAt(k+1)))
	}
	for c, err := range notes.Noted(ctx, p.Start(p.Begin)) {
		if err != nil {
			return nil, fmt.Errorf("channels with decisions: %w", err)
		}
		if !in(c.Channel) {
			continue
		}
		if err := r.channel(ctx, notes, c.Channel); err != nil {
			return nil, err
		}
	}
	for _, u := range r.by {
		r.units = append(r.units, u)
	}
	slices.SortFunc(r.units, func(a, b *unit) int { return cmp.Or(cmp.Compare(a.Room, b.Room), cmp.Compare(a.Day, b.Day)) })
	return r.Data, nil
}

// channel reads a channel's notes, the newest first: how a turn was taken is known
// before the turn is met.
func (r *reading) channel(ctx context.Context, notes journal.NoteReader, id messages.ChannelID) error {
	ended := map[uint64]ending{}
	for n, err := range notes.Notes(ctx, id, 0) {
		if err != nil {
			return fmt.Errorf("decisions in %s: %w", id, err)
		}
		if n.At < r.begin {
			break
		}
		if n.At >= r.Now || n.Familiar != r.Plan.Familiar {
			continue
		}
		if n.Act == messages.Followed && n.Rung != messages.ByMissed {
			ended[n.N] = ending{n.Rung, n.At}
			forget(ended, n.At)
			continue
		}
		if err := r.note(n, ended); err != nil {
			return err
		}
	}
	return nil
}

// forget drops endings whose turns are not among the notes.
func forget(ended map[uint64]ending, at messages.Instant) {
	for turn, e := range ended {
		if e.at.Sub(at) > endedWithin {
			delete(ended, turn)
		}
	}
}

// note counts a note that isn't about how a turn was taken. A unit is there from any
// decision on: one in which the familiar did nothing counts as much as another where
// it is asked how much it does.
func (r *reading) note(n *messages.Note, ended map[uint64]ending) error {
	spoke := n.Act == messages.Settled && n.Rung == messages.BySpoke
	asked := n.Act == messages.Settled && n.Rung == messages.ByJudge && n.N != 0
	missed := n.Act == messages.Followed
	u, err := r.unit(n, spoke && n.Trigger.Unsolicited())
	if u == nil {
		return err
	}
	switch {
	case missed:
		u.all.Missed++
	case asked:
		u.all.Asked++
	case !spoke:
	case !n.Trigger.Unsolicited():
		u.all.Turns++
	default:
		u.all.Turns++
		e, known := ended[n.N]
		if !known {
			u.all.Open++
			break
		}
		delete(ended, n.N)
		u.all.take(e.how)
		u.see(r.Plan.Measure, r.looks, e)
	}
	return nil
}

// unit returns what the note counts for; nil for none. A decision of the minute
// after midnight in which the channel had not been told yet, or that was made
// again after a crash on another day, counts for nothing.
func (r *reading) unit(n *messages.Note, unasked bool) (*unit, error) {
	name, plan, side := n.Arm.Split()
	if name != r.Plan.Name {
		return nil, nil
	}
	if plan != r.digest {
		if unasked {
			r.Other++
		}
		return nil, nil
	}
	of := r.Plan.Unit(n.Channel, r.Plan.DayOf(n.At))
	if side != r.Plan.Side(of) {
		return nil, nil
	}
	u := r.by[of]
	if u == nil {
		if len(r.by) == maxUnits {
			return nil, fmt.Errorf("the experiment %s has more than %d units: narrow its match, or draw by channel", name, maxUnits)
		}
		u = &unit{Unit: of, side: side, by: make([]seen, r.Plan.Looks)}
		r.by[of] = u
	}
	return u, nil
}

// see counts an ending for the look that is the first to know it.
func (u *unit) see(m experiment.Measure, looks []messages.Instant, e ending) {
	for k := range u.by {
		if e.at < looks[k] {
			u.by[k].said++
			if m.Counts(e.how) {
				u.by[k].hits++
			}
			return
		}
	}
}
