package community

import (
	"slices"
	"strconv"

	"familiar/messages"
)

// said gives a line that people have said; nil: it is none of theirs.
func (w *world) said(id messages.LineID) *Said {
	if len(id) > 1 && id[0] == 'x' {
		if k, err := strconv.Atoi(string(id[1:])); err == nil && k < len(w.extra) {
			return w.extra[k]
		}
		return nil
	}
	if k, err := strconv.Atoi(string(id)); err == nil && 0 < k && k <= len(w.talk.said) {
		return &w.talk.said[k-1]
	}
	return nil
}

// forUs gives the newest of the lines that says it is for the familiar; nil:
// none does.
func (w *world) forUs(lines []messages.Quoted) *Said {
	for _, q := range slices.Backward(lines) {
		if s := w.said(q.ID); s != nil && s.ForUs() {
			return s
		}
	}
	return nil
}

// speak has somebody say something because of the familiar, perhaps in reply to
// a line of its.
func (w *world) speak(author int, kind Kind, topic, depth int, at messages.Instant, ours messages.LineID, text string) messages.Event {
	l := w.line(author, at, text)
	if ours != "" {
		l.ReplyTo = messages.Reply{ID: ours, Author: ourID}
	}
	return w.tell(&Said{Line: l, Kind: kind, Author: author, Topic: topic, To: -1, depth: depth})
}

func (w *world) line(author int, at messages.Instant, text string) *messages.Line {
	return &messages.Line{
		ID: messages.LineID("x" + strconv.Itoa(len(w.extra))), Channel: channelOf(w.taste.Habits.Network),
		Author: w.talk.people[author].author, At: at, Text: text,
	}
}

// tell has a line heard that isn't of the talk.
func (w *world) tell(s *Said) messages.Event {
	w.extra = append(w.extra, s)
	w.hear(s)
	return messages.Heard{Line: s.Line}
}
