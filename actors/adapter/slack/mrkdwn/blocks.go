package mrkdwn

import (
	"cmp"
	"encoding/json"
	"strings"

	"familiar/actors/adapter"
)

// How much of blocks is read.
const (
	piecesMost = 1000      // blocks and what is in them
	depthMost  = 8         // of one in another
	shownMost  = 16 * 1024 // bytes of text, about
)

// A Block is what Slack builds messages of, a part of one, or a text in one:
// which it is, its type says. What is not read here, such as buttons and
// inputs, says nothing that a line could.
type Block struct {
	Type     string          `json:"type"`
	Text     json.RawMessage `json:"text"` // a string, or a text object
	Fields   []Block         `json:"fields"`
	Elements []Block         `json:"elements"`
	Rows     [][]Block       `json:"rows"`
	Title    json.RawMessage `json:"title"`
	Alt      string          `json:"alt_text"`
	User     string          `json:"user_id"`
	Group    string          `json:"usergroup_id"`
	Channel  string          `json:"channel_id"`
	Range    string          `json:"range"` // here, channel, everyone
	Name     string          `json:"name"`  // of an emoji
	URL      string          `json:"url"`
	Fallback string          `json:"fallback"` // of a date
}

// A reader writes blocks as the markup that a text would have.
type reader struct {
	text   strings.Builder
	pieces int
}

// OfBlocks gives blocks as markup, each on lines of its own.
func OfBlocks(blocks []Block) string {
	var r reader
	for i := range blocks {
		r.line()
		r.block(&blocks[i], 0)
	}
	return strings.TrimSpace(r.text.String())
}

// line begins another line, unless one has just begun.
func (r *reader) line() {
	if so := r.text.String(); so != "" && !strings.HasSuffix(so, "\n") {
		r.text.WriteByte('\n')
	}
}

// full reports whether no more is to be read.
func (r *reader) full(depth int) bool {
	r.pieces++
	return r.pieces > piecesMost || depth > depthMost || r.text.Len() > shownMost
}

// lines are the types whose elements stand on lines of their own.
var blockLines = map[string]bool{"rich_text": true, "rich_text_list": true}

func (r *reader) block(b *Block, depth int) {
	if r.full(depth) {
		return
	}
	switch b.Type {
	case "actions", "input", "button", "divider", "call":
		return
	case "image", "video":
		r.add(cmp.Or(textOf(b.Title), escapes.Replace(b.Alt)))
		return
	case "section", "header", "markdown", "context", "alert", "card":
		r.add(textOf(b.Text))
		for i := range b.Fields {
			r.line()
			r.add(b.Fields[i].own())
		}
	case "table":
		r.table(b, depth)
	default:
		r.add(b.own())
	}
	for i := range b.Elements {
		if blockLines[b.Type] {
			r.line()
		} else if b.Type == "context" && i > 0 {
			r.text.WriteByte(' ')
		}
		r.block(&b.Elements[i], depth+1)
	}
}

func (r *reader) table(b *Block, depth int) {
	for _, row := range b.Rows {
		r.line()
		for i := range row {
			if i > 0 {
				r.add(" | ")
			}
			r.block(&row[i], depth+1)
		}
	}
}

func (r *reader) add(markup string) { r.text.WriteString(markup) }

// own returns what a part says itself, without those in it.
func (b *Block) own() string {
	switch b.Type {
	case "user":
		return "<@" + b.User + ">"
	case "usergroup":
		return "<!subteam^" + b.Group + ">"
	case "channel":
		return "<#" + b.Channel + ">"
	case "broadcast":
		return "<!" + b.Range + ">"
	case "emoji":
		return ":" + escapes.Replace(b.Name) + ":"
	case "date":
		return escapes.Replace(b.Fallback)
	case "link":
		if said := stringOf(b.Text); said != "" {
			return "<" + escapes.Replace(b.URL) + "|" + escapes.Replace(strings.ReplaceAll(said, "\n", " ")) + ">"
		}
		return "<" + escapes.Replace(b.URL) + ">"
	case "mrkdwn":
		return stringOf(b.Text)
	}
	return textOf(b.Text) // plain_text, and the text of rich text, which has no markup
}

// textOf returns a text object, or a plain string, as markup.
func textOf(raw json.RawMessage) string {
	if said := stringOf(raw); said != "" {
		return escapes.Replace(said)
	}
	var b Block
	if len(raw) == 0 || raw[0] != '{' || adapter.DecodeLenient(raw, &b) != nil {
		return ""
	}
	if b.Type == "mrkdwn" {
		return stringOf(b.Text)
	}
	return escapes.Replace(stringOf(b.Text))
}

func stringOf(raw json.RawMessage) (text string) {
	if len(raw) > 0 && raw[0] == '"' {
		_ = json.Unmarshal(raw, &text) // of another form: nothing is said
	}
	return text
}
