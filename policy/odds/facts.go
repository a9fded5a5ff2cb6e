package odds

import (
	"time"

	"familiar/messages"
)

// Never is the age, in lines, of what has never happened.
const Never = ^uint32(0)

// An Age is how long ago something was, both ways of counting.
type Age struct {
	Lines uint32 // lines since, that line itself not counted: 0 is the line before; [Never]
	Time  time.Duration
}

// since returns the age of a moment at a line.
func (l *Line) since(m Moment) Age {
	if m.No == 0 || m.No >= l.No {
		return Age{Lines: Never}
	}
	return Age{Lines: l.No - m.No - 1, Time: max(0, l.At.Sub(m.At))}
}

// Happened reports whether it ever was.
func (a Age) Happened() bool { return a.Lines != Never }

// Facts is all that an estimate looks at: one line, as one familiar hears it.
// The zero Facts is of a familiar that spoke just before; [Nothing] is of one
// that never did.
type Facts struct {
	Bits  messages.Facts // what the ladder looked at
	Signs Signs

	CalledHead  bool // the head of the line is a part of our name
	CalledOther bool // the text calls somebody else who has spoken here

	Author  Age  // the author's line before; how long it was silent
	Run     bool // that was the line right before: the author goes on
	PrevUs  Age  // the author's newest aimed line, if it was for us
	PrevTo  Age  // the same, if it was for somebody else
	GotElse Age  // somebody else's newest line for the author, if nobody aimed one at it since

	Spoke   Age     // our newest line
	Us      Age     // our newest line for the author
	Them    Age     // the author's newest line for us
	Ours    bool    // of those two, ours is the newer: the author answers
	Last    bool    // the line right before was ours
	Talked  uint16  // lines between the two, both ways; at most 1000
	Cold    float64 // of the questions of people we weren't talking with, the part we took, 0 to 1
	Share   float64 // our part of the newest 32 lines or so, 0 to 1
	Crowd   int     // humans who take part
	Pace    float64 // seconds between lines lately
	Overlap int     // longer words shared with our newest lines and our card

	Since uint32 // lines since our newest, or since the first

	Replies    float64 // the part of the newest lines that are the network's replies, 0 to 1; 0: the network has none
	OwnReplies float64 // the same of the author's own

	Called Age           // anybody's newest line for us
	Gap    time.Duration // since the line right before, by anybody
}

// Nothing returns the facts of a familiar that has heard and said nothing.
func Nothing() Facts {
	never := Age{Lines: Never}
	return Facts{Author: never, PrevUs: never, PrevTo: never, GotElse: never, Spoke: never, Us: never, Them: never, Called: never}
}
