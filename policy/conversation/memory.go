package conversation

import (
	"fmt"
	"slices"
	"strings"

	"familiar/internal/shorten"
	"familiar/messages"
	"familiar/policy/admission"
	"familiar/policy/erasing"
	"familiar/policy/memory"
	"familiar/policy/seating"
	"familiar/policy/transcript"
)

// What a familiar keeps in mind of a channel stands in its seat there and nowhere
// else. It is made of lines that the seat was shown, and read by its turns in the same
// channel; lend.go has what others may read of it. What it was made of is known by what
// the model was shown as it said it, never by what the model says.

// knownMost is how many memories new ones are compared with.
const knownMost = 50

// useMemory gives a seat its memory, where it is to keep one, from the newest line on.
// Of one that is to keep nothing any more nobody is asked what to keep, though a question
// was open.
func (s *State) useMemory() {
	for i := range s.Seats {
		switch m := s.Seats[i].Memory; {
		case m == nil && s.memorizes(i):
			s.Seats[i].Memory = memory.New(s.Lines.Last())
		case m != nil && !s.memorizes(i):
			s.leave(m.Rest(s.Lines.Last(), nil)...)
		}
	}
}

// memorizes reports whether seat i keeps things in mind. In shadow it doesn't, nor
// where it only corrects a reply.
func (s *State) memorizes(i int) bool {
	return s.cfg(i).Policy.Memory.On && !s.config.Unseen() && !s.Ties.IsFork()
}

// settleMemory counts what there is to learn from, and sets the deadlines. What is kept
// by a seat that is to keep nothing any more is neither read nor added to: it stays
// until somebody has it forgotten.
func (s *State) settleMemory(out []Effect) []Effect {
	for i := range s.Seats {
		m := s.Seats[i].Memory
		if m == nil {
			continue
		}
		if !s.memorizes(i) {
			out = m.Rest(s.Lines.Last(), out)
			continue
		}
		for e := range s.Lines.Between(m.Counted+1, s.Lines.Last()) {
			if s.teaches(i, e) {
				m.Hear(s.Lines.Text(e), s.Now)
			}
		}
		m.CountTo(s.Lines.Last())
		m.Bound(s.cfg(i).Policy.Memory.Most)
		if s.Seats[i].Learns(s.cfg(i)) {
			m.Arm(&s.Number)
		}
	}
	return out
}

// teaches reports whether seat i may learn from a line: one that it has heard, said by
// a person or by itself while it listened, and no command.
func (s *State) teaches(i int, e *transcript.Row) bool {
	own := int(s.Lines.By(e)) == i+1
	if e.Gone() || e.Old() || !e.HasID() || !s.Lines.Shows(e, i) || !own && (s.Lines.By(e) != 0 || s.Lines.Author(e).Bot) {
		return false
	}
	return own || !s.isCommand(e)
}

// isCommand reports whether a line told the familiars what to do, as far as it says so
// itself: whom it answered isn't known any more. Most lines can't, and are not looked at
// further.
func (s *State) isCommand(e *transcript.Row) bool {
	text := strings.TrimSpace(s.Lines.Text(e))
	if text == "" || !strings.ContainsAny(text[:1], "/@<") {
		return false
	}
	l := s.overheard(s.Lines.Entry(e), "")
	l.Author.Bot = false
	_, is := s.Admission.ReadOrder(l, s.config.Ears)
	return is
}

// lesson is the newest of the lines after from, up to upto, that seat i may learn from.
func (s *State) lesson(i int, from, upto uint32) (lines []*transcript.Row) {
	for e := range s.Lines.Between(from+1, upto) {
		if s.teaches(i, e) {
			lines = append(lines, e)
		}
	}
	return lines[max(0, len(lines)-memory.MaxLines):]
}

// study takes a deadline of seat i's memory: talk may have settled, or the open
// question has no answer in time.
func (s *State) study(i int, n uint64, out []Effect) []Effect {
	m := s.Seats[i].Memory
	if m.Opens(n) {
		m.Failed(true)
		return append(out, messages.Cancel{N: n})
	}
	switch last := s.Lines.Last(); {
	case !m.Fired(n, s.Now):
	case s.Seats[i].Learns(s.cfg(i)):
		lesson, agreed := s.agreedLesson(i, s.lesson(i, m.Learned, last))
		if len(lesson) == 0 {
			m.PassOver(last)
			return out
		}
		open := s.lends(memory.ToWorkspace, i) && !slices.ContainsFunc(lesson, func(e *transcript.Row) bool { return !e.Open() })
		m.Ask(s.Now, memory.WindowOf(sources(&s.Lines, lesson)).SaidBy(agreed, open), last, &s.Number)
		return append(out, s.memorizeOrder(i))
	}
	return out
}

// sources says of lines what is remembered of them once the transcript has let go of them.
func sources(from *transcript.Log, lines []*transcript.Row) []memory.Source {
	all := make([]memory.Source, len(lines))
	for k, e := range lines {
		all[k] = memory.Source{Line: from.ID(e), By: seating.AccountOf(from.Author(e).ID), At: e.At()}
	}
	return all
}

// lessonOf is the lines that a question of seat i shows, of those that are still
// there: none but those of its window, whatever has been configured since.
func (s *State) lessonOf(i int, q *memory.Question) (lines []*transcript.Row) {
	for _, e := range s.lesson(i, q.From, q.Upto) {
		if q.Window.Has(s.Lines.ID(e)) {
			lines = append(lines, e)
		}
	}
	return lines
}

// memorizeOrder is the open question of what seat i is to keep, from the state alone.
func (s *State) memorizeOrder(i int) messages.Memorize {
	m := s.Seats[i].Memory
	order := messages.Memorize{N: m.Asked.N, Channel: s.Channel, Familiar: s.Seats[i].Familiar, Deadline: m.Asked.At}
	for _, e := range s.lessonOf(i, m.Asked) {
		order.Lines = append(order.Lines, s.Lines.Entry(e).Quote(i, cut))
	}
	order.Known = s.Seats[i].ComesToMind(order.Lines, knownMost)
	for k := range order.Known {
		order.Known[k].Why = ""
	}
	return order
}

// takeMemorized takes what a model would keep. Of what it says only that is kept which
// names lines that it was shown and that are still there.
func (s *State) takeMemorized(v messages.Memorized) {
	i := s.Seats.Learning(v.N)
	if i < 0 {
		return
	}
	m := s.Seats[i].Memory
	if v.Error != "" {
		m.Failed(v.Fault.Passes())
		return
	}
	q := m.Answered()
	shown := map[messages.LineID]memory.Shown{}
	lesson := s.lessonOf(i, &q)
	for k, from := range sources(&s.Lines, lesson) {
		shown[from.Line] = memory.Shown{Source: from, Name: s.Lines.Author(lesson[k]).Name}
	}
	var items []memory.Item
	for _, l := range v.Lessons[:min(len(v.Lessons), memory.MaxItems)] {
		if item, ok := memory.ItemOf(&l, shown, s.Now); ok {
			items = append(items, item)
		}
	}
	m.Take(q.Window, items, s.cfg(i).Policy.Memory.Most)
}

// tellMemory answers somebody who asks what seat i keeps about them here, puts it right, or
// wants it forgotten. Then all goes that may be made of what they said, too, as a model
// need not have said that it is about them; from the journal as well.
func (s *State) tellMemory(i int, l *messages.Line, o admission.Order, out []Effect) []Effect {
	m, who := s.Seats[i].Memory, seating.AccountOf(l.Author.ID)
	if m == nil {
		return out
	}
	out = s.note(i, obeyedNote(l.ID, admission.Memory), out)
	a := admission.Answer{Key: admission.MemoryNothing, Name: s.cfg(i).Name}
	if n, text, is := o.Correction(); is {
		if a.Key = admission.MemoryRight; !s.Seats[i].Correct(l, n, text, s.Now, s.cfg(i).Policy.Memory.Most) {
			a.Key, a.Command = admission.MemoryUsage, o.Command
		}
		return s.answerCommand(i, l.ID, a, out)
	}
	if o.Rest != "" {
		a.Key = admission.MemoryGone
		before := s.inSight()
		out = s.recompose(before, m.Forget(memory.Gone{By: who}, out))
		out = s.eraseText(erasing.Text{Memories: true}, true, out)
		return s.answerCommand(i, l.ID, a, out)
	}
	for n, kept := range m.About(who) {
		a.Key, a.Told = admission.MemoryTold, fmt.Sprintf("%s%d. %s\n", a.Told, n+1, kept.Text)
	}
	switch {
	case s.lends(memory.ToAgreed, i) && l.Agreed != 0 && len(m.LendAgreed([]uint32{l.Agreed}, true)) > 0:
		a.Key = admission.MemoryAgreed
	case s.lends(memory.ToWorkspace, i) && len(m.Lend([]messages.PersonID{who})) > 0:
		a.Key = admission.MemoryLent
	}
	a.Told = shorten.Runes(strings.TrimSpace(a.Told), whyRunes)
	return s.answerCommand(i, l.ID, a, out)
}
