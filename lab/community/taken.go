package community

import (
	"time"

	"familiar/internal/splitmix"
	"familiar/messages"
)

const (
	answersOn = .45 // chance that whoever called the familiar goes on with it
	wordless  = .5  // part of those who do so without its name or a reply
	talksMost = 6   // how often somebody goes on in a row
)

// taken has people take a line of the familiar's that the newest turn brought.
func (w *world) taken(now messages.Instant, ours messages.LineID) {
	lines := w.turn.Addressed
	if s := w.forUs(lines); s != nil {
		w.cover(lines)
		w.goOn(s, now, ours)
		return
	}
	s := w.about(lines)
	if s == nil {
		return
	}
	w.unaskedFor(s, now, ours)
	w.cover(lines)
}

func (w *world) cover(lines []messages.Quoted) {
	for i := range lines {
		w.covered[lines[i].ID] = true
	}
}

// unaskedFor has people take an answer that nobody asked the familiar for.
func (w *world) unaskedFor(s *Said, now messages.Instant, ours messages.LineID) {
	welcome := w.welcomes(s, now)
	w.unasked = append(w.unasked, w.heard)
	if w.taste.Drives != "" {
		w.push(now, s, ours, driver, drawSign(drives[w.taste.Drives], w.draw(ours, driven)), 2*time.Second)
	}
	if w.drivesBy(s.Author) {
		w.count.at(w.at).Drivers++
		return
	}
	w.wanted[ours] = welcome
	if c := w.count.at(w.at); welcome {
		c.Welcome++
	} else {
		c.Unwelcome++
	}
	given := w.taste.shows(welcome, w.draw(ours, shown))
	by := s.Author
	if given == hush || given == remove {
		by = 1 // the other moderator
	}
	if given.complains() {
		w.count.at(w.at).Complaints++
	}
	w.push(now, s, ours, by, given, 12*time.Second)
}

// push has somebody give a sign after a while.
func (w *world) push(now messages.Instant, about *Said, ours messages.LineID, by int, given sign, median time.Duration) {
	if given == nothing {
		return
	}
	w.agenda.push(now.Add(w.delay(ours, shownAfter, median)), func(at messages.Instant) messages.Event {
		switch given {
		case like, dislike, remove, nothing:
			return given.react(w.talk.people[by].author, ours)
		case alone:
			w.leaveAlone(by, at)
		case reply, name, plain, hush, scold:
		}
		text, kind, answers := given.words()
		if !answers {
			ours = ""
		}
		return w.speak(by, kind, about.Topic, about.depth+1, at, ours, text)
	})
}

// aloneFor is how long somebody wants to be left alone by the familiar. With
// people who never relent every setting ends in the same silence.
const aloneFor = 2 * time.Hour

// leaveAlone has somebody not mind its silence, until they have it talk to them
// again.
func (w *world) leaveAlone(who int, at messages.Instant) {
	if w.alone[who] {
		return
	}
	w.alone[who] = true
	w.agenda.push(at.Add(aloneFor), func(at messages.Instant) messages.Event {
		delete(w.alone, who)
		return w.speak(who, Chat, 0, 0, at, "", "/again")
	})
}

// goOn has whoever called the familiar go on with it, perhaps.
func (w *world) goOn(s *Said, now messages.Instant, ours messages.LineID) {
	drawn := w.draw(ours, goingOn)
	if s.depth >= talksMost || drawn >= answersOn {
		return
	}
	w.agenda.push(now.Add(w.delay(ours, shownAfter, 15*time.Second)), func(at messages.Instant) messages.Event {
		text := sentence(GoOn, s.Topic, splitmix.At(w.seed, uint64(w.posted)))
		switch {
		case drawn < answersOn*wordless:
			return w.speak(s.Author, GoOn, s.Topic, s.depth+1, at, "", text)
		case w.taste.Habits.Network == irc:
			return w.speak(s.Author, Call, s.Topic, s.depth+1, at, "", ourName+", "+text)
		}
		return w.speak(s.Author, Call, s.Topic, s.depth+1, at, ours, text)
	})
}
