package finish

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// noReply is what a model writes when it chooses silence. It is a word of the
// program's, not of a language: other spellings are text.
const noReply = "NO_REPLY"

// NoReply reports whether text is nothing but NO_REPLY, bare or inside
// parentheses and balanced Markdown emphasis, or nothing at all.
func NoReply(text string) bool {
	text = strings.TrimSpace(text)
	if text == "" {
		return true
	}
	for {
		inner := text
		if in, ok := strings.CutPrefix(inner, "("); ok && strings.HasSuffix(in, ")") {
			inner = strings.TrimSuffix(in, ")")
		}
		if run := emphasis(inner); run != "" && strings.HasPrefix(inner, run) && len(inner) > 2*len(run) {
			inner = inner[len(run) : len(inner)-len(run)]
		}
		if inner == text {
			return text == noReply
		}
		text = inner
	}
}

// EndsNoReply reports whether the last thing text says is NO_REPLY: then all
// of it is thinking aloud before a silence. The word must stand alone: before
// it the start, a space or the end of a sentence; after it only punctuation.
// Emphasis round it must be balanced.
func EndsNoReply(text string) bool {
	_, ends := cutLast(text)
	return ends || NoReply(text)
}

// cutNoReply takes every NO_REPLY off the end of a text that was sent on
// purpose, so that what it does say can go out.
func cutNoReply(text string) string {
	for {
		rest, ends := cutLast(text)
		if !ends {
			break
		}
		text = rest
	}
	if NoReply(text) {
		return ""
	}
	return text
}

// cutLast splits the last NO_REPLY off with all that is round it. It peels the
// text from its end to the word, remembering emphasis, and then from the word
// to the left, where the same emphasis must open.
func cutLast(text string) (rest string, ends bool) {
	rest = strings.TrimSpace(text)
	var opened []string
	for !strings.HasSuffix(rest, noReply) {
		peeled := strings.TrimRight(rest, closing)
		if run := emphasis(peeled); run != "" {
			opened = append(opened, run)
			peeled = strings.TrimSuffix(peeled, run)
		}
		if peeled == rest {
			return text, false
		}
		rest = peeled
	}
	rest = strings.TrimRight(strings.TrimSuffix(rest, noReply), opening)
	for _, run := range slices.Backward(opened) {
		if emphasis(rest) != run {
			return text, false
		}
		rest = strings.TrimRight(strings.TrimSuffix(rest, run), opening)
	}
	if last, _ := utf8.DecodeLastRuneInString(rest); rest != "" && !strings.ContainsRune(boundary, last) {
		return text, false
	}
	return strings.TrimSpace(rest), true
}

const (
	spaces   = " \t\r\n\u00a0\u3000"
	ending   = ".!?…。！？" // of a sentence
	closing  = spaces + ending + ")]"
	opening  = "(["
	boundary = spaces + ending
)

// emphasis returns the run of one Markdown emphasis character text ends with.
func emphasis(text string) string {
	if text == "" {
		return ""
	}
	last := text[len(text)-1]
	if last != '*' && last != '_' && last != '`' {
		return ""
	}
	return text[len(strings.TrimRight(text, string(last))):]
}
