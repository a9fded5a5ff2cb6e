package pace

import "slices"

// Typing says when people are shown that the familiar is typing.
type Typing string

// The ways of showing it. The empty one is Never.
const (
	Never Typing = "never"
	Sure  Typing = "sure" // once silence is ruled out
	Turn  Typing = "turn" // as soon as the turn is ordered, whatever comes of it
)

// Typings lists them, the most silent first.
var Typings = []Typing{Never, Sure, Turn}

func (t Typing) known() bool { return t == "" || slices.Contains(Typings, t) }

// Shows reports whether typing is shown while a turn is in flight and has
// something left to post.
//
// spoken says that silence is ruled out: a send of the turn was let out, or
// its whole text is known and some of it will be posted. A text still being
// written rules nothing out, since its last word may be NO_REPLY.
func (t Typing) Shows(spoken bool) bool { return t == Turn || t == Sure && spoken }
