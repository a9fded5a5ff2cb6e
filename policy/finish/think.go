package finish

import (
	"regexp"
	"strings"
)

var (
	thought   = regexp.MustCompile(`(?is)<think\b[^>]*>.*?</think\s*>`)
	unclosed  = regexp.MustCompile(`(?is)<think\b[^>]*>.*$`)
	blankRows = regexp.MustCompile(`\n{3,}`)
)

// Think removes what a model thought aloud between <think> and </think>, or
// from a <think> that is never closed to the end, and trims what is left. The
// blank lines a removal leaves become one.
func Think(text string) string {
	if strings.Contains(text, "<") {
		text = thought.ReplaceAllString(text, "")
		text = unclosed.ReplaceAllString(text, "")
	}
	return strings.TrimSpace(blankRows.ReplaceAllString(text, "\n\n"))
}

const completeSignal = "TURN_COMPLETE"

// TurnComplete takes a TURN_COMPLETE off the end of a text: the model hands
// the floor on. rest is what is left, trimmed. Elsewhere in the text, or in
// other letters, the words mean nothing.
func TurnComplete(text string) (rest string, complete bool) {
	rest, complete = strings.CutSuffix(strings.TrimSpace(text), completeSignal)
	return strings.TrimSpace(rest), complete
}
