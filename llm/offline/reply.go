package offline

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"familiar/llm/quote"
)

// Replies to the author (first) about a topic (second); which one is drawn
// from the line's text.
var (
	toQuestion = []string{
		"%s, I can't look up %q from here, but I did hear the question.",
		"Good question, %s. On %q I would need a real model.",
		"%s, you ask about %q; I can only tell that it is a question.",
	}
	toStatement = []string{
		"%s, noted: %q.",
		"I heard you, %s, about %q.",
		"%s, tell me more about %q.",
	}
)

// reply answers the newest current line that isn't our own: it says the
// author's name and echoes the topic. With nothing to answer, or when only
// bots talked, it is [Silence].
func reply(page []quote.Passage) string {
	for _, p := range slices.Backward(page) {
		if p.Mark != quote.Current || p.Own {
			continue
		}
		about := topic(p.Text)
		if onlyBots(page) || about == "" {
			return Silence
		}
		choices := toStatement
		if isQuestion(p.Text) {
			choices = toQuestion
		}
		h := fnv.New32a()
		h.Write([]byte(p.Text))
		return Prefix + fmt.Sprintf(choices[h.Sum32()%uint32(len(choices))], p.Head, about)
	}
	return Silence
}

// judge says whether to speak: yes when a line in question holds a question
// or the familiar's name, and somebody other than bots talked; else no.
func judge(page []quote.Passage) (speak bool, reason string) {
	if onlyBots(page) {
		return false, "only bots talked lately"
	}
	for _, p := range page {
		switch {
		case p.Mark != quote.Current || p.Own:
		case slices.ContainsFunc(page, func(f quote.Passage) bool { return isFamiliar(f) && holds(p.Text, f.Text) }):
			return true, "the name was said"
		case isQuestion(p.Text):
			return true, "a question was asked"
		}
	}
	return false, "no question and no name"
}

func isFamiliar(p quote.Passage) bool { return p.Mark == quote.Fact && p.Head == "familiar" }

func holds(text, name string) bool {
	return name != "" && strings.Contains(strings.ToLower(text), strings.ToLower(name))
}

// named reports whether a line in question that isn't our own holds a name.
func named(page []quote.Passage, name string) bool {
	return slices.ContainsFunc(page, func(p quote.Passage) bool {
		return p.Mark == quote.Current && !p.Own && holds(p.Text, name)
	})
}

func isQuestion(text string) bool { return strings.ContainsAny(text, "?？؟") }

// topicRunes bounds what a reply echoes.
const topicRunes = 48

// topic picks up to three telling words: those of five letters and more, or
// the first ones when it has none. Punctuation is left out so that an echo
// pings nobody. Text without a word has no topic.
func topic(text string) string {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	telling := slices.DeleteFunc(slices.Clone(words), func(word string) bool { return utf8.RuneCountInString(word) < 5 })
	if len(telling) == 0 {
		telling = words
	}
	return quote.OneLine(strings.Join(telling[:min(3, len(telling))], " "), topicRunes)
}
