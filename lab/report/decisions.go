package report

import (
	"cmp"
	"slices"

	"familiar/internal/shorten"
	"familiar/lab/replay"
	"familiar/lab/score"
	"familiar/messages"
	"familiar/messages/because"
)

// Acts of the report that no note has.
const (
	actSpoke = "spoke" // a call: it would speak
	actJudge = "judge" // a question answered no
	actMiss  = "miss"  // a line no call covers
)

// decisions returns the marks of a walk that fit, and how many don't.
func (b *Builder) decisions(d *decider) (kept []Decision, left int) {
	all := d.all()
	kept = thinned(all, fair(allDecisions, b.channels*len(b.settings), leastDecisions, mostDecisions))
	for i := range kept {
		d.explain(&kept[i])
	}
	return kept, len(all) - len(kept)
}

// Decisions returns all decisions of a walk in order, as a report shows some of
// them, and what fills in the reason of one.
func Decisions(w *replay.Walk) (all []Decision, explain func(*Decision)) {
	d := newDecider(w, begins(w))
	return d.all(), d.explain
}

// begins returns the moment of a walk's first line; 0 without any.
func begins(w *replay.Walk) messages.Instant {
	if len(w.Slice.Records) == 0 {
		return 0
	}
	return w.Slice.Records[0].Line.At
}

// thinned returns at most so many of all: the higher ranks whole, and of the one
// that doesn't fit every so manieth, so that no part of the channel looks
// silent.
func thinned(all []Decision, most int) []Decision {
	var of [ranks][]Decision
	for _, d := range all {
		of[rank(&d)] = append(of[rank(&d)], d)
	}
	kept := []Decision{}
	for _, same := range of {
		room := most - len(kept)
		if len(same) <= room {
			kept = append(kept, same...)
			continue
		}
		for i := range room {
			kept = append(kept, same[i*len(same)/room])
		}
	}
	slices.SortStableFunc(kept, func(a, b Decision) int { return cmp.Compare(a.At, b.At) })
	return kept
}

// A decider makes decisions of a walk's records.
type decider struct {
	w      *replay.Walk
	from   messages.Instant
	notes  map[messages.LineID]*messages.Note // what the ladder said of each line
	judged map[messages.Instant]string        // what the judge gave as its reason
}

func newDecider(w *replay.Walk, from messages.Instant) *decider {
	d := &decider{w: w, from: from, notes: map[messages.LineID]*messages.Note{}, judged: map[messages.Instant]string{}}
	for i := range w.Notes {
		switch n := &w.Notes[i]; {
		case n.Line != "" && !n.Act.IsOutcome():
			d.notes[n.Line] = n
		case n.Rung == messages.ByJudge && n.Reason != nil:
			d.judged[n.At] = because.Written(n.Reason)
		}
	}
	return d
}

// all returns every mark of the walk in order, without their reasons.
func (d *decider) all() []Decision {
	known := marks(d.w)
	all := []Decision{}
	for i := range d.w.Notes {
		if n := &d.w.Notes[i]; !toldByWakeUp(n) || d.w.Live && n.Rung == messages.BySilence {
			all = append(all, d.of(n))
		}
	}
	for i := range d.w.Decisions {
		is := d.wake(&d.w.Decisions[i], known[subject{call: i}])
		is.Says = shorten.Ellipsis(d.w.Says[i], mostText)
		all = append(all, is)
	}
	for i := range d.w.Slice.Records {
		id := d.w.Slice.Records[i].Line.ID
		if known[subject{call: -1, line: id}] == Miss {
			all = append(all, d.miss(id))
		}
	}
	slices.SortStableFunc(all, func(a, b Decision) int { return cmp.Compare(a.At, b.At) })
	return all
}

// toldByWakeUp reports whether a note is told by a wake-up instead: what became
// of a turn and how it was taken, and the judge's verdict.
func toldByWakeUp(n *messages.Note) bool {
	return n.Act == messages.Followed || n.Act == messages.Settled &&
		(n.Rung == messages.BySilence || n.Rung == messages.BySpoke || n.Rung == messages.ByJudge || n.Rung == messages.ByShadowed)
}

func (d *decider) of(n *messages.Note) Decision {
	is := Decision{At: d.since(n.At), Act: string(n.Act), Rung: string(n.Rung), Trigger: string(n.Trigger), note: n}
	d.quote(&is, n.Line)
	return is
}

// wake is a call, or a question answered no. Behind it is what the ladder said
// of the newest line it covers.
func (d *decider) wake(made *score.Decision, mark Mark) Decision {
	is := Decision{At: d.since(made.At), Act: actSpoke, Trigger: string(made.Trigger), Covers: len(made.Covers), Mark: mark, made: made}
	if !made.Fire {
		is.Act = actJudge
	}
	for i := len(made.Covers) - 1; i >= 0 && is.note == nil; i-- {
		is.note = d.notes[made.Covers[i]]
	}
	switch {
	case made.Judged:
		is.Rung = "judge"
	case is.note != nil:
		is.Rung = string(is.note.Rung)
	}
	if r, ok := newest(d.w, made.Covers); ok {
		d.quote(&is, r.Line.ID)
	}
	return is
}

func (d *decider) miss(id messages.LineID) Decision {
	is := Decision{Act: actMiss, Mark: Miss, note: d.notes[id]}
	if is.note != nil {
		is.Rung = string(is.note.Rung)
	}
	if r, ok := d.w.Slice.At(id); ok {
		is.At = d.since(r.Line.At)
	}
	d.quote(&is, id)
	return is
}

func (d *decider) quote(is *Decision, id messages.LineID) {
	is.Line = string(id)
	if r, ok := d.w.Slice.At(id); ok {
		is.Who, is.Text = shorten.Ellipsis(r.Line.Author.Name, 40), shorten.Ellipsis(r.Line.Text, mostText)
	}
}

func (d *decider) since(at messages.Instant) int64 { return int64(at - d.from) }
