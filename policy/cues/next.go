package cues

import (
	"strings"
	"unicode/utf8"
)

// Next returns the first word of a text, in which script it is, and what
// follows it; "" when there is none. A word of a spaced script is letters, digits,
// _ ' - | ^ [ ] and everything beyond ASCII that isn't another script's. What is
// written without spaces is one stretch for [Cut] to take apart: its script is
// that of its first character.
func Next(text string) (word string, s Script, rest string) {
	begin, end := Plain(text, 0)
	if end == len(text) || !Looks(text[end]) {
		return text[begin:end], Spaced, text[end:]
	}
	return nextOfAny(text[begin:])
}

// Plain returns where the first word at or after a place of a text begins and ends, if
// no character has to be looked at, as in most lines; if what follows [Looks] that
// isn't so. It is inlined, which saves a third of the time a line takes.
func Plain(text string, from int) (begin, end int) {
	at := uint(from) // as a uint it needs no look at the bounds
	for at < uint(len(text)) && classes[text[at]] == sign {
		at++
	}
	begin = int(at)
	for at < uint(len(text)) && classes[text[at]] == inside {
		at++
	}
	end = int(at)
	return begin, end
}

// Looks reports whether the character behind a word of [Plain], which begins with that
// byte, has to be looked at to know whether the word goes on. Any beyond ASCII has
// to: one that needn't be would be in the word.
func Looks(leads byte) bool { return leads >= utf8.RuneSelf }

// nextOfAny is Next for a text in which characters have to be looked at.
func nextOfAny(text string) (word string, s Script, rest string) {
	for text != "" {
		s, size := at(text)
		switch {
		case s == Spaced:
			return spaced(text)
		case s != None:
			return stretch(text, s)
		}
		text = text[size:]
	}
	return "", None, ""
}

// spaced cuts the word of a spaced script at the head of a text.
func spaced(text string) (word string, s Script, rest string) {
	end := 0
	for end < len(text) {
		if classes[text[end]] == inside {
			end++
			continue
		}
		s, size := at(text[end:])
		if s == None {
			break
		}
		if s != Spaced {
			if word := text[:end]; strings.HasPrefix(word, quotes) && beyondQuotes(word) == "" { // “ before a stretch is no word
				return stretch(text[end:], s)
			}
			break
		}
		end += size
	}
	return text[:end], Spaced, text[end:]
}

// stretch cuts the letters of one kind at the head of a text: of scripts without
// spaces, of Hangul, or single ones of that. Quotes, dashes and dots behind it are
// left out.
func stretch(text string, first Script) (word string, s Script, rest string) {
	end := 0
	for end < len(text) {
		s, size := next(text[end:])
		if s != first && !(s.unspaced() && first.unspaced()) {
			break
		}
		end += size
	}
	return text[:end], first, beyondQuotes(text[end:])
}

// quotes is what ‘ ’ “ ” – — … begin with.
const quotes = "\xe2\x80"

// beyondQuotes returns a text from the first that is none of those.
func beyondQuotes(text string) string {
	for len(text) > len(quotes) && text[:len(quotes)] == quotes {
		text = text[len(quotes)+1:]
	}
	return text
}

// A Piece is a part of a stretch in one script, and how many words it is about.
type Piece struct {
	Text   string
	Script Script
	Words  int
}

// Cut returns the first piece of a stretch, and what follows it. A sign that
// lengthens a vowel stays with what is before it.
func Cut(stretch string) (p Piece, rest string) {
	const longVowel = "ー"
	p.Script, _ = at(stretch)
	end, letters := 0, 0
	for end < len(stretch) {
		s, size := next(stretch[end:])
		if s != p.Script && !(end > 0 && stretch[end:end+size] == longVowel) {
			break
		}
		end += size
		letters++
	}
	p.Text = stretch[:end]
	p.Words = (letters + lettersOfWord[p.Script] - 1) / lettersOfWord[p.Script]
	return p, stretch[end:]
}

// lettersOfWord is about how many letters make a word, by which the length of a
// text in a script without spaces means what it means in English. A test compares
// texts that say the same.
var lettersOfWord = [...]int{None: 1, Spaced: 1, Hangul: 1, Jamo: 1, Han: 2, Hira: 4, Kata: 6, Joined: 5}
