package slack

import (
	"cmp"
	"strings"

	"familiar/actors/adapter/slack/mrkdwn"
)

// cardsMost is how many cards of a message are read, and fields of a card.
const cardsMost = 20

// A legacy is what Slack calls an attachment: a card below the text. Some bots
// write into cards instead of the text; the preview of a link and a message
// that is shared are cards, too.
type legacy struct {
	Pretext  string         `json:"pretext"`
	Title    string         `json:"title"`
	Text     string         `json:"text"`
	Fallback string         `json:"fallback"`
	Author   string         `json:"author_name"`
	Fields   []field        `json:"fields"`
	Blocks   []mrkdwn.Block `json:"blocks"`

	Shared   bool   `json:"is_share"`
	Unfurled bool   `json:"is_msg_unfurl"` // a link to a message
	From     string `json:"from_url"`
	Original string `json:"original_url"`
}

type field struct {
	Title string `json:"title"`
	Value string `json:"value"`
}

// written returns what a message's author wrote, as markup: the text, of one
// that has none its blocks, and the cards of a bot or of a message without
// either.
func (m *message) written() string {
	text := cmp.Or(m.Text, mrkdwn.OfBlocks(m.Blocks))
	if text != "" && m.BotID == "" || text == "" && len(m.Files) > 0 {
		return text
	}
	parts := []string{text}
	for i := range m.Attachments[:min(len(m.Attachments), cardsMost)] {
		if c := &m.Attachments[i]; !c.preview() && !c.passedOn() {
			parts = append(parts, c.written())
		}
	}
	return joined("\n", parts...)
}

// shared returns what a message passes on of others', as markup.
func (m *message) shared() string {
	var parts []string
	for i := range m.Attachments[:min(len(m.Attachments), cardsMost)] {
		if c := &m.Attachments[i]; c.Shared {
			parts = append(parts, joined(": ", mrkdwn.Escape(c.Author), c.written()))
		}
	}
	return joined("\n", parts...)
}

// preview reports whether Slack made the card of a link in the text.
func (c *legacy) preview() bool { return !c.passedOn() && (c.From != "" || c.Original != "") }

// passedOn reports whether the card is somebody's message.
func (c *legacy) passedOn() bool { return c.Shared || c.Unfurled }

// written returns what a card says, as markup.
func (c *legacy) written() string {
	parts := []string{c.Pretext, c.Title, c.Text}
	for _, f := range c.Fields[:min(len(c.Fields), cardsMost)] {
		parts = append(parts, joined(": ", f.Title, f.Value))
	}
	if c.Text == "" {
		parts = append(parts, mrkdwn.OfBlocks(c.Blocks))
	}
	return cmp.Or(joined("\n", parts...), c.Fallback)
}

// joined puts those of the parts together that say something.
func joined(by string, parts ...string) string {
	var said []string
	for _, p := range parts {
		if p = strings.TrimSpace(p); p != "" {
			said = append(said, p)
		}
	}
	return strings.Join(said, by)
}
