package conversation

import (
	"slices"
	"strings"

	"familiar/messages"
	"familiar/policy/memory"
)

// A learnAccount is what a world knows of what models are asked to keep:
//
//   - at most one question is open per seat, and it shows no line that is gone;
//   - whatever a model says, nothing that is kept has words of a line that is gone, or
//     that it has no more.
type learnAccount struct {
	learning map[messages.FamiliarID]messages.Memorize // the open questions
	outdated map[string]bool                           // texts of lines that were edited
}

func (a *learnAccount) begin() {
	a.learning, a.outdated = map[messages.FamiliarID]messages.Memorize{}, map[string]bool{}
}

// take notes which texts an edit makes another.
func (a *learnAccount) take(w *world, e Event) {
	edited, is := e.(messages.Edited)
	if !is {
		return
	}
	now := ownText.FindString(edited.Line.Text)
	for text, line := range w.whose {
		if line == edited.Line.ID && text != now {
			a.outdated[text] = true
		}
	}
}

func (a *learnAccount) close(n uint64) (open bool) {
	for who, o := range a.learning {
		if o.N == n {
			delete(a.learning, who)
			return true
		}
	}
	return false
}

func (a *learnAccount) order(w *world, o messages.Memorize) {
	w.t.Helper()
	if before, open := a.learning[o.Familiar]; open {
		w.t.Fatalf("%s asks what to keep with %d while %d is open", o.Familiar, o.N, before.N)
	}
	if len(o.Lines) == 0 || len(o.Lines) > memory.MaxLines || len(o.Known) > knownMost {
		w.t.Fatalf("%s asks what to keep of %d lines and knows %d", o.Familiar, len(o.Lines), len(o.Known))
	}
	for _, q := range o.Lines {
		if w.gone[q.ID] {
			w.t.Fatalf("%s shows line %s, which is gone", o.Familiar, q.ID)
		}
	}
	a.learning[o.Familiar] = o
}

// memoriesHold: what is kept is within its bound and has no words that are gone. (Of what is
// gone goneIsGone looks through the whole state.)
func (w *world) memoriesHold() {
	w.t.Helper()
	for i := range w.s.Seats {
		m, c := w.s.Seats[i].Memory, w.s.cfg(i).Policy.Memory
		if m == nil {
			continue
		}
		if c.On && len(m.Kept) > c.Most || len(m.Windows) > len(m.Kept) { // switched off, what is kept stays
			w.t.Fatalf("%s keeps %+v, and may keep %+v", w.s.Seats[i].Familiar, m.Store, c)
		}
		for _, kept := range m.Kept {
			for _, text := range ownText.FindAllString(kept.Text, -1) {
				if w.outdated[text] {
					w.t.Fatalf("%s keeps %q, which line %s has no more", w.s.Seats[i].Familiar, kept.Text, w.whose[text])
				}
			}
		}
		for id := range w.gone {
			if w.gone[id] && slices.ContainsFunc(m.Windows, func(v memory.Window) bool { return v.Has(id) }) {
				w.t.Fatalf("%s keeps what may be made of line %s, which is gone", w.s.Seats[i].Familiar, id)
			}
		}
	}
}

// drawMemory has some familiars keep things in mind.
func drawMemory(p pick, c *Config) {
	if p("memory", 3) != 2 {
		return
	}
	for i := range c.Seats {
		c.Seats[i].Policy.Memory = memory.Config{On: p("without", 4) < 3, Most: 1 + p("most", 4), Scope: []memory.Scope{memory.OfChannel, memory.OfWorkspace}[i%2]}
	}
	c.Listen()
}

// talkSettles has people talk and then rest, where anybody keeps what they say, until a
// model is asked about it: by chance that would be rare.
func (w *world) talkSettles() {
	if !slices.ContainsFunc(w.config.Seats, func(c SeatConfig) bool { return c.Policy.Memory.On }) {
		return
	}
	for range 10 {
		w.speak(false)
	}
	for k := 0; k < 20 && len(w.learning) == 0; k++ {
		w.fire()
	}
	w.memorize()
}

// memorize has a model answer an open question, as a rule, or one there isn't. It uses
// words of any line that it is shown and names one of them.
func (w *world) memorize() {
	var o messages.Memorize
	if w.pick("an open question", 5) < 4 {
		for _, who := range cast {
			if open, is := w.learning[who.familiar]; is {
				o = open
				break
			}
		}
	}
	v := messages.Memorized{N: o.N}
	if o.N == 0 {
		v.N, o.Lines = uint64(w.pick("number", 60)), []messages.Quoted{{ID: w.someLine(), Text: "text-0."}}
	}
	switch w.pick("what is kept", 6) {
	case 0:
		v.Error, v.Fault = "overloaded", w.fault()
	case 1:
	default:
		for range 1 + w.pick("lessons", 3) {
			v.Lessons = append(v.Lessons, w.lesson(o.Lines))
		}
	}
	w.step(v)
}

func (w *world) lesson(shown []messages.Quoted) messages.Lesson {
	some := func(what string) messages.Quoted { return shown[w.pick(what, len(shown))] }
	words := []string{"somebody said"}
	for range 1 + w.pick("words of lines", 4) {
		words = append(words, ownText.FindString(some("of").Text))
	}
	l := messages.Lesson{Text: strings.Join(words, " "), From: []messages.LineID{some("named").ID}, Sure: w.pick("sure", 102), Replaces: messages.MemoryID(w.pick("replaces", 6))}
	switch w.pick("about", 4) {
	case 0:
		l.About = some("whom").ID
	case 1:
		l.From = append(l.From, w.someLine())
	}
	return l
}
