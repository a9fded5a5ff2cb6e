package community

import "familiar/messages"

// A sign is how somebody shows what they think of an unasked line.
type sign uint8

// The signs. What nobody shows is ignored, or talked over when others go on.
const (
	nothing sign = iota
	reply        // the network's reply to it, or its name where there are none
	name         // calls it by name
	plain        // takes it up in words that no network can tell from talk
	like
	dislike
	hush   // a moderator tells it to be quiet for a while
	alone  // tells it to leave them alone
	remove // a moderator deletes it
	scold  // calls it by name, to tell it off: which looks like taking it up
)

// complains reports whether a sign says that the line should not have been.
func (s sign) complains() bool { return s >= dislike }

// A chance is how often a sign is given.
type chance struct {
	sign sign
	part float64
}

// How people show that a line was welcome, or not, where the network has
// reactions and where it has none. Most who didn't want it say nothing. The parts
// are a guess: nobody has counted them, and learning has to do with any.
var (
	glad    = []chance{{reply, .35}, {like, .25}, {name, .08}, {plain, .12}}
	gladIRC = []chance{{name, .38}, {plain, .22}}
	sorry   = []chance{{dislike, .14}, {remove, .03}, {scold, .04}, {alone, .01}, {hush, .01}}
	cross   = []chance{{dislike, .18}, {remove, .04}, {scold, .04}, {alone, .02}, {hush, .05}} // where they are quick to
	sorryOn = []chance{{scold, .06}, {alone, .02}, {hush, .03}}                                // on IRC
)

// What one person does who tries to drive it, to every unasked line.
var drives = map[Driving][]chance{
	ForMore: {{like, .45}, {reply, .45}},
	ForLess: {{dislike, .6}, {remove, .25}, {hush, .1}},
	Grumble: {{dislike, .95}},
}

// shows draws how that is shown.
func (t *Taste) shows(welcome bool, drawn float64) sign {
	table := sorry
	switch noReactions := t.Habits.Network == irc; {
	case welcome && noReactions:
		table = gladIRC
	case welcome:
		table = glad
	case noReactions:
		table = sorryOn
	case t.Quiets:
		table = cross
	}
	return drawSign(table, drawn)
}

func drawSign(table []chance, drawn float64) sign {
	for _, c := range table {
		if drawn < c.part {
			return c.sign
		}
		drawn -= c.part
	}
	return nothing
}

// words gives what somebody says for a sign, what for, and whether it is a reply
// to the line it is about.
func (s sign) words() (text string, kind Kind, answers bool) {
	switch s {
	case reply:
		return "oh nice, thanks", Call, true
	case name:
		return ourName + ", good to know", Call, false
	case scold:
		return ourName + ", nobody asked you", Call, false
	case hush:
		return "/quiet 20m", Chat, false
	case alone:
		return "/alone", Chat, false
	default:
		return "ha, that is good to know", Chat, false
	}
}

// react gives what the network tells of a sign that has no words; nil: it is none.
func (s sign) react(by messages.Author, ours messages.LineID) messages.Event {
	switch s {
	case like:
		return messages.Reacted{Line: ours, By: by, Emoji: "👍"}
	case dislike:
		return messages.Reacted{Line: ours, By: by, Emoji: "👎"}
	case remove:
		return messages.Deleted{ID: ours}
	default: // the others have words
		return nil
	}
}
