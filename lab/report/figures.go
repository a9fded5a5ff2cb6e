package report

import (
	"slices"

	"familiar/lab/corpus"
	"familiar/lab/replay"
	"familiar/lab/score"
	"familiar/messages"
)

// A total gathers the figures of one setting.
type total struct {
	figures Figures
	tally   score.Tally
}

// figuresOf returns the figures of one walk.
func figuresOf(w *replay.Walk) (Figures, error) {
	f := Figures{Familiars: 1, Lines: len(w.Slice.Records), JudgeCalls: w.Judged, WakeUps: len(w.Decisions)}
	if n := len(w.Slice.Records); n > 0 {
		f.Hours = w.Slice.Records[n-1].Line.At.Sub(w.Slice.Records[0].Line.At).Hours()
	}
	for i := range w.Slice.Records {
		if w.Slice.Records[i].Line.Author.ID != w.Gold.Familiar {
			f.others++
		}
	}
	for i := range w.Decisions {
		if w.Decisions[i].Fire {
			f.Calls++
		}
	}
	f.delays = delays(w)
	if f.own = f.Calls; w.Closed {
		f.own = len(w.Said)
	}
	if noted(w) {
		var t score.Tally
		if err := t.Add(w.Slice, w.Gold, w.Decisions); err != nil {
			return f, err
		}
		f.Gold = goldOf(t.Score())
		for _, m := range marks(w) {
			switch m {
			case Interruption:
				f.Gold.Interruptions++
			case Miss:
				f.Gold.Misses++
			case Hit, NoMark:
			}
		}
	}
	f.derive()
	return f, nil
}

// delays returns how many seconds there were from the newest line a call covers
// to the call, in a closed loop to the first line of its reply.
func delays(w *replay.Walk) []float64 {
	var all []float64
	add := func(call int, at messages.Instant) {
		if r, ok := newest(w, w.Decisions[call].Covers); ok {
			all = append(all, at.Sub(r.Line.At).Seconds())
		}
	}
	for i, s := range w.Said {
		if i == 0 || s.Call != w.Said[i-1].Call {
			add(s.Call, s.At)
		}
	}
	for i := range w.Decisions {
		if d := &w.Decisions[i]; d.Fire && !w.Closed {
			add(i, d.At)
		}
	}
	return all
}

func goldOf(s score.Score) *Gold {
	return &Gold{Moments: s.Moments, P: s.P, R: s.R, F1: s.F1, Timely: s.Timely}
}

// derive fills what follows from the counts.
func (f *Figures) derive() {
	if f.Hours > 0 {
		f.WakesPerHour = float64(f.WakeUps) / f.Hours
	}
	if all := f.own + f.others; all > 0 {
		f.Share = float64(f.own) / float64(all)
	}
	slices.Sort(f.delays)
	if n := len(f.delays); n > 0 {
		f.Delay50, f.Delay90 = &f.delays[n/2], &f.delays[min(n-1, n*9/10)]
	}
}

// add counts a walk whose figures are f.
func (t *total) add(w *replay.Walk, f *Figures) error {
	a := &t.figures
	a.Familiars += f.Familiars
	a.Lines += f.Lines
	a.Hours += f.Hours
	a.WakeUps += f.WakeUps
	a.Calls += f.Calls
	a.JudgeCalls += f.JudgeCalls
	a.own += f.own
	a.others += f.others
	a.delays = append(a.delays, f.delays...)
	if f.Gold == nil {
		return nil
	}
	if a.Gold == nil {
		a.Gold = &Gold{}
	}
	a.Gold.Misses += f.Gold.Misses
	a.Gold.Interruptions += f.Gold.Interruptions
	return t.tally.Add(w.Slice, w.Gold, w.Decisions)
}

// done returns the figures of everything counted.
func (t *total) done() Figures {
	f := t.figures
	if f.Gold != nil {
		g := goldOf(t.tally.Score())
		g.Misses, g.Interruptions = f.Gold.Misses, f.Gold.Interruptions
		f.Gold = g
	}
	f.derive()
	return f
}

// noted reports whether somebody has noted what the participant answered, be it
// nothing: then every call was one too many. Of what was decided live nobody has.
func noted(w *replay.Walk) bool {
	return len(w.Gold.Moments)+len(w.Gold.Addressed) > 0 ||
		!w.Live && slices.ContainsFunc(w.Slice.Records, func(r corpus.Record) bool { return r.Annotated })
}

// A subject is what a mark is about: a call, by its place among the decisions,
// or a line.
type subject struct {
	call int
	line messages.LineID
}

// marks compares a walk with its gold, as package score does: of the calls
// that cover an annotated line, hits cover a positive one that no call covered
// before, interruptions don't; misses are the positive lines left over.
func marks(w *replay.Walk) map[subject]Mark {
	open := map[messages.LineID]bool{}
	for _, ids := range [][]messages.LineID{w.Gold.Replied, w.Gold.Addressed} {
		for _, id := range ids {
			open[id] = true
		}
	}
	all := map[subject]Mark{}
	if !noted(w) {
		return all
	}
	for i := range w.Decisions {
		d := &w.Decisions[i]
		annotated := slices.ContainsFunc(d.Covers, func(id messages.LineID) bool {
			r, ok := w.Slice.At(id)
			return ok && r.Annotated
		})
		if !d.Fire || !annotated {
			continue
		}
		mark := Interruption
		for _, id := range d.Covers {
			if open[id] {
				mark = Hit
				delete(open, id)
			}
		}
		all[subject{call: i}] = mark
	}
	for id := range open {
		all[subject{call: -1, line: id}] = Miss
	}
	return all
}
