package app

import (
	"cmp"
	"context"
	"slices"

	"familiar/journal"
	"familiar/messages"
	"familiar/policy/why"
)

// said is who wrote a channel's lines and for whom, without their text.
type said map[messages.LineID]saidLine

type saidLine struct {
	author   messages.Author
	to       messages.Reply
	mentions []messages.PersonID
}

// readSaid reads it from the channel's journal.
func readSaid(ctx context.Context, j journal.Log, channel messages.ChannelID) (said, error) {
	all := said{}
	for r, err := range j.Replay(ctx, channel, 0) {
		if err != nil {
			return nil, err
		}
		for _, l := range journal.LinesOf(r.Event) {
			all.take(l)
		}
	}
	return all, nil
}

func (s said) take(l *messages.Line) {
	if _, known := s[l.ID]; !known {
		s[l.ID] = saidLine{l.Author, l.ReplyTo, l.Mentions}
	}
}

// scene says who the people of a line are; us is the familiar, who is not
// among those it is for.
func (s said) scene(line messages.LineID, us string) why.Scene {
	l := s[line]
	scene := why.Scene{Author: cmp.Or(l.author.Name, string(l.author.ID))}
	if to := s[l.to.ID].author; to.Name != us {
		scene.To = to.Name
	}
	if scene.To == "" && !l.to.Set() {
		names := s.names(l.mentions)
		names = slices.DeleteFunc(names, func(name string) bool { return name == us })
		if len(names) > 0 {
			scene.To = names[0]
		}
	}
	return scene
}

// names gives what those people are called here, as far as they have spoken.
func (s said) names(people []messages.PersonID) (names []string) {
	for _, id := range people {
		for _, l := range s {
			if l.author.ID == id && l.author.Name != "" {
				names = append(names, l.author.Name)
				break
			}
		}
	}
	return names
}
