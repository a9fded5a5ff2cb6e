package quote

import (
	"regexp"
	"slices"
	"strings"
)

// Own returns what a model says itself in a text for people, in case it imitated its page
// or went on with the chat in everybody's name. name is the reader's; others are those of
// the others whose lines stand on the page.
//
// The text is taken for an imitation if it has lines as only a page has them, or begins with
// one of somebody else's or with the name of the reader and a colon. Then tag, marks, stamps
// and the reader's name go, and so do lines of others: those before its own words are what
// it answers, and with one behind them all ends, since the rest goes on from words that
// nobody said. Of other texts, and where nothing would be left, only the tag goes, as by
// [Untag]. What it thought, up to "</think>", stays as it is.
func Own(tag, name string, others []string, text string) string {
	thought := ""
	if end := strings.LastIndex(text, thoughtEnd); end >= 0 {
		end += len(thoughtEnd)
		thought, text = text[:end], text[end:]
	}
	if tag == "" {
		return thought + text
	}
	if own := (imitation{tag: tag, name: Name(name), others: others}).own(text); strings.TrimSpace(own) != "" {
		return thought + own
	}
	return thought + Untag(tag, text)
}

const thoughtEnd = "</think>"

// stamped is the stamp of a page's line, as [Page.Quote] writes it.
var stamped = regexp.MustCompile(`^\[(#\d+ ?)?(\d\d:\d\d ?)?(the thread's start ?)?(you|bot)?\] `)

// An imitation is what is looked for in a text.
type imitation struct {
	tag, name string
	others    []string
}

// A saying is a line of such a text.
type saying struct {
	text    string // without what tells whose it is
	mark    Mark   // 0: it has none
	own     bool   // it says that it is the reader's
	others  bool   // it says that it is somebody else's
	formal  bool   // only a page has such lines
	stamped bool   // it says when it was said
}

// own returns the reader's words; "": there are none, or the text imitates nothing.
func (m imitation) own(text string) string {
	lines := strings.Split(text, "\n")
	first := slices.IndexFunc(lines, func(line string) bool { return strings.TrimSpace(line) != "" })
	if first < 0 {
		return ""
	}
	begins := m.read(lines[first])
	is := begins.own || begins.others && begins.stamped
	for _, line := range lines {
		is = is || m.read(line).formal
	}
	if !is {
		return ""
	}
	var kept []string
	said, theirs := false, false
	for _, line := range lines {
		s := m.read(line)
		switch {
		case s.others && said:
			return strings.Join(kept, "\n")
		case s.others:
			theirs = true
			continue
		case theirs && s.mark == More, s.mark == Heading, s.mark == Fact, s.mark == Attached, s.mark == Reactions, s.mark == Notice:
			continue
		}
		theirs = false
		said = said || strings.TrimSpace(s.text) != ""
		kept = append(kept, s.text)
	}
	return strings.Join(kept, "\n")
}

// read takes a line apart.
func (m imitation) read(line string) saying {
	s := saying{text: line}
	if rest, ok := strings.CutPrefix(strings.TrimLeft(line, " "), m.tag); ok && len(rest) > 1 && rest[1] == ' ' {
		s.mark, s.text, s.formal = Mark(rest[0]), rest[2:], true
	}
	s.text = strings.ReplaceAll(s.text, m.tag, "")
	if s.mark != 0 && s.mark != Background && s.mark != Current {
		return s
	}
	rest := s.text
	if stamp := stamped.FindString(rest); len(stamp) > len("[] ") {
		rest = rest[len(stamp):]
		if text, ok := headed(rest, m.name); ok || strings.HasSuffix(stamp, "you] ") {
			return saying{text: text, mark: s.mark, own: true, formal: true}
		}
		s.others, s.stamped = s.formal || m.isOthers(rest), true
		return s
	}
	if text, ok := headed(rest, m.name); ok {
		s.text, s.own = text, true
	} else {
		s.others = m.isOthers(rest)
	}
	return s
}

// isOthers reports whether a line begins with the name of somebody else on the page.
func (m imitation) isOthers(line string) bool {
	return slices.ContainsFunc(m.others, func(name string) bool {
		_, ok := headed(line, name)
		return ok && name != m.name
	})
}

// headed returns a line without the name before it: "Aria: hi", in bold or as "<Aria> hi".
// ok is false if it doesn't begin with that; then the line is cut behind its first colon,
// if it has one.
func headed(line, name string) (text string, ok bool) {
	for _, head := range [...]string{name + ":", name + "：", "**" + name + ":**", "**" + name + "**:", "<" + name + ">"} {
		if rest, ok := strings.CutPrefix(line, head); ok && (rest == "" || rest[0] == ' ' || strings.HasSuffix(head, "：")) {
			return strings.TrimLeft(rest, " "), true
		}
	}
	if _, rest, ok := strings.Cut(line, ": "); ok {
		return rest, false
	}
	return line, false
}
