package finish

import (
	"strings"

	"familiar/policy/split"
)

// uncut returns a text that was cut an end that reads well. Where the cut went
// through a NO_REPLY the model had chosen silence.
func uncut(text string) string {
	for n := len(noReply) - 1; n >= len("NO_"); n-- {
		if rest, cut := strings.CutSuffix(text, noReply[:n]); cut {
			text = rest + noReply
		}
	}
	if EndsNoReply(text) {
		return text
	}
	return split.End(text)
}
