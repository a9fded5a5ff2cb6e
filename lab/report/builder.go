package report

import (
	"slices"

	"familiar/lab/corpus"
	"familiar/lab/replay"
	"familiar/messages"
)

// A Builder makes a report of walks, one setting after the other.
type Builder struct {
	title    string
	settings []Setting
	channels int // expected; what each may have follows from it
	totals   []total
	report   Report
	at       map[place]int // into report.Channels
	lines    []heard       // of the first setting, by channel; with two settings only
	differ   int
	err      error
}

// A place is what two settings are compared at.
type place struct {
	slice    string
	familiar messages.PersonID
}

// New begins a report of so many channels, which is how many walks each of
// the settings will have: one, or two to be compared.
func New(title string, channels int, settings ...Setting) *Builder {
	return &Builder{title: title, settings: settings, channels: channels, totals: make([]total, len(settings)), at: map[place]int{}}
}

// Take adds a walk of the setting with that number, from 0.
func (b *Builder) Take(setting int, w replay.Walk) {
	if b.err != nil {
		return
	}
	figures, err := figuresOf(&w)
	if err == nil {
		err = b.totals[setting].add(&w, &figures)
	}
	if err != nil {
		b.err = err
		return
	}
	i := b.channel(&w)
	c := &b.report.Channels[i]
	c.Figures = append(c.Figures, figures)
	d := newDecider(&w, c.from)
	decisions, left := b.decisions(d)
	c.Decisions = append(c.Decisions, decisions)
	c.LeftOut = append(c.LeftOut, left)
	if len(b.settings) == 2 {
		b.compare(setting, i, d)
	}
}

// channel returns the walk's channel, new for the first setting.
func (b *Builder) channel(w *replay.Walk) int {
	key := place{w.Slice.Name, messages.PersonID(w.Whose())}
	if i, ok := b.at[key]; ok {
		return i
	}
	c := Channel{Name: w.Slice.Name, Familiar: w.Whose(), from: begins(w)}
	if len(w.Slice.Records) > 0 {
		c.From = c.from.String()
	}
	c.Lines = linesOf(w, c.from, fair(allLines, b.channels, leastLines, mostLines))
	i := len(b.report.Channels)
	b.at[key] = i
	b.report.Channels = append(b.report.Channels, c)
	b.lines = append(b.lines, heard{})
	return i
}

// Build returns the report. cost is what the judge of each setting cost in US
// dollars; nil where that isn't known.
func (b *Builder) Build(cost ...*float64) (*Report, error) {
	if b.err != nil {
		return nil, b.err
	}
	r := &b.report
	r.Schema, r.Title, r.Settings, r.Differ = Schema, b.title, b.settings, b.differ
	for i := range b.totals {
		f := b.totals[i].done()
		if i < len(cost) {
			f.Cost = cost[i]
		}
		r.Figures = append(r.Figures, f)
	}
	return r, nil
}

// newest returns the last record of those ids that the recording has.
func newest(w *replay.Walk, ids []messages.LineID) (*corpus.Record, bool) {
	for _, id := range slices.Backward(ids) {
		if r, ok := w.Slice.At(id); ok {
			return r, true
		}
	}
	return nil, false
}
