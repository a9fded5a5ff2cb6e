package importer

import (
	"cmp"
	"slices"
	"strings"

	"familiar/messages"
)

// A slackText is a text as people read it, and whom it calls.
type slackText struct {
	text     string
	people   []messages.PersonID
	everyone bool
	groups   []string
}

var slackEscapes = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&")

// plain reads Slack's markup as the live network does: references in angle
// brackets, and three escaped characters.
func plain(text string, x *slackExport) slackText {
	var s slackText
	var b strings.Builder
	for {
		before, rest, opened := strings.Cut(text, "<")
		b.WriteString(slackEscapes.Replace(before))
		if !opened {
			break
		}
		reference, after, closed := strings.Cut(rest, ">")
		if !closed || strings.ContainsAny(reference, "<\n") || reference == "" {
			b.WriteByte('<')
			text = rest
			continue
		}
		b.WriteString(s.refer(reference, x))
		text = after
	}
	s.text = b.String()
	return s
}

// refer returns what a reference reads as and notes whom it calls.
func (s *slackText) refer(reference string, x *slackExport) string {
	to, label, _ := strings.Cut(reference, "|")
	to, label = slackEscapes.Replace(to), slackEscapes.Replace(label)
	switch id := to[min(1, len(to)):]; {
	case strings.HasPrefix(to, "@"):
		if person := messages.PersonID(id); id != "" && !slices.Contains(s.people, person) && len(s.people) < mostMentions {
			s.people = append(s.people, person)
		}
		return "@" + cmp.Or(x.people[id].name, strings.TrimPrefix(label, "@"), id)
	case strings.HasPrefix(to, "#"):
		return "#" + cmp.Or(strings.TrimPrefix(label, "#"), x.called[id], id)
	case strings.HasPrefix(to, "!"):
		return s.special(id, label)
	case label == "" || strings.HasSuffix(strings.TrimSuffix(to, "/"), "/"+label):
		return to
	}
	return label + " (" + to + ")"
}

// special reads what stands behind an exclamation mark.
func (s *slackText) special(what, label string) string {
	called, group, _ := strings.Cut(what, "^")
	switch called {
	case "here", "channel", "everyone":
		s.everyone = true
		return "@" + called
	case "subteam":
		if group != "" && !slices.Contains(s.groups, group) && len(s.groups) < mostMentions {
			s.groups = append(s.groups, group)
		}
		return "@" + cmp.Or(strings.TrimPrefix(label, "@"), group)
	}
	return cmp.Or(label, called)
}
