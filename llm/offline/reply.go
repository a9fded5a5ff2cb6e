package offline

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"familiar/llm/quote"
	"familiar/messages"
)

// A reading is a page, and what is known of who reads it.
type reading struct {
	page     []quote.Passage
	script   Script
	familiar string // its name; "" when the page and the prompt don't tell
}

// The words around the name in the agent's own text of the system prompt.
const nameAfter, nameBefore = "You are ", ", one of the people in a group chat"

// name returns whose page it is: a judge's says so, of a turn the system prompt
// does.
func (r reading) name(system string) string {
	for _, p := range r.page {
		if p.Mark == quote.Fact && p.Head == "familiar" {
			return p.Text
		}
	}
	before, _, found := strings.Cut(system, nameBefore)
	if i := strings.LastIndex(before, nameAfter); found && i >= 0 {
		return before[i+len(nameAfter):]
	}
	return ""
}

// reply answers the newest current line that asks and that nobody wrote
// beforehand, since somebody is there; else it says what the script has for the
// newest one that has something; else it answers the newest line. With nothing
// to answer, or when only bots talked, it is [Silence].
func (r reading) reply() string {
	if r.onlyBots() {
		return Silence
	}
	stranger, scripted := "", ""
	for _, p := range slices.Backward(r.page) {
		if p.Mark != quote.Current || p.Own || marked(p) {
			continue
		}
		part, known := r.part(p)
		switch {
		case known && scripted == "" && !r.said(part.Reply):
			scripted = part.Reply
		case known || !hasWord(p.Text):
		case r.asks(p):
			return r.honest(p.Head)
		case stranger == "":
			stranger = p.Head
		}
	}
	switch {
	case scripted != "":
		return Scripted + scripted
	case stranger != "":
		return r.honest(stranger)
	}
	return Silence
}

// honest says that there is no model, and the second time just that.
func (r reading) honest(to string) string {
	if to = ", " + to; to == ", you" { // as the terminal calls whoever is there
		to = ""
	}
	told := func(p quote.Passage) bool { return p.Own && strings.HasPrefix(p.Text, Prefix) }
	if slices.ContainsFunc(r.page, told) {
		return Prefix + "Still no model here" + to + ". That I answer you was decided as it always is; what I'd say, only a model can tell."
	}
	return Prefix + "I heard you" + to + ", but no model is connected: I'm a stand-in. With a key, or Ollama, one would answer you here."
}

// judge says whether to speak. Of lines that nobody wrote beforehand: yes when
// one, since a stand-in last spoke, holds a question or the familiar's name. Of
// the script's: what it has for the newest. When only bots talked: no.
func (r reading) judge() (speak bool, reason string) {
	if r.onlyBots() {
		return false, Prefix + "only bots talked lately"
	}
	var newest *Part
	played := false
	for _, p := range slices.Backward(r.page) {
		if p.Mark != quote.Current || p.Own {
			continue
		}
		if p.Bot && strings.HasPrefix(p.Text, Prefix) {
			break // what stands before it was answered, as well as it can be
		}
		if marked(p) {
			played = true
			continue
		}
		part, known := r.part(p)
		switch {
		case known && newest == nil:
			newest = &part
		case known:
		case r.names(p):
			return true, Prefix + "the name was said"
		case isQuestion(p.Text):
			return true, Prefix + "a question was asked"
		}
	}
	if newest == nil && played {
		newest = &Part{Why: "another familiar said that"}
	}
	if newest == nil {
		return false, Prefix + "no question and no name"
	}
	if speak = newest.Reply != "" && !r.said(newest.Reply); !speak && newest.Reply != "" {
		return false, Scripted + "it has said so already"
	}
	why := map[bool]string{true: "it has something to say to that", false: "that is for the others"}[speak]
	return speak, Scripted + cmp.Or(newest.Why, why)
}

// part asks the script about a line.
func (r reading) part(p quote.Passage) (Part, bool) {
	if r.script == nil {
		return Part{}, false
	}
	return r.script(r.familiar, p.Head, p.Text)
}

// said reports whether the familiar's own lines on the page hold the reply: each
// is said once.
func (r reading) said(reply string) bool {
	return slices.ContainsFunc(r.page, func(p quote.Passage) bool { return p.Own && strings.TrimPrefix(p.Text, Scripted) == reply })
}

// onlyBots reports whether the page says that nobody but bots talked lately.
func (r reading) onlyBots() bool {
	return slices.ContainsFunc(r.page, func(p quote.Passage) bool { return p.Mark == quote.Notice && p.Head == string(messages.GuardNotice) })
}

func (r reading) asks(p quote.Passage) bool { return isQuestion(p.Text) || r.names(p) }

func (r reading) names(p quote.Passage) bool {
	return r.familiar != "" && strings.Contains(strings.ToLower(p.Text), strings.ToLower(r.familiar))
}

// called reports whether a line in question names the familiar.
func (r reading) called() bool {
	return slices.ContainsFunc(r.page, func(p quote.Passage) bool { return p.Mark == quote.Current && !p.Own && r.names(p) })
}

// marked reports whether a stand-in wrote the line.
func marked(p quote.Passage) bool {
	return p.Bot && (strings.HasPrefix(p.Text, Prefix) || strings.HasPrefix(p.Text, Scripted))
}

func isQuestion(text string) bool { return strings.ContainsAny(text, "?？؟") }

func hasWord(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
}
