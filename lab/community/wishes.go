package community

import (
	"slices"
	"strconv"
	"time"

	"familiar/messages"
)

// about gives which of the lines a reply would be about: the newest question that
// nobody has answered, else the newest line. nil: none of them.
func (w *world) about(lines []messages.Quoted) *Said {
	var newest *Said
	for _, line := range slices.Backward(lines) {
		s := w.said(line.ID)
		if s == nil {
			continue
		}
		if (s.Kind == Question || s.Kind == GoOn || s.Kind == AskBack) && !w.answered(s, w.drive.Channel.Now) {
			return s
		}
		if newest == nil {
			newest = s
		}
	}
	return newest
}

func (w *world) answered(s *Said, now messages.Instant) bool {
	return s.AnsweredAt != 0 && s.AnsweredAt <= now
}

// moment gives what the wish for an answer to a line depends on now.
func (w *world) moment(s *Said, now messages.Instant) Moment {
	recent := 0
	for k := len(w.unasked) - 1; k >= 0 && w.unasked[k] > w.heard-often; k-- {
		recent++
	}
	return Moment{Silence: now.Sub(w.newest), Answered: w.answered(s, now), Repeated: w.covered[s.Line.ID], Recent: recent}
}

// welcomes reports whether an answer to a line is welcome now. How much the
// people feel like it stands for each line from the start.
func (w *world) welcomes(s *Said, now messages.Instant) bool {
	return w.draw(s.Line.ID, wished) < w.wants().Welcome(s, w.moment(s, now))
}

func (w *world) wants() *Wants { return w.taste.at(w.at, len(w.talk.said)) }

// ask has the judge answer.
func (w *world) ask(order *messages.Judge, now messages.Instant) bool {
	s := w.about(order.Waiting)
	if s == nil {
		return false
	}
	right := s.ForUs()
	switch m := w.moment(s, now); {
	case right:
	case w.judge == Stranger:
		right = strangerWants(s, m)
	default:
		right = w.welcomes(s, now.Add(writes))
	}
	return says(right, w.draw(messages.LineID(strconv.FormatUint(order.N, 36)), judged))
}

// hear takes what somebody says.
func (w *world) hear(s *Said) {
	w.heard++
	w.newest = s.Line.At
	if w.minds(s) {
		w.agenda.push(s.Line.At.Add(missedAfter), func(at messages.Instant) messages.Event { return w.miss(s, at) })
	}
}

// missedAfter is how long somebody waits for what they want, before they give it
// up or call the familiar; that comes within a minute and a half, so that
// policy/effect can still see what it is about.
const missedAfter = 90 * time.Second

// minds reports whether whoever says a line will mind if nobody answers it. One
// person who wants the familiar to talk minds every silence of it.
func (w *world) minds(s *Said) bool {
	switch {
	case s.ForUs() || w.alone[s.Author]:
		return false
	case w.drivesBy(s.Author):
		return w.taste.Drives == ForMore
	}
	wants := w.wants()
	best := Moment{}
	if w.silentAfter(s) {
		best.Silence = Calm
	}
	return w.draw(s.Line.ID, needed) < wants.Needed && w.draw(s.Line.ID, wished) < wants.Welcome(s, best)
}

// silentAfter reports whether people would say nothing for a while after a line.
func (w *world) silentAfter(s *Said) bool {
	next := w.at + 1
	return next < len(w.talk.said) && w.talk.said[next].Line.At.Sub(s.Line.At) >= Calm+writes
}

// miss is when somebody gives up waiting for an answer. They may call the
// familiar.
func (w *world) miss(s *Said, at messages.Instant) messages.Event {
	if w.covered[s.Line.ID] || w.answered(s, at) {
		return nil
	}
	chance := w.wants().Calls
	if w.drivesBy(s.Author) {
		chance = .5
	} else {
		w.count.at(w.at).Missed++
		w.wanted[s.Line.ID] = true
	}
	if w.draw(s.Line.ID, calling) < chance {
		w.agenda.push(at.Add(w.delay(s.Line.ID, shownAfter, 20*time.Second)), func(at messages.Instant) messages.Event {
			w.count.at(w.at).Called++
			return w.speak(s.Author, Call, s.Topic, 0, at, "", ourName+", "+s.Line.Text)
		})
	}
	return nil
}

// drivesBy reports whether that person tries to drive the familiar.
func (w *world) drivesBy(author int) bool { return w.taste.Drives != "" && author == driver }

// driver is which of the people does, in communities that have one.
const driver = 0
