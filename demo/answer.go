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

// read decides whether somebody answers a familiar's post, and with what. Where
// the script plays the familiars, that is what is written.
func (r *room) read(s spoken) {
	if r.Scripted != "" {
		r.readScripted(s)
		return
	}
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

// readScripted has the answer to a reply of the scene's typed.
func (r *room) readScripted(s spoken) {
	text, scripted := strings.CutPrefix(s.text, r.Scripted)
	if !scripted || r.answer != nil {
		return
	}
	b := answerTo(r.beats, s.familiar, text)
	if b == nil {
		return
	}
	line := Line{Author: b.by.Author, Text: b.text, Mentions: b.mentions}
	if b.replies == messages.PersonID(s.familiar) {
		line.ReplyTo = messages.Reply{ID: s.line, Author: b.replies}
	} else if id, ok := r.said[b.replies]; ok {
		line.ReplyTo = messages.Reply{ID: id, Author: b.replies}
	}
	r.answer = &answer{line, time.NewTimer(scaled(reading.draw(r.whim, b.by.pace), r.Speed))}
}

// answerTo finds what answers a familiar's reply; nil: nothing.
func answerTo(beats []beat, familiar messages.FamiliarID, reply string) *beat {
	for _, b := range beats {
		for _, p := range b.parts {
			if messages.FamiliarID(p.familiar.ID) == familiar && p.reply == reply {
				return p.then
			}
			if p.then == nil {
				continue
			}
			if then := answerTo([]beat{*p.then}, familiar, reply); then != nil {
				return then
			}
		}
	}
	return nil
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
