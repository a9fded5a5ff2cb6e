package simulation

import (
	"strings"

	"familiar/messages"
)

// Memorize implements [channel.Orders].
func (p *process) Memorize(o messages.Memorize) {
	i := p.w.index[o.Channel]
	p.w.tracef("room %d: what is to be kept of %d lines, %d for %s", i, len(o.Lines), o.N, o.Familiar)
	p.w.ordered(asking{i, o.N, "memorize " + string(o.Familiar)}, o.Deadline)
	p.lessons = append(p.lessons, o)
}

// learn has a model say what a familiar is to keep. It uses words of every line that it
// is shown, and names the newest only.
func (w *world) learn() bool {
	p := w.process
	i := w.draw(len(p.lessons))
	if i < 0 {
		return false
	}
	o := p.lessons[i]
	if !w.bad(w.weather.late) {
		p.lessons = cut(p.lessons, i)
	}
	if w.bad(w.weather.late * 3) {
		return true // lost
	}
	m := messages.Memorized{N: o.N}
	switch {
	case w.bad(8):
		m.Error, m.Fault = "model is away", messages.Passing
	case len(o.Lines) > 0:
		var words []string
		for _, l := range o.Lines {
			words = append(words, strings.Fields(l.Text)...)
		}
		for n := 0; n < len(words) && len(m.Lessons) < 20; n += 8 {
			m.Lessons = append(m.Lessons, messages.Lesson{
				Text: strings.Join(words[n:min(n+8, len(words))], " "), From: []messages.LineID{o.Lines[len(o.Lines)-1].ID}, Sure: 50 + w.n(50),
			})
		}
		w.Learned++
	}
	p.hand(w.index[o.Channel], m)
	return true
}

// regret has people delete some of what they said once all of it was learned from.
func (w *world) regret() {
	for _, r := range w.rooms {
		for _, s := range r.lines {
			if s.taken > 0 && !s.deleted && w.one(10) {
				r.remove(s)
			}
		}
	}
}
