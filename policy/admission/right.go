package admission

import (
	"math/bits"
	"slices"

	"familiar/messages"
)

// The commands that only people in a channel or the operator give; the others
// are in messages.
const (
	Help   messages.Command = "help"   // what can be said here
	Status messages.Command = "status" // whether it is quiet, and what the asker may
	Why    messages.Command = "why"    // why it spoke or kept quiet
	Engage messages.Command = "engage" // open a window here
	Alone  messages.Command = "alone"  // leave the asker alone
	Again  messages.Command = "again"  // the asker may be talked to again
	Say    messages.Command = "say"    // post a text as the familiar
	Reload messages.Command = "reload" // read the configuration again
	Claim  messages.Command = "claim"  // open a claim
	Forget messages.Command = "forget" // erase a person or channel
	Link   messages.Command = "link"   // this account and one elsewhere are one person's; only in a direct message
	Unlink messages.Command = "unlink" // they no longer are
	Memory messages.Command = "memory" // what is kept about the asker; only where a familiar keeps anything
)

// allRights is every right there is, by the word of the command it allows.
// Wake is also the right to be answered.
var allRights = []messages.Command{
	messages.Wake, Help, Status, Why, Link,
	messages.Quiet, Engage, messages.Disengage, messages.Stop,
	Say, Reload, Claim, Forget,
}

// Typed is the rights whose commands a channel carries out when somebody types
// them there. The others the operator gives elsewhere.
var Typed = builtin(Trusted)

// Rights is a set of [allRights]. The zero Rights allow nothing.
type Rights uint16

// May reports whether the command is allowed. Who may say quiet may end it;
// who is answered at all may ask to be left alone;
// who may say why may ask what is kept about them, and who is answered at all may end a
// link; nothing unknown is allowed.
func (r Rights) May(c messages.Command) bool {
	switch c {
	case messages.Resume:
		c = messages.Quiet
	case Alone, Again:
		c = messages.Wake
	case Memory: // what it says was said here
		c = Why
	case Unlink: // also who may link no more
		c = messages.Wake
	default: // its own right, or none
	}
	return r&bit(c) != 0
}

// words returns the rights in the order of [allRights].
func (r Rights) words() []messages.Command {
	var words []messages.Command
	for _, c := range allRights {
		if r.May(c) {
			words = append(words, c)
		}
	}
	return words
}

func (r Rights) count() int { return bits.OnesCount16(uint16(r)) }

func rightsOf(words []messages.Command) Rights {
	var r Rights
	for _, c := range words {
		r |= bit(c)
	}
	return r
}

// bit returns the set of one right; of what is none, the empty one.
func bit(c messages.Command) Rights {
	i := slices.Index(allRights, c)
	if i < 0 {
		return 0
	}
	return 1 << i
}
