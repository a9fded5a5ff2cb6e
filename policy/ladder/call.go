package ladder

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Called reports whether a folded line calls one of the names rather than
// mentions it: the name is at its head before punctuation ("aria, look") or among a
// few words before a comma ("hi aria and pip, look"), at its end after punctuation
// ("what now, aria?"), alone, or at the head of a question.
func (n Names) Called(folded string) bool {
	if !n.In(folded) {
		return false
	}
	text := strings.TrimSpace(folded)
	for _, part := range n.parts {
		if called(text, part) {
			return true
		}
	}
	if len(n.words) == 0 {
		return false
	}
	text = canonical(text)
	for i := range n.words {
		if called(text, n.words[i].text) {
			return true
		}
	}
	return false
}

// headWords is how many words a call before a comma may have.
const headWords = 4

func called(text, name string) bool {
	if head := strings.IndexAny(text, ",:，：、"); head > 0 && strings.Contains(text[:head], name) && len(strings.Fields(text[:head])) <= headWords {
		return true
	}
	end, _ := utf8.DecodeLastRuneInString(name) // some scripts put no boundary behind a name
	if rest, ok := strings.CutPrefix(strings.TrimLeft(text, "@"), name); ok && (wholeSign(end) || !begins(rest, inWord)) {
		rest = strings.TrimLeft(rest, " ")
		if rest == "" || begins(rest, unicode.IsPunct) || strings.ContainsAny(rest, "?？") {
			return true
		}
	}
	rest, ok := strings.CutSuffix(strings.TrimRightFunc(text, func(r rune) bool { return unicode.IsPunct(r) || r == ' ' }), name)
	if !ok {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(rest, " @"))
	return strings.ContainsRune(",:;!?.，、：；！？。", last)
}

// begins reports whether the first letter of a text is one of those.
func begins(text string, is func(rune) bool) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return text != "" && is(first)
}
