package demo

import (
	"strings"
	"time"

	"familiar/messages"
)

// unread is how many posts of familiars may wait to be read in a channel.
const unread = 8

// How ready people are to answer a familiar: how often in one scene, so that
// nobody talks with it for ever, and the chance of each time.
const (
	answersEach = 3
	answering   = 0.6
)

// A spoken is a familiar's post as the people of its channel see it.
type spoken struct {
	familiar messages.FamiliarID
	line     messages.LineID
	text     string
}

// An answer is a line somebody is typing.
type answer struct {
	line  Line
	typed *time.Timer
}

// How somebody answers a familiar, in turn: by going on without calling it,
// which only a credit makes its business; by its name; by replying to it.
const (
	goingOn = iota
	byName
	replying
	ways
)

// answers is what is said in each way. {name} becomes the familiar's.
var answers = [ways][]string{
	goingOn: {
		"and why is that?", "really? since when?", "how sure are you?", "ok, but what would you do first?",
		"and if it doesn't work?", "is that from experience?", "huh, how did you find that out?",
	},
	byName: {
		"thanks @{name}", "@{name} that helps, thank you", "@{name} noted", "@{name} you're good company",
		"@{name} and what about tomorrow?", "@{name} I'll try that and report",
	},
	replying: {
		"fair", "that made me smile", "I'd have said the opposite, why that?", "writing this one down",
		"can you say that again more simply?", "ha, true",
	},
}

// read decides whether somebody answers a familiar's post, and with what.
func (r *room) read(s spoken) {
	name, known := familiarName(s.familiar)
	if !known || strings.TrimSpace(s.text) == "" || r.answer != nil || r.left == 0 || r.asker.ID == "" || r.whim.Float64() >= answering {
		return
	}
	r.left--
	way, set := r.used%ways, answers[r.used%ways]
	line := Line{Author: r.asker, Text: strings.ReplaceAll(set[r.used/ways%len(set)], "{name}", name)}
	r.used++
	switch way {
	case byName:
		line.Mentions = []messages.PersonID{messages.PersonID(s.familiar)}
	case replying:
		line.ReplyTo = messages.Reply{ID: s.line, Author: messages.PersonID(s.familiar)}
	}
	p, _ := speaker(r.asker.Name)
	r.answer = &answer{line, time.NewTimer(scaled(reading.draw(r.whim, p.pace), r.Speed))}
}

func isFamiliar(id messages.PersonID) bool {
	_, known := familiarName(messages.FamiliarID(id))
	return known
}

func familiarName(id messages.FamiliarID) (string, bool) {
	for _, f := range familiars {
		if string(f.ID) == string(id) {
			return f.Name, true
		}
	}
	return "", false
}
