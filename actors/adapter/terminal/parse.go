package terminal

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"familiar/messages"
)

// personID: names that differ in case only are one person's.
func personID(name string) messages.PersonID { return messages.PersonID(strings.ToLower(name)) }

// parse makes a line of what was typed. The lock is held.
func (t *Terminal) parse(typed string) *messages.Line {
	author, text := t.speaker(typed)
	line := &messages.Line{Author: t.meet(author)}
	line.ReplyTo, line.Text = t.reply(text)
	line.Mentions, line.Everyone = t.mentions(line.Text)
	return line
}

// speaker parts "bob: hi" and "bot:zed: hi".
func (t *Terminal) speaker(typed string) (messages.Author, string) {
	user := messages.Author{ID: personID(t.config.User), Name: t.config.User}
	name, bot := strings.CutPrefix(typed, "bot:")
	name, text, named := strings.Cut(name, ": ")
	if !named || !isName(name) || t.isAccount(personID(name)) {
		return user, typed
	}
	return messages.Author{ID: personID(name), Name: name, Bot: bot}, text
}

// isName reports whether s can stand for somebody: up to 32 letters, digits,
// hyphens, underscores and dots, at least one a letter or digit.
func isName(s string) bool {
	if utf8.RuneCountInString(s) > 32 || !strings.ContainsFunc(s, isWord) {
		return false
	}
	return strings.IndexFunc(s, func(r rune) bool { return !isWord(r) && !strings.ContainsRune("-_.", r) }) < 0
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// reply parts "^ text" and "^3 text". A number that no line has leaves the
// text as it is.
func (t *Terminal) reply(text string) (messages.Reply, string) {
	head, rest, _ := strings.Cut(text, " ")
	number, marked := strings.CutPrefix(head, "^")
	if !marked {
		return messages.Reply{}, text
	}
	line := t.find(t.id(number))
	if number == "" {
		line = t.lastPost()
	}
	if line == nil {
		return messages.Reply{}, text
	}
	return messages.Reply{ID: line.ID, Author: line.Author.ID}, rest
}

func (t *Terminal) lastPost() *messages.Line {
	for _, s := range slices.Backward(t.said) {
		if s.line != nil && t.isAccount(s.line.Author.ID) {
			return s.line
		}
	}
	return nil
}

// mentions finds "@name" of people who are known; an @ inside a word, as in
// an address, is none.
func (t *Terminal) mentions(text string) (ids []messages.PersonID, everyone bool) {
	before := ' '
	for i, r := range text {
		if r == '@' && !isWord(before) {
			name := text[i+1:]
			if end := strings.IndexFunc(name, func(r rune) bool { return !isWord(r) && r != '-' && r != '_' }); end >= 0 {
				name = name[:end]
			}
			id := personID(name)
			switch {
			case id == "everyone" || id == "here":
				everyone = true
			case t.people[id].ID != "" && !slices.Contains(ids, id):
				ids = append(ids, id)
			}
		}
		before = r
	}
	return ids, everyone
}
