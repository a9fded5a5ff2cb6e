package conversation

import (
	"testing"
	"time"

	"familiar/messages"
	"familiar/policy/mind"
)

// TestQuestionNumber: the same question has the same number, any other has
// another, and none has one that is counted.
func TestQuestionNumber(t *testing.T) {
	const noon = messages.Instant(1_772_362_800_000)
	number := func(change func(*Channel), at messages.Instant) uint64 {
		s := New(scriptChannel, testConfig(t, "ladder"))
		s.Now, s.Number = noon, 7
		change(s)
		return s.questionBy(0, at).N
	}
	by := noon.Add(20 * time.Second)
	first := number(func(*Channel) {}, by)
	if again := number(func(*Channel) {}, by); again != first {
		t.Errorf("the same question has number %d, then %d", first, again)
	}
	if first < questionNumbers || first >= shadowNumbers {
		t.Errorf("a question has number %d, want one of its own range", first)
	}
	for what, other := range map[string]uint64{
		"of another familiar": number(func(s *Channel) { s.Seats[0].Mood.Seed = seed(s.Channel, "somebody") }, by),
		"a moment later":      number(func(s *Channel) { s.Now++ }, by),
		"after another order": number(func(s *Channel) { s.Number++ }, by),
		"with more time":      number(func(*Channel) {}, by.Add(time.Second)),
		"in shadow":           number(func(s *Channel) { s.Number |= shadowNumbers }, by),
	} {
		if other == first {
			t.Errorf("the question %s has number %d, too", what, first)
		}
		if shadow := what == "in shadow"; other&questionNumbers == 0 || other >= shadowNumbers != shadow {
			t.Errorf("the question %s has number %d, which is not of its range", what, other)
		}
	}
}

// TestRenumberQuestion: an open question of a state that is made anew gets
// another number, and one of a question's.
func TestRenumberQuestion(t *testing.T) {
	s := New(scriptChannel, testConfig(t, "ladder"))
	first := s.questionBy(0, 20_000)
	s.Seats[0].Judging = &mind.Question{Deadline: first}
	s.Renumber(1000)
	now := s.Seats[0].Judging.Deadline
	if now.N == first.N || now.N&questionNumbers == 0 || now.At != first.At || !s.Open(now.N) || s.Open(first.N) {
		t.Errorf("the question was %+v and is %+v", first, now)
	}
}
