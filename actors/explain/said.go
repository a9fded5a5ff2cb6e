package explain

import (
	"cmp"
	"context"

	"familiar/journal"
	"familiar/messages"
	"familiar/policy/why"
)

// said is who wrote a channel's lines and for whom, without their text.
type said struct {
	lines map[messages.LineID]saidLine
	names map[messages.PersonID]string // what people are called here

	asked  map[messages.LineID]bool   // lines that are to be told of
	unread map[messages.LineID]bool   // lines, and
	unmet  map[messages.PersonID]bool // people, of whom something is still looked for
}

type saidLine struct {
	author   messages.Author
	to       messages.Reply
	mentions []messages.PersonID
}

// saidBack is how many records are looked through for who wrote a line and
// whom it was for. Beyond that it is told without a name.
const saidBack = 4096

// readSaid looks back in the channel's journal from when the lines that are
// asked about were first decided on.
func readSaid(ctx context.Context, j journal.Log, channel messages.ChannelID, told gathered) (said, error) {
	s := said{
		lines: map[messages.LineID]saidLine{}, names: map[messages.PersonID]string{},
		asked: map[messages.LineID]bool{}, unread: map[messages.LineID]bool{}, unmet: map[messages.PersonID]bool{},
	}
	var newest messages.Instant
	for _, line := range told.lines {
		if at := told.decided(line); at != 0 {
			s.asked[line], s.unread[line], newest = true, true, max(newest, at)
		}
	}
	if len(s.asked) == 0 {
		return s, nil
	}
	looked := 0
	for r, err := range j.Rewind(ctx, channel, newest+1) {
		if err != nil {
			return s, err
		}
		for _, l := range journal.LinesOf(r.Event) {
			s.learn(l)
		}
		if looked++; looked == saidBack || len(s.unread)+len(s.unmet) == 0 {
			break
		}
	}
	return s, nil
}

// learn takes what there is to know from a line; those it was for have usually spoken before it.
func (s *said) learn(l *messages.Line) {
	s.lines[l.ID] = saidLine{l.Author, l.ReplyTo, l.Mentions}
	delete(s.unread, l.ID)
	if l.Author.Name != "" && s.names[l.Author.ID] == "" {
		s.names[l.Author.ID] = l.Author.Name
		delete(s.unmet, l.Author.ID)
	}
	if !s.asked[l.ID] {
		return
	}
	if l.ReplyTo.Set() && l.ReplyTo.Author == "" {
		s.unread[l.ReplyTo.ID] = true
		return
	}
	for _, who := range s.aims(l.ID) {
		if s.names[who] == "" {
			s.unmet[who] = true
		}
	}
}

// aims gives the people a line is for.
func (s *said) aims(line messages.LineID) []messages.PersonID {
	l := s.lines[line]
	if l.to.Set() {
		return []messages.PersonID{cmp.Or(l.to.Author, s.lines[l.to.ID].author.ID)}
	}
	return l.mentions
}

// scene says who the people of a line are; us is the familiar, who is not
// among those it is for.
func (s *said) scene(line messages.LineID, us string) why.Scene {
	l := s.lines[line]
	scene := why.Scene{Author: cmp.Or(why.Called(l.author), string(l.author.ID))}
	for _, who := range s.aims(line) {
		if name := s.names[who]; name != "" && name != us {
			scene.To = name
			break
		}
	}
	return scene
}
