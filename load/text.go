package load

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"familiar/load/traffic"
)

// words are what texts are made of: plain talk without a name, so that a line
// calls the familiar only where it is meant to.
var words = strings.Fields(`so i went to the shop and they had none of it left which was odd because yesterday there were
plenty on every shelf then somebody said it had rained all week and the road was closed again maybe we should meet at noon near
the old bridge or just wait here until it is over no idea really let me know what works best for you thanks that was fun`)

// text makes what a line says, of about its length and always the same.
func text(l traffic.Line, k Key) string {
	var b strings.Builder
	if l.Calls {
		b.WriteString("@Aria ")
		b.WriteString(token(k))
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

// token is what marks a line that calls: an answer quotes it.
func token(k Key) string { return fmt.Sprintf("q%dx%d", k.Channel, k.Number) }

var tokens = regexp.MustCompile(`\bq(\d{1,9})x(\d{1,9})\b`)

// Called gives the lines whose tokens are in a text.
func Called(text string) (lines []Key) {
	for _, m := range tokens.FindAllStringSubmatch(text, -1) {
		channel, _ := strconv.Atoi(m[1]) // nine digits at most
		number, _ := strconv.Atoi(m[2])  // the same
		lines = append(lines, Key{Channel: channel, Number: uint32(number)})
	}
	return lines
}

// Quote gives a text that answers lines: it holds their tokens.
func Quote(lines []Key) string {
	quoted := make([]string, len(lines))
	for i, k := range lines {
		quoted[i] = token(k)
	}
	return "re " + strings.Join(quoted, " ")
}
