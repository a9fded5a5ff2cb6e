package wire

import (
	"cmp"
	"slices"
	"strings"

	"familiar/internal/shorten"
)

// How much of what stands beside a message's text is read. Discord's own
// limits are ten embeds of 25 fields, forty components and ten answers.
const (
	embedsMost     = 10
	fieldsMost     = 25
	componentsMost = 100
	depthMost      = 5
	answersMost    = 20
	shownMost      = 16 << 10 // bytes, of embeds and components each
)

type (
	// An Embed is a card below a message: a bot's own, or the preview of a link.
	Embed struct {
		Type        string `json:"type"`
		URL         string `json:"url"`
		Title       string `json:"title"`
		Description string `json:"description"`
		Author      struct {
			Name string `json:"name"`
		} `json:"author"`
		Fields []struct {
			Name  string `json:"name"`
			Value string `json:"value"`
		} `json:"fields"`
		Footer struct {
			Text string `json:"text"`
		} `json:"footer"`
	}

	// A Component is a part of a message that is laid out of parts.
	Component struct {
		Type        int         `json:"type"`
		Content     string      `json:"content"`     // of a text
		Description string      `json:"description"` // of a picture
		Components  []Component `json:"components"`
		Accessory   *Component  `json:"accessory"`
		Items       []Component `json:"items"` // of a gallery
	}

	// A Poll is a question to everybody.
	Poll struct {
		Question Media `json:"question"`
		Answers  []struct {
			Media Media `json:"poll_media"`
		} `json:"answers"`
	}

	// A Media is a part of a poll, of which the text is read.
	Media struct {
		Text string `json:"text"`
	}
)

// Types of components that say something, or hold others that do.
const (
	inText      = 10
	inThumbnail = 11
)

// A Body is what a message says, wherever it stands in it.
type Body struct {
	Content     *string      `json:"content"`
	Attachments []Attachment `json:"attachments"`
	Embeds      []Embed      `json:"embeds"`
	Stickers    []Sticker    `json:"sticker_items"`
	Components  []Component  `json:"components"`
	Poll        *Poll        `json:"poll"`
	Mentions    []Mentioned  `json:"mentions"`
}

// Text returns the content; "" also when there is none.
func (b *Body) Text() string {
	if b.Content == nil {
		return ""
	}
	return *b.Content
}

// Empty reports whether nothing is said.
func (b *Body) Empty() bool {
	return b.Text() == "" && b.Poll == nil && len(b.Attachments)+len(b.Embeds)+len(b.Stickers)+len(b.Components) == 0
}

// Written returns the content with what stands in components and in a poll: all
// in which Discord pings whom it names.
func (b *Body) Written() string {
	return JoinLines(b.Text(), shown(b.Components), b.Poll.asked())
}

// Embedded returns what stands in embeds, but for previews: of who is no bot all
// are, of a bot that writes a text those of its links.
func (b *Body) Embedded(bot bool) string {
	if !bot {
		return ""
	}
	text := b.Text()
	var parts []string
	for _, e := range b.Embeds[:min(len(b.Embeds), embedsMost)] {
		if text != "" && (e.Type != "rich" || e.URL != "" && strings.Contains(text, e.URL)) {
			continue
		}
		parts = append(parts, e.Author.Name, e.Title, e.Description)
		for _, f := range e.Fields[:min(len(e.Fields), fieldsMost)] {
			parts = append(parts, Between(f.Name, ": ", f.Value))
		}
		parts = append(parts, e.Footer.Text)
	}
	return shorten.Bytes(JoinLines(parts...), shownMost)
}

// shown returns the texts of components, each on lines of its own.
func shown(all []Component) string {
	var parts []string
	read := 0
	var walk func(all []Component, depth int)
	walk = func(all []Component, depth int) {
		for i := range all {
			c := &all[i]
			if read++; read > componentsMost || depth > depthMost {
				return
			}
			switch c.Type {
			case inText:
				parts = append(parts, c.Content)
			case inThumbnail, 0: // 0: in a gallery
				parts = append(parts, c.Description)
			}
			walk(c.Components, depth+1)
			walk(c.Items, depth+1)
			if c.Accessory != nil {
				walk([]Component{*c.Accessory}, depth+1)
			}
		}
	}
	walk(all, 0)
	return shorten.Bytes(JoinLines(parts...), shownMost)
}

// asked returns a poll as text; "" when there is none.
func (p *Poll) asked() string {
	if p == nil {
		return ""
	}
	parts := []string{"[poll] " + p.Question.Text}
	for _, a := range p.Answers[:min(len(p.Answers), answersMost)] {
		parts = append(parts, Between("-", " ", a.Media.Text))
	}
	return shorten.Bytes(JoinLines(parts...), shownMost)
}

// JoinLines puts what says something on lines of its own.
func JoinLines(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return strings.TrimSpace(p) == "" }), "\n")
}

// Between puts a mark between two texts, if there are two.
func Between(a, mark, b string) string {
	if a == "" || b == "" {
		return cmp.Or(a, b)
	}
	return a + mark + b
}
