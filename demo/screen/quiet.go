package screen

import (
	"fmt"
	"slices"
	"strings"

	"familiar/messages"
	"familiar/messages/because"
)

// soft is the colour of what should be there and not seen first.
const soft = "90"

// IsQuiet reports whether a note tells that nothing is said, for now or at all.
func IsQuiet(n *messages.Note) bool {
	switch n.Act {
	case messages.Observe, messages.Wait, messages.Denied:
		return true
	case messages.Settled:
		judged, _ := n.Reason.(because.JudgeSaid)
		return n.Rung != messages.BySpoke && !(n.Rung == messages.ByJudge && judged.Yes)
	case messages.Drop, messages.Engage, messages.Claim, messages.Ask, messages.Followed:
	}
	return false
}

// Quiet returns notes about one line, by which nothing is said, as one line:
//
//	14:02:11  garden       ·        quiet: Aria wait (rest), Pip wait (rest)
//
// It is "" without notes.
func (s Style) Quiet(notes []*messages.Note) string {
	if len(notes) == 0 {
		return ""
	}
	each := make([]string, len(notes))
	for i, n := range notes {
		each[i] = fmt.Sprintf("%s %s (%s)", Clean(s.who(n.Familiar)), Clean(string(n.Act)), Clean(string(n.Rung)))
	}
	slices.Sort(each) // they decide in any order
	first := notes[0]
	return s.head(first.At, first.Channel, "·") + s.paint(soft, "quiet: "+strings.Join(each, ", "))
}

// What a stand-in's posts begin with, in place of which Spoke says it at the end.
var marks = []string{"(scripted) ", "(offline) "}

// Spoke returns what a familiar posted, as loud as a line can be, with its mark
// at the end:
//
//	14:02:11  garden       Aria     » minus three, the night of the ninth  [scripted]
func (s Style) Spoke(channel messages.ChannelID, at messages.Instant, author, text string) string {
	mark := ""
	for _, m := range marks {
		if rest, marked := strings.CutPrefix(text, m); marked {
			text, mark = rest, "  "+s.paint(soft, "["+strings.Trim(m, "() ")+"]")
		}
	}
	return s.head(at, channel, author) + s.paint("1;32", "» "+Clean(text)) + mark
}
