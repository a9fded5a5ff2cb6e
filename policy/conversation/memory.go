package conversation

import (
	"slices"
	"strings"

	"familiar/internal/shorten"
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/admission"
	"familiar/policy/budget"
	"familiar/policy/memory"
	"familiar/policy/seating"
	"familiar/policy/transcript"
)

// What a familiar keeps in mind of a channel stands in its seat there and nowhere
// else. It is made of lines that the seat was shown, and read by its turns in the same
// channel; so nothing of it can reach another one.

// memoryStops is the step of the budget's pressure from which nothing is learned.
const memoryStops = budget.Step(2)

// knownMost is how many memories a model that learns is shown.
const knownMost = 20

// useMemory gives a seat its memory, where it is to keep one, from the newest line on.
func (s *State) useMemory() {
	for i := range s.Seats {
		if s.Seats[i].Memory == nil && s.memorizes(i) {
			s.Seats[i].Memory = memory.New(s.Lines.Last())
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
			if n := m.Rest(s.Lines.Last()); n != 0 {
				out = append(out, messages.Cancel{N: n})
			}
			continue
		}
		for e := range s.Lines.Between(m.Counted+1, s.Lines.Last()) {
			if s.teaches(i, e) {
				m.Hear(s.Lines.Text(e), s.Now)
			}
		}
		m.Counted = s.Lines.Last()
		m.Bound(s.cfg(i).Policy.Memory.Most)
		m.Arm(&s.Number)
	}
	return out
}

// teaches reports whether seat i may learn from a line: one that it has heard, said by
// a person or by itself while it listened, and no command.
func (s *State) teaches(i int, e *transcript.Row) bool {
	own := int(e.By()) == i+1
	if e.Gone() || e.Old() || !e.HasID() || !e.Shows(i) || !own && (e.By() != 0 || s.Lines.Author(e).Bot) {
		return false
	}
	_, command := s.Admission.ReadOrder(s.overheard(s.Lines.Entry(e), ""), s.config.Ears)
	return own || !command
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
	case s.Seats[i].Pressure.Step >= memoryStops || s.cfg(i).Absent:
		m.Postpone(s.Now)
	case len(s.lesson(i, m.Learned, last)) == 0:
		m.PassOver(last)
	default:
		m.Ask(s.Now, last, &s.Number)
		return append(out, s.memorizeOrder(i))
	}
	return out
}

// memorizeOrder is the open question of what seat i is to keep, from the state alone.
func (s *State) memorizeOrder(i int) messages.Memorize {
	m := s.Seats[i].Memory
	order := messages.Memorize{N: m.Asked.N, Channel: s.Channel, Familiar: s.Seats[i].Familiar, Deadline: m.Asked.At}
	for _, e := range s.lesson(i, m.Asked.From, m.Asked.Upto) {
		order.Lines = append(order.Lines, s.Lines.Entry(e).Quote(i, cut))
	}
	order.Known = s.comesToMind(i, order.Lines, knownMost)
	for k := range order.Known {
		order.Known[k].Why = ""
	}
	return order
}

// comesToMind is what seat i keeps that has to do with these lines.
func (s *State) comesToMind(i int, lines []messages.Quoted, most int) (all []messages.Memory) {
	var texts []string
	var people []messages.PersonID
	for _, l := range lines {
		texts = append(texts, l.Text)
		if !l.Own {
			people = append(people, seating.AccountOf(l.Author.ID))
		}
	}
	for _, m := range s.Seats[i].Memory.Recall(texts, people, most) {
		all = append(all, messages.Memory{ID: messages.MemoryID(m.ID), Text: m.Text, Name: m.Name, Why: m.Why})
	}
	return all
}

// seatLearning is the seat whose question of what to keep has that number; -1: none.
func (s *State) seatLearning(n uint64) int {
	return slices.IndexFunc(s.Seats, func(seat Seat) bool { return seat.Memory != nil && seat.Memory.Opens(n) })
}

// takeMemorized takes what a model would keep. Of what it says only that is kept which
// names lines that it was shown and that are still there.
func (s *State) takeMemorized(v messages.Memorized) {
	i := s.seatLearning(v.N)
	if i < 0 {
		return
	}
	m := s.Seats[i].Memory
	if v.Error != "" {
		m.Failed(v.Fault.Passes())
		return
	}
	q := m.Answered()
	shown := map[messages.LineID]*transcript.Row{}
	for _, e := range s.lesson(i, q.From, q.Upto) {
		shown[s.Lines.ID(e)] = e
	}
	for _, l := range v.Lessons[:min(len(v.Lessons), memory.MaxItems)] {
		if item, ok := s.itemOf(&l, shown); ok {
			m.Take(item, s.cfg(i).Policy.Memory.Most)
		}
	}
}

// itemOf is a lesson with what it was made of; false: it names a line that wasn't shown.
func (s *State) itemOf(l *messages.Lesson, shown map[messages.LineID]*transcript.Row) (item memory.Item, ok bool) {
	if len(l.From) > memory.MaxFrom || l.Sure < 1 || l.Sure > 100 {
		return item, false
	}
	item.Text, item.At, item.Sure, item.Replaces = memory.Tidy(l.Text), s.Now, uint8(l.Sure), uint32(l.Replaces)
	for _, id := range l.From {
		e := shown[id]
		if e == nil {
			return item, false
		}
		source := memory.Source{Line: id, By: s.Lines.Author(e).ID, At: e.At()}
		if !slices.Contains(item.From, source) {
			item.From = append(item.From, source)
		}
	}
	if l.About == "" {
		return item, true
	}
	e := shown[l.About]
	if e == nil {
		return item, false
	}
	author := s.Lines.Author(e)
	item.About, item.Name = seating.AccountOf(author.ID), author.Name
	return item, true
}

// recall is what seat i keeps that has to do with what its turn answers.
func (s *State) recall(i int, order *messages.Compose) []messages.Memory {
	if s.Seats[i].Memory == nil || !s.memorizes(i) {
		return nil
	}
	asked := slices.Clone(order.Addressed)
	if order.Prompt != "" {
		asked = append(asked, messages.Quoted{Text: order.Prompt, Own: true})
	}
	return s.comesToMind(i, asked, memory.MaxRecall)
}

// remembered notes which memories the turn's prompt had, and why.
func (s *State) remembered(all []messages.Recollection, out []Effect) []Effect {
	if len(all) == 0 {
		return out
	}
	words := make([]string, len(all))
	for k, m := range all {
		words[k] = m.ID.String() + " (" + string(m.Why) + ")"
	}
	return s.note(s.Turn.Seat, messages.Note{Line: s.Turn.Asked.NewestID(), Act: messages.Settled, Rung: messages.ByRecall, N: s.Turn.Order(), Reason: because.Says(strings.Join(words, ", "))}, out)
}

// tellMemory answers somebody who asks what seat i keeps about them here, or who wants
// that forgotten. What a model is asked about meanwhile may repeat it, and is called off.
func (s *State) tellMemory(i int, l *messages.Line, forget bool, out []Effect) []Effect {
	m, who := s.Seats[i].Memory, seating.AccountOf(l.Author.ID)
	if m == nil {
		return out
	}
	out = s.note(i, messages.Note{Line: l.ID, Act: messages.Settled, Rung: messages.ByCommand, Reason: because.Obeyed{Command: string(admission.Memory)}}, out)
	a := admission.Answer{Key: admission.MemoryNothing, Name: s.cfg(i).Name}
	if forget {
		a.Key = admission.MemoryGone
		m.ForgetAbout(who)
		if n := m.Withdraw(); n != 0 {
			out = append(out, messages.Cancel{N: n})
		}
		return s.answerCommand(i, l.ID, a, out)
	}
	for _, kept := range m.About(who) {
		a.Key, a.Told = admission.MemoryTold, a.Told+"- "+kept.Text+"\n"
	}
	a.Told = shorten.Runes(strings.TrimSpace(a.Told), whyRunes)
	return s.answerCommand(i, l.ID, a, out)
}

// forgetMemories lets go of all that was made of such lines. A question that shows one
// of them is called off: its answer may repeat it.
func (s *State) forgetMemories(goes func(transcript.Entry) bool, out []Effect) []Effect {
	for i := range s.Seats {
		m := s.Seats[i].Memory
		if m == nil {
			continue
		}
		gone := m.Forget(func(f memory.Source) bool {
			return goes(transcript.Entry{Marks: transcript.Marks{At: f.At}, ID: f.Line, Author: &messages.Author{ID: f.By}})
		}) > 0
		if m.Asked == nil {
			continue
		}
		for e := range s.Lines.Between(m.Asked.From+1, m.Asked.Upto) {
			if gone = gone || goes(s.Lines.Entry(e)); gone {
				out = append(out, messages.Cancel{N: m.Withdraw()})
				break
			}
		}
	}
	return out
}

// forgetAbout lets go of all that is about somebody, and of a question that may show it.
func (s *State) forgetAbout(who messages.PersonID, out []Effect) []Effect {
	for i := range s.Seats {
		m := s.Seats[i].Memory
		if m == nil || m.ForgetAbout(who) == 0 {
			continue
		}
		if n := m.Withdraw(); n != 0 {
			out = append(out, messages.Cancel{N: n})
		}
	}
	return out
}

// remembersBefore reports whether a memory was made of a line from before t, which the
// transcript may have let go of.
func (s *State) remembersBefore(t messages.Instant) bool {
	for i := range s.Seats {
		if m := s.Seats[i].Memory; m != nil && m.Oldest() < t {
			return true
		}
	}
	return false
}
