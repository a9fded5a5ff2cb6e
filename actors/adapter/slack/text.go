package slack

import (
	"cmp"
	"slices"
	"strings"

	"familiar/messages"
)

// A said is a text as people read it, and whom it calls.
type said struct {
	text     string
	people   []messages.PersonID
	everyone bool
	groups   []string
}

// A naming gives what ids are called; "" for what it doesn't know.
type naming interface {
	personName(id string) string
	channelName(id string) string
	groupName(id string) string
}

// plain reads Slack's markup: references in angle brackets, and three escaped
// characters. Whatever else is in the text is shown as it is.
func plain(text string, by naming) said {
	var s said
	var b strings.Builder
	b.Grow(len(text))
	for {
		open := strings.IndexByte(text, '<')
		if open < 0 {
			break
		}
		length := strings.IndexAny(text[open+1:], "<>\n")
		if length < 0 {
			break
		}
		end := open + 1 + length
		if text[end] != '>' {
			b.WriteString(unescape(text[:end]))
			text = text[end:]
			continue
		}
		b.WriteString(unescape(text[:open]))
		reference := text[open+1 : end]
		if shown, ok := s.refer(reference, by); ok {
			b.WriteString(shown)
		} else {
			b.WriteString(unescape(text[open : end+1]))
		}
		text = text[end+1:]
	}
	b.WriteString(unescape(text))
	s.text = b.String()
	return s
}

// refer returns what a reference reads as and notes whom it calls.
func (s *said) refer(reference string, by naming) (shown string, ok bool) {
	to, label, _ := strings.Cut(reference, "|")
	label = unescape(label)
	switch {
	case to == "":
		return "", false
	case strings.HasPrefix(to, "@"):
		id := to[1:]
		if !isPerson(id) {
			return "", false
		}
		if person := messages.PersonID(id); !slices.Contains(s.people, person) {
			s.people = append(s.people, person)
		}
		return "@" + cmp.Or(by.personName(id), strings.TrimPrefix(label, "@"), id), true
	case strings.HasPrefix(to, "#"):
		id := to[1:]
		if id == "" || strings.Trim(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != "" {
			return "", false
		}
		return "#" + cmp.Or(strings.TrimPrefix(label, "#"), by.channelName(id), id), true
	case strings.HasPrefix(to, "!"):
		return s.special(to[1:], label, by), true
	case !strings.Contains(to, ":"):
		return "", false
	}
	return link(unescape(to), label), true
}

// special reads what stands behind an exclamation mark.
func (s *said) special(what, label string, by naming) string {
	name, rest, _ := strings.Cut(what, "^")
	switch name {
	case "here", "channel", "everyone":
		s.everyone = true
		return "@" + name
	case "subteam":
		if rest != "" && !slices.Contains(s.groups, rest) {
			s.groups = append(s.groups, rest)
		}
		return "@" + cmp.Or(strings.TrimPrefix(label, "@"), by.groupName(rest), rest)
	}
	return cmp.Or(label, name)
}

// link shows a link's text, and its address unless the text is that already.
func link(to, label string) string {
	bare := to
	for _, scheme := range []string{"https://", "http://", "mailto:", "tel:"} {
		bare = strings.TrimPrefix(bare, scheme)
	}
	switch label {
	case "":
		return to
	case to, bare, strings.TrimSuffix(bare, "/"):
		return label
	}
	return label + " (" + to + ")"
}

// isPerson reports whether an id has the form of a user's.
func isPerson(id string) bool {
	return len(id) > 1 && (id[0] == 'U' || id[0] == 'W') &&
		strings.Trim(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == ""
}

var (
	escapes   = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
	unescapes = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&")
)

func unescape(text string) string {
	if !strings.Contains(text, "&") {
		return text
	}
	return unescapes.Replace(text)
}
