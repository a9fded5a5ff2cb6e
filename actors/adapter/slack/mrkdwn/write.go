package mrkdwn

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"familiar/actors/adapter"
	"familiar/actors/adapter/markdown"
	"familiar/internal/shorten"
	"familiar/messages"
)

const (
	// textMost is the length beyond which Slack advises to split a message,
	// in characters. Slack cuts one longer than textCut.
	textMost = 4000
	textCut  = 40_000
	// quoteMost is how much of a line is quoted, in runes.
	quoteMost = 100
)

// Write returns the text of a post in Slack's markup. Names that would make it
// longer than Slack takes stay plain, the last first.
func Write(p messages.Post) string {
	text := quote(p) + p.Text
	bare := writer{}
	length := utf8.RuneCountInString(bare.write(text))
	most := textMost
	if length > most {
		most = textCut
	}
	people := slices.DeleteFunc(slices.Clone(p.Mentions), func(m messages.Mention) bool { return !isPerson(string(m.ID)) })
	w := writer{people: people, spare: most - length}
	return w.write(text)
}

// quote returns the line that is answered where only a quote can show it.
func quote(p messages.Post) string {
	text := strings.Join(strings.Fields(p.Quoting.Text), " ")
	if p.ReplyTo == "" || p.Thread || text == "" {
		return ""
	}
	text = shorten.Ellipsis(text, quoteMost)
	if name := p.Quoting.Author.Name; name != "" {
		text = name + ": " + text
	}
	return "> " + strings.ReplaceAll(text, "```", "'''") + "\n" // an open fence would make code of what follows
}

// A writer turns Markdown as models write it into Slack's markup.
type writer struct {
	people []messages.Mention
	spare  int // characters that mentions may still add
}

var (
	code    = regexp.MustCompile("(?s)```.*?(?:```|$)|`[^`\n]+`")
	linked  = regexp.MustCompile(`\[([^\[\]\n]+)\]\((https?://[^\s()<>|]+)\)`)
	bold    = regexp.MustCompile(`\*\*([^\s*](?:[^*\n]*[^\s*])?)\*\*`)
	struck  = regexp.MustCompile(`~~([^\s~](?:[^~\n]*[^\s~])?)~~`)
	heading = regexp.MustCompile(`(?m)^#{1,6} +([^\n]*[^\s#])[ #]*$`)
	fence   = regexp.MustCompile("(?m)^```[A-Za-z0-9_+.#-]+$")
)

// write leaves code as it is but for escapes, makes links and emphasis
// Slack's, and names people.
func (w *writer) write(text string) string {
	var b strings.Builder
	markdown.Between(text, code, func(piece string) {
		markdown.Between(piece, linked, func(piece string) {
			piece = bold.ReplaceAllString(piece, "*$1*")
			piece = struck.ReplaceAllString(piece, "~$1~")
			piece = heading.ReplaceAllString(piece, "*$1*")
			w.name(&b, piece)
		}, func(found []string) {
			b.WriteString("<" + escapes.Replace(found[2]) + "|" + escapes.Replace(strings.ReplaceAll(found[1], "|", "¦")) + ">")
		})
	}, func(found []string) {
		b.WriteString(escapes.Replace(fence.ReplaceAllString(found[0], "```"))) // Slack knows no languages
	})
	return b.String()
}

// name writes a piece of plain text and makes "@Name" of those who may be
// called a mention.
func (w *writer) name(b *strings.Builder, text string) {
	for _, s := range adapter.SplitCalls(text, w.people) {
		if s.Who != nil && w.people != nil {
			tag := "<@" + string(s.Who.ID) + ">"
			if more := len(tag) - utf8.RuneCountInString(s.Text); more <= w.spare {
				w.spare -= max(more, 0)
				b.WriteString(tag)
				continue
			}
			w.people = nil // the rest stays plain, too
		}
		b.WriteString(escapes.Replace(s.Text))
	}
}
