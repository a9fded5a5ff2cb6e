package memory

import (
	"slices"
	"time"
	"unicode/utf8"

	"familiar/messages"
	"familiar/policy/deadline"
)

// When a model is asked what to keep, and about how much.
const (
	Lull     = 5 * time.Minute  // nothing was said for so long
	pause    = 10 * time.Minute // between two questions
	within   = 2 * time.Minute  // that the answer may take
	minLines = 10               // to learn from, or
	minChars = 1_000            // so many characters
	MaxLines = 40               // that a question shows
	tries    = 3                // of a question that fails, then its lines are passed over
)

// A State is what a familiar keeps of a channel and how far it has learned from it.
type State struct {
	Store
	Learned  uint32            // lines up to here are learned from, or passed over
	Counted  uint32            // lines up to here are among those below, if they are to be
	Lines    uint32            // to learn from, since Learned
	Chars    uint32            // that the first of them have
	Heard    messages.Instant  // when the newest of them was
	Begun    messages.Instant  // when a model was asked last
	Failures uint8             // in a row
	Timer    deadline.Deadline // when to see whether talk has settled
	Asked    *Question         // what is with a model; nil: nothing is
}

// A Question is with a model: what is to be kept of some lines, which are after From, up
// to Upto. However often it is asked, no other line is shown.
type Question struct {
	deadline.Deadline // N is the order's
	From, Upto        uint32
	Window            Window // of the lines; without an id
}

// New returns the state of a familiar that begins to learn after that line.
func New(after uint32) *State { return &State{Learned: after, Counted: after} }

// Hear counts a line that may be learned from.
func (s *State) Hear(text string, at messages.Instant) {
	if s.Lines < minLines { // else there is enough as it is
		s.Chars += uint32(utf8.RuneCountInString(text))
	}
	s.Lines++
	s.Heard = max(s.Heard, at)
}

// CountTo takes that the lines up to there are counted, as far as they are to be.
func (s *State) CountTo(line uint32) { s.Counted = max(s.Counted, line) }

// Arm sets the deadline once there is enough to learn from.
func (s *State) Arm(number *deadline.Counter) {
	if s.Asked == nil && s.Timer.N == 0 && (s.Lines >= minLines || s.Chars >= minChars) {
		s.Timer = number.By(s.next())
	}
}

// next is the earliest moment of the next question.
func (s *State) next() messages.Instant {
	at := s.Heard.Add(Lull)
	if s.Begun != 0 {
		at = max(at, s.Begun.Add(pause))
	}
	return at
}

// Fired takes the deadline of that number, and reports whether to ask now. Where
// somebody has spoken meanwhile, [State.Arm] sets another one.
func (s *State) Fired(n uint64, now messages.Instant) bool {
	if !s.Timer.Is(n) {
		return false
	}
	s.Timer = deadline.Deadline{}
	return s.Asked == nil && now >= s.next()
}

// Ask has lines be with a model, which are all up to upto that there is to learn from.
func (s *State) Ask(now messages.Instant, lines Window, upto uint32, number *deadline.Counter) {
	s.Asked = &Question{Deadline: number.By(now.Add(within)), From: s.Learned, Upto: upto, Window: lines}
	s.Begun, s.Timer, s.Lines, s.Chars = now, deadline.Deadline{}, 0, 0
}

// PassOver has nothing learned from the lines up to upto.
func (s *State) PassOver(upto uint32) {
	s.Learned, s.Lines, s.Chars, s.Timer = max(s.Learned, upto), 0, 0, deadline.Deadline{}
}

// Answered ends the open question, which there has to be.
func (s *State) Answered() Question {
	q := *s.Asked
	s.Asked, s.Failures, s.Learned = nil, 0, max(s.Learned, q.Upto)
	return q
}

// Failed ends the open question without an answer. again says that asking once more
// may help: then the lines are asked about again after the pause, a few times.
func (s *State) Failed(again bool) {
	if s.Failures++; !again || s.Failures >= tries {
		s.Answered()
		return
	}
	s.reopen()
}

// Forget lets go of all that may be made of such lines. A question that shows one of them,
// or may show something of what went, is taken back, and the order appended that says so.
func (s *State) Forget(g Gone, out []messages.Effect) []messages.Effect {
	if s.Store.Forget(g) > 0 || s.Asked != nil && s.Asked.Window.holds(g) {
		return s.Withdraw(out)
	}
	return out
}

// Withdraw takes the open question back, whose answer may repeat what has gone, and appends
// the order that says so. What is still there of its lines is asked about later. Without a
// memory there is none.
func (s *State) Withdraw(out []messages.Effect) []messages.Effect {
	if s == nil || s.Asked == nil {
		return out
	}
	n := s.Asked.N
	s.reopen()
	if n == 0 {
		return out
	}
	return append(out, messages.Cancel{N: n})
}

// Renumber gives the open question a new number. Without a memory there is none.
func (s *State) Renumber(numbers *deadline.Counter) {
	if s != nil && s.Asked != nil {
		s.Asked.N = numbers.Next()
	}
}

// reopen has the lines that were asked about be learned from later.
func (s *State) reopen() {
	s.Asked, s.Lines = nil, s.Lines+minLines
}

// Due returns the deadline it waits for; without number when there is none.
func (s *State) Due() deadline.Deadline {
	if s.Asked != nil {
		return s.Timer.Earlier(s.Asked.Deadline)
	}
	return s.Timer
}

// Opens reports whether the order of that number is not answered.
func (s *State) Opens(n uint64) bool { return s.Asked != nil && s.Asked.Is(n) }

// adopt makes what was read hold together: see [State.Fields].
func (s *State) adopt() {
	s.drop(func(m *Memory) bool {
		return !slices.ContainsFunc(s.Windows, func(w Window) bool { return w.ID == m.Window })
	})
	if s.Asked != nil && len(s.Asked.Window.Lines) == 0 {
		s.reopen()
	}
}

// Rest lets go of every deadline and of the question that is open, and appends the order
// that says so. What is kept stays.
func (s *State) Rest(last uint32, out []messages.Effect) []messages.Effect {
	out = s.Withdraw(out)
	s.PassOver(last)
	s.CountTo(last)
	return out
}

// A Shown is a line that a model was shown: what is remembered of it, and how whoever said
// it was called.
type Shown struct {
	Source
	Name string
}

// ItemOf returns a lesson with what it was made of; false: it names a line that wasn't shown.
func ItemOf(l *messages.Lesson, shown map[messages.LineID]Shown, now messages.Instant) (item Item, ok bool) {
	if len(l.From) > MaxFrom || l.Sure < 1 || l.Sure > 100 {
		return item, false
	}
	item.Text, item.At, item.Sure, item.Replaces = Tidy(l.Text), now, uint8(l.Sure), uint32(l.Replaces)
	for _, id := range l.From {
		line, is := shown[id]
		if !is {
			return item, false
		}
		if !slices.Contains(item.From, line.Source) {
			item.From = append(item.From, line.Source)
		}
	}
	if l.About == "" {
		return item, true
	}
	line, is := shown[l.About]
	item.About, item.Name = line.By, line.Name
	return item, is
}
