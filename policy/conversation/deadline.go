package conversation

import (
	"time"

	"familiar/messages"
	"familiar/policy/deadline"
	"familiar/policy/inquiry"
	"familiar/policy/memory"
)

// due gives the earliest deadline.
func (s *State) due() (d deadline.Deadline) {
	least := func(c deadline.Deadline) { d = d.Earlier(c) }
	for i := range s.Seats {
		seat := &s.Seats[i]
		least(seat.Debounce)
		seat.Deadlines(least)
		if seat.Outage != nil {
			least(seat.Outage.Deadline)
		}
		if seat.Memory != nil {
			least(seat.Memory.Due())
		}
	}
	if s.Turn != nil {
		least(s.Turn.Deadline)
		for i := range s.Turn.Posts {
			least(s.Turn.Posts[i].Held)
		}
	}
	least(s.Turns.Armed())
	least(s.Duties.Due())
	least(s.Asking.Due())
	least(s.Erasing.Due())
	least(s.Clock.Due())
	least(s.Lending.Due())
	return d
}

// grown is the pause before try number n+1: first before the second, and by
// times more before each that follows.
func grown(first time.Duration, times, n int) time.Duration {
	for range n - 1 {
		first *= time.Duration(times)
	}
	return first
}

// fireDeadline finds whose deadline it was. A number that is no longer set is an old
// timer's.
func (s *State) fireDeadline(n uint64, out []Effect) []Effect {
	if n == 0 {
		return out
	}
	for i := range s.Seats {
		seat := &s.Seats[i]
		switch {
		case seat.Fired(n): // settle does what is due
			return out
		case n == seat.Think.N:
			return s.thinkNow(i, out)
		case seat.Judging != nil && n == seat.Judging.N:
			return s.takeVerdict(messages.Judged{N: n, Error: "no verdict in time"}, out)
		case seat.Memory != nil && seat.Memory.Due().Is(n):
			return s.study(i, n, out)
		}
	}
	switch s.Asking.Fired(n) {
	case inquiry.Wait:
		return s.takeHeld(out)
	case inquiry.MembersWait:
		return s.answered(out)
	case inquiry.Nothing:
	}
	if s.Turns.Fired(n) { // settleAssigned does what is due
		return out
	}
	if t := s.Turn; t != nil {
		if n == t.Deadline.N {
			return s.giveTurnUp(out)
		}
		if p := t.Posts.Held(n); p != nil {
			return s.goOn(s.handOver(p, out))
		}
	}
	if s.Erasing.Due().Is(n) {
		return s.Erasing.OrderNext(s.Channel, s.Now, &s.Number, s.config.Held, out)
	}
	if out, is := s.fireSchedule(n, out); is {
		return out
	}
	if to, again, is := s.Lending.Fired(n); is {
		if again {
			out = append(out, s.tellDirectory(to))
		}
		return out
	}
	return s.fireDuty(n, out)
}

// pending gives the orders that are not answered, as they were given.
func (s *State) pending() []Effect {
	var out []Effect
	for i := range s.Seats {
		if s.Seats[i].Judging != nil {
			out = append(out, s.judgeOrder(i))
		}
		if m := s.Seats[i].Memory; m != nil && m.Asked != nil {
			out = append(out, s.memorizeOrder(i))
		}
	}
	if s.Turn != nil {
		out = append(out, s.pendingTurn()...)
	}
	for k := range s.Notices {
		if p := &s.Notices[k]; !p.Done && p.Text != "" {
			out = append(out, s.noticeOrder(p))
		}
	}
	out = s.Erasing.Pending(s.Channel, s.config.Held, out)
	if s.Links != nil && s.Links.Version > 0 {
		out = append(out, messages.ShareLinks{})
	}
	for _, to := range memory.Circles() {
		if s.Lending.To(to).Open() { // the directory has not confirmed it
			out = append(out, s.tellDirectory(to))
		}
	}
	return s.Admission.ShareAgain(s.Ties.Pending(s.Channel, s.Asking.Pending(s.Channel, s.Now, s.Duties.Pending(s.Channel, out))))
}

// opens reports whether the order with that number is still unanswered.
func (s *State) opens(n uint64) bool {
	if s.Turn != nil && !s.Turn.Composed && s.Turn.N == n {
		return true
	}
	return s.Seats.Judging(n) >= 0 || s.Seats.Learning(n) >= 0 || s.Erasing.Due().Is(n) || s.Asking.Opens(n) || s.Duties.AsksWhy(n)
}

// isBusy reports whether somebody waits for an answer.
func (s *State) isBusy() bool {
	for i := range s.Seats {
		if s.Seats[i].Judging != nil || len(s.Seats[i].Pending) > 0 {
			return true
		}
		if m := s.Seats[i].Memory; m != nil && m.Asked != nil { // who is put away asks again
			return true
		}
	}
	return s.Turn != nil || s.Erasing.Busy() || s.Asking.Waiting()
}

// renumber makes the next number at least least.
func (s *State) renumber(least uint64) {
	if !s.Number.Raise(least) {
		return
	}
	for i := range s.Seats {
		if j := s.Seats[i].Judging; j != nil {
			j.Deadline = s.questionBy(i, j.At)
		}
		s.Seats[i].Memory.Renumber(&s.Number)
	}
	s.Turn.Renumber(&s.Number)
	s.Erasing.Renumber(&s.Number)
	s.Asking.Renumber(&s.Number)
	s.Duties.Renumber(&s.Number)
}
