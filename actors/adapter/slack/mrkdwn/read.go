// Package mrkdwn reads and writes Slack's markup: texts as people see them with
// whom they call, blocks as the markup they stand for, and posts in Markdown as
// Slack takes them. It knows no account; what ids are called it is told.
package mrkdwn

import (
	"cmp"
	"slices"
	"strings"

	"familiar/messages"
)

// A Said is a text as people read it, and whom it calls.
type Said struct {
	Text     string
	People   []messages.PersonID
	Everyone bool
	Groups   []string
}

// A Naming gives what ids are called; "" for what it doesn't know.
type Naming interface {
	PersonName(id string) string
	ChannelName(id string) string
	GroupName(id string) string
}

// Read reads Slack's markup: references in angle brackets, and three escaped
// characters. Whatever else is in the text is shown as it is.
func Read(text string, by Naming) Said {
	var s Said
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
			b.WriteString(Unescape(text[:end]))
			text = text[end:]
			continue
		}
		b.WriteString(Unescape(text[:open]))
		reference := text[open+1 : end]
		if shown, ok := s.refer(reference, by); ok {
			b.WriteString(shown)
		} else {
			b.WriteString(Unescape(text[open : end+1]))
		}
		text = text[end+1:]
	}
	b.WriteString(Unescape(text))
	s.Text = b.String()
	return s
}

// refer returns what a reference reads as and notes whom it calls.
func (s *Said) refer(reference string, by Naming) (shown string, ok bool) {
	to, label, _ := strings.Cut(reference, "|")
	label = Unescape(label)
	switch {
	case to == "":
		return "", false
	case strings.HasPrefix(to, "@"):
		id := to[1:]
		if !isPerson(id) {
			return "", false
		}
		if person := messages.PersonID(id); !slices.Contains(s.People, person) {
			s.People = append(s.People, person)
		}
		return "@" + cmp.Or(by.PersonName(id), strings.TrimPrefix(label, "@"), id), true
	case strings.HasPrefix(to, "#"):
		id := to[1:]
		if id == "" || strings.Trim(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != "" {
			return "", false
		}
		return "#" + cmp.Or(strings.TrimPrefix(label, "#"), by.ChannelName(id), id), true
	case strings.HasPrefix(to, "!"):
		return s.special(to[1:], label, by), true
	case !strings.Contains(to, ":"):
		return "", false
	}
	return link(Unescape(to), label), true
}

// special reads what stands behind an exclamation mark.
func (s *Said) special(what, label string, by Naming) string {
	name, rest, _ := strings.Cut(what, "^")
	switch name {
	case "here", "channel", "everyone":
		s.Everyone = true
		return "@" + name
	case "subteam":
		if rest != "" && !slices.Contains(s.Groups, rest) {
			s.Groups = append(s.Groups, rest)
		}
		return "@" + cmp.Or(strings.TrimPrefix(label, "@"), by.GroupName(rest), rest)
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

// Escape makes a text stand in markup as it is.
func Escape(text string) string { return escapes.Replace(text) }

// Unescape is the other way round.
func Unescape(text string) string {
	if !strings.Contains(text, "&") {
		return text
	}
	return unescapes.Replace(text)
}
