package ladder

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"familiar/policy/cues"
)

// Called reports whether a folded line calls one of the names rather than
// mentions it: the name is at its head before punctuation ("aria, look") or among a
// few words before a comma ("hi aria and pip, look"), at its end after punctuation
// ("what now, aria?"), alone, or at the head of a question. Titles such as さん belong
// to a name; where words have no spaces between them, a space behind it is as good as
// punctuation, and before a comma nothing else may follow it.
func (n *Names) Called(folded string) bool {
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
	end, _ := utf8.DecodeLastRuneInString(name) // some scripts put no boundary behind a name
	return calledBeforeComma(text, name, end) || calledAtHead(text, name, end) || calledAtEnd(text, name)
}

func calledBeforeComma(text, name string, end rune) bool {
	head := strings.IndexAny(text, ",:，：、")
	if head <= 0 {
		return false
	}
	before := text[:head]
	at := strings.LastIndex(before, name)
	if at < 0 || len(strings.Fields(before)) > headWords {
		return false
	}
	return !wholeSign(end) || unicode.Is(unicode.Hangul, end) || title(before[at+len(name):]) == ""
}

func calledAtHead(text, name string, end rune) bool {
	rest, ok := strings.CutPrefix(strings.TrimLeft(text, "@＠"), name)
	if !ok || !wholeSign(end) && begins(rest, inWord) {
		return false
	}
	if wholeSign(end) && cues.IsYou(rest) {
		return true
	}
	untitled := title(rest)
	if titled := untitled != rest; titled && !begins(untitled, inWord) || unicode.In(end, unicode.Han, unicode.Hiragana, unicode.Katakana) && begins(rest, unicode.IsSpace) {
		return true
	}
	rest = strings.TrimLeft(untitled, " ")
	return rest == "" || begins(rest, unicode.IsPunct) || cues.IsQuestion(rest)
}

func calledAtEnd(text, name string) bool {
	text = strings.TrimRightFunc(text, func(r rune) bool { return unicode.IsPunct(r) || r == ' ' })
	at := strings.LastIndex(text, name)
	if at < 0 || title(text[at+len(name):]) != "" {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text[:at], " @＠"))
	return strings.ContainsRune(",:;!?.，、：；！？。", last)
}

// title returns what follows a name without the title that belongs to it.
func title(after string) string { return after[cues.Title(after):] }

// begins reports whether the first letter of a text is one of those.
func begins(text string, is func(rune) bool) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return text != "" && is(first)
}
