package seat

import (
	"slices"

	"familiar/messages"
	"familiar/policy/budget"
	"familiar/policy/memory"
	"familiar/policy/seating"
)

// memoryStops is the step of the budget's pressure from which nothing is learned.
const memoryStops = budget.Step(2)

// Learns reports whether a model may be asked what it is to keep in mind: while the
// budget presses or its account is away nothing is learned, and no deadline is set for it.
func (s *Seat) Learns(c *seating.SeatConfig) bool {
	return s.Pressure.Step < memoryStops && !c.Absent
}

// ComesToMind returns what it keeps that has to do with these lines. It has to have a
// memory.
func (s *Seat) ComesToMind(lines []messages.Quoted, most int) (all []messages.Memory) {
	var texts []string
	var people []messages.PersonID
	for _, l := range lines {
		texts = append(texts, l.Text)
		if !l.Own {
			people = append(people, seating.AccountOf(l.Author.ID))
		}
	}
	for _, m := range s.Memory.Recall(texts, people, most) {
		all = append(all, m.Shown(m.Why))
	}
	return all
}

// Recall returns what it keeps that has to do with what a turn answers; nothing without
// a memory.
func (s *Seat) Recall(order *messages.Compose) []messages.Memory {
	if s.Memory == nil {
		return nil
	}
	asked := slices.Clone(order.Addressed)
	if order.Prompt != "" {
		asked = append(asked, messages.Quoted{Text: order.Prompt, Own: true})
	}
	return s.ComesToMind(asked, memory.MaxRecall)
}

// ToCompare returns all that it keeps, where vectors are to say what of it is alike to what
// is answered. Whoever carries the turn out asks for them: a network is no affair of policy's.
func (s *Seat) ToCompare(c *seating.SeatConfig) (all []messages.Memory) {
	if s.Memory == nil || c.Policy.Memory.Embeddings == "" {
		return nil
	}
	for k := range s.Memory.Kept {
		all = append(all, s.Memory.Kept[k].Shown(""))
	}
	return all
}

// Correct has what somebody says of themselves in a line take the place of the n-th thing
// that it keeps about them, and reports whether it did. It is made of this line alone, and
// goes with it.
func (s *Seat) Correct(l *messages.Line, n int, text string, now messages.Instant, most int) bool {
	who := seating.AccountOf(l.Author.ID)
	about := s.Memory.About(who)
	if n > len(about) {
		return false
	}
	from := []memory.Source{{Line: l.ID, By: who, At: now}}
	is := memory.Memory{Text: memory.Tidy(text), About: who, Name: l.Author.Name, From: from, At: now, Sure: 100}
	return s.Memory.Take(memory.WindowOf(from), []memory.Item{{Memory: is, Replaces: about[n-1].ID}}, most) > 0
}
