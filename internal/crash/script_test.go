package crash

import (
	"math/rand/v2"
	"regexp"

	"familiar/messages"
)

// A deed is what a step does.
type deed string

const (
	say    deed = "say"
	again  deed = "again" // say a line that is acknowledged already
	change deed = "change"
	remove deed = "remove"
)

// A step is one thing somebody does in a channel.
type step struct {
	deed     deed
	line     messages.LineID
	by       messages.Author
	text     string
	mentions []messages.FamiliarID
	await    string // wait until a reply holds this before the next step; "": don't
}

// A promise is a reply that has to come once: the familiar's that quotes the
// token.
type promise struct {
	familiar messages.FamiliarID
	token    string
}

// A script is what happens in one channel, in order.
type script struct {
	at       messages.Channel // zero: the web network's chat
	chat     string
	seats    []messages.FamiliarID
	steps    []step
	promised []promise
	deletes  bool                     // lines are deleted here
	held     bool                     // nothing leaves the log, so that it can be told anew; else what is deleted does
	removed  map[messages.LineID]bool // these; whether they are answered first, nobody can say
}

func (s *script) channel() messages.ChannelID {
	if s.at.Chat != "" {
		return s.at.ID()
	}
	return messages.Channel{Network: "web", Chat: s.chat}.ID()
}

// whole reports whether a channel's log has all that its state has been through.
func (s *script) whole() bool { return !s.deletes || s.held }

// said returns the lines that stay, in the order they are first said.
func (s *script) said() []messages.LineID {
	var ids []messages.LineID
	for _, step := range s.steps {
		if step.deed == say && !s.removed[step.line] {
			ids = append(ids, step.line)
		}
	}
	return ids
}

// The people. Three humans and a bot talk; Ed forgets whom he means and adds
// it; Dora takes back what she asked, so that nobody can say whether she was
// answered.
var (
	humans = []messages.Author{{ID: "ana", Name: "Ana"}, {ID: "ben", Name: "Ben"}, {ID: "cho", Name: "Cho"}}
	rob    = messages.Author{ID: "rob", Name: "Rob", Bot: true}
	ed     = messages.Author{ID: "ed", Name: "Ed"}
	dora   = messages.Author{ID: "dora", Name: "Dora"}
)

// tokens finds what a reply quotes.
var tokens = regexp.MustCompile(`\bq\d+-\d+\b`)

// stopAfter is how many replies in a row bots get: the guard's default.
const stopAfter = 8

// plainScripts makes those for networks that people can't repeat themselves
// on; open makes each its channel. deletes says that people delete lines in some.
func plainScripts(seed uint64, channels, steps int, deletes bool, open func(chat string) messages.Channel) []*script {
	all := make([]*script, channels)
	for c := range all {
		w := writer{rng: rand.New(rand.NewPCG(seed, uint64(c))), number: c, script: &script{removed: map[messages.LineID]bool{}, deletes: deletes && c%deleteEvery == 0}}
		w.held = w.deletes && c%(2*deleteEvery) == 0
		w.plain(steps)
		w.at = open(w.chat)
		all[c] = w.script
	}
	return all
}

// deleteEvery is in every so manieth channel of a network that lines are deleted. Every
// other of those is held: its log keeps what is deleted, and so can be told anew; the
// others must have lost it, and what was said there nobody can tell.
const deleteEvery = 3

// scripts makes the same for the same arguments: so many channels with about
// so many steps each.
func scripts(seed uint64, channels, steps int) []*script {
	all := make([]*script, channels)
	for c := range all {
		w := writer{rng: rand.New(rand.NewPCG(seed, uint64(c))), number: c, script: &script{removed: map[messages.LineID]bool{}, deletes: c%10 == 5 || c%10 == 7 || c%10 == 9}}
		w.held = w.deletes && c%20 < 10
		switch c % 10 {
		case 0:
			w.bots()
		case 1, 2, 3, 4, 5:
			w.talk("a", steps, "aria")
		case 6, 7:
			w.talk("b", steps, "bea")
		default:
			w.talk("t", steps, "aria", "bea")
		}
		all[c] = w.script
	}
	return all
}
