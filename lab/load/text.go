package load

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"familiar/lab/load/traffic"
)

// words are what texts are made of: plain talk without a name, so that a line
// calls the familiar only where it is meant to.
var words = strings.Fields(`so i went to the shop and they had none of it left which was odd because yesterday there were
plenty on every shelf then somebody said it had rained all week and the road was closed again maybe we should meet at noon near
the old bridge or just wait here until it is over no idea really let me know what works best for you thanks that was fun`)

// text makes what a line says, of about its length and always the same.
func (n Names) text(l traffic.Line, k Key) string {
	var b strings.Builder
	b.Grow(l.Length + 32)
	if l.Calls {
		b.WriteString("@Aria ")
		b.WriteString(n.token(k))
		b.WriteByte(' ')
	}
	for i := uint32(k.Channel)*7 + k.Number*13; b.Len() < l.Length; i++ {
		b.WriteString(words[i%uint32(len(words))])
		b.WriteByte(' ')
	}
	said := strings.TrimSuffix(b.String(), " ")
	if l.Question || l.Calls {
		said += "?"
	}
	return said
}

// token is what marks a line that calls: an answer quotes it. It says of which
// run it is, since calls of an earlier run may be answered in this one.
func (n Names) token(k Key) string { return fmt.Sprintf("q%dx%d%s", k.Channel, k.Number, n.Run) }

var tokens = regexp.MustCompile(`\bq(\d{1,9})x(\d{1,9})([a-z][a-z0-9]*)\b`)

// Called returns the lines of this run whose tokens are in a text.
func (n Names) Called(text string) (lines []Key) {
	for _, m := range tokens.FindAllStringSubmatch(text, -1) {
		if m[3] != n.Run {
			continue
		}
		channel, _ := strconv.Atoi(m[1]) // nine digits at most
		number, _ := strconv.Atoi(m[2])  // the same
		lines = append(lines, Key{Channel: channel, Number: uint32(number)})
	}
	return lines
}

// Quote returns a text that answers lines: it holds their tokens.
func (n Names) Quote(lines []Key) string {
	quoted := make([]string, len(lines))
	for i, k := range lines {
		quoted[i] = n.token(k)
	}
	return "re " + strings.Join(quoted, " ")
}
