package report

import (
	"cmp"
	"fmt"
	"slices"

	"familiar/messages"
	"familiar/replay"
	"familiar/replay/score"
)

// Acts of the report that no note has.
const (
	actSpoke = "spoke" // a call: it would speak
	actJudge = "judge" // a question answered no
	actMiss  = "miss"  // a line no call covers
)

// decisions gives the marks of a walk that fit, and how many don't.
func (b *Builder) decisions(w *replay.Walk, from messages.Instant) (kept []Decision, left int) {
	all := made(w, from)
	most := fair(allDecisions, b.channels*len(b.settings), leastDecisions, mostDecisions)
	if left = len(all) - most; left <= 0 {
		return all, 0
	}
	slices.SortStableFunc(all, func(a, b Decision) int { return cmp.Compare(rank(&a), rank(&b)) })
	kept = slices.Clone(all[:most])
	slices.SortStableFunc(kept, func(a, b Decision) int { return cmp.Compare(a.At, b.At) })
	return kept, left
}

// made gives every mark of a walk in order.
func made(w *replay.Walk, from messages.Instant) []Decision {
	d := newDecider(w, from)
	known := marks(w)
	all := []Decision{}
	for i := range w.Notes {
		n := &w.Notes[i]
		if !told(n) {
			all = append(all, d.of(n))
		}
	}
	for i := range w.Decisions {
		all = append(all, d.wake(&w.Decisions[i], known[subject{call: i}]))
	}
	for i := range w.Slice.Records {
		id := w.Slice.Records[i].Line.ID
		if known[subject{call: -1, line: id}] == Miss {
			all = append(all, d.miss(id))
		}
	}
	slices.SortStableFunc(all, func(a, b Decision) int { return cmp.Compare(a.At, b.At) })
	return all
}

// told reports whether a note is told by a wake-up instead: what became of a
// turn, and the judge's no.
func told(n *messages.Note) bool {
	return n.Act == messages.Settled && (n.Rung == "silence" || n.Rung == "spoke" || n.Rung == "judge")
}

// A decider makes decisions of a walk's records.
type decider struct {
	w     *replay.Walk
	from  messages.Instant
	notes map[messages.LineID]*messages.Note // what the ladder said of each line

	judged map[messages.Instant]string // what the judge gave as its reason
}

func newDecider(w *replay.Walk, from messages.Instant) *decider {
	d := &decider{w: w, from: from, notes: map[messages.LineID]*messages.Note{}, judged: map[messages.Instant]string{}}
	for i := range w.Notes {
		switch n := &w.Notes[i]; {
		case n.Line != "" && n.Act != messages.Settled:
			d.notes[n.Line] = n
		case n.Rung == "judge" && n.Reason != "":
			d.judged[n.At] = n.Reason
		}
	}
	return d
}

func (d *decider) of(n *messages.Note) Decision {
	is := Decision{At: d.since(n.At), Act: string(n.Act), Rung: n.Rung, Trigger: string(n.Trigger), Why: why(n)}
	d.quote(&is, n.Line)
	return is
}

// wake is a call, or a question answered no; why it came to that stands in the
// note of its newest line and in its trigger.
func (d *decider) wake(made *score.Decision, mark Mark) Decision {
	is := Decision{At: d.since(made.At), Act: actSpoke, Trigger: string(made.Trigger), Covers: len(made.Covers), Mark: mark}
	if !made.Fire {
		is.Act = actJudge
	}
	if r, ok := newest(d.w, made.Covers); ok {
		d.quote(&is, r.Line.ID)
	}
	is.Rung, is.Why = d.because(made)
	return is
}

// because gives the rung or rule behind a wake-up, and its sentence.
func (d *decider) because(made *score.Decision) (rung, sentence string) {
	var line *messages.Note
	for i := len(made.Covers) - 1; i >= 0 && line == nil; i-- {
		line = d.notes[made.Covers[i]]
	}
	judged := d.judged[made.At]
	if line != nil {
		rung, sentence = line.Rung, why(line)
	}
	switch {
	case made.Judged && judged != "":
		sentence = fmt.Sprintf("%s: the judge was asked (%s)", made.Trigger, judged)
	case made.Judged:
		sentence = fmt.Sprintf("%s: the judge was asked and said %s", made.Trigger, yesNo(made.Fire))
	case made.Trigger != messages.Address && made.Trigger != messages.FollowUp:
		sentence = string(made.Trigger) + ", without a judge: " + sentence
	}
	if made.Judged {
		rung = "judge"
	}
	return rung, cut(sentence, mostWhy)
}

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

func (d *decider) miss(id messages.LineID) Decision {
	is := Decision{Act: actMiss, Mark: Miss, Why: "no call covers it"}
	if n := d.notes[id]; n != nil {
		is.Rung, is.Why = n.Rung, fmt.Sprintf("it was expected to answer; %s (%s)", n.Act, why(n))
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
		is.Who, is.Text = cut(r.Line.Author.Name, 40), cut(r.Line.Text, mostText)
	}
}

func (d *decider) since(at messages.Instant) int64 { return int64(at - d.from) }
