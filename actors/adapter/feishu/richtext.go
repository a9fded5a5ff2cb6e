package feishu

import (
	"encoding/json"
	"slices"
	"strings"

	"familiar/actors/adapter"
	"familiar/messages"
)

// A part is an element of rich text.
type part struct {
	Tag      string `json:"tag"`
	Text     string `json:"text"`
	Href     string `json:"href"`
	UserID   string `json:"user_id"` // a mention's key
	UserName string `json:"user_name"`
	ImageKey string `json:"image_key"`
	FileKey  string `json:"file_key"`
	Emoji    string `json:"emoji_type"`
	Language string `json:"language"`
}

// A rich is rich text: a title and paragraphs of parts. Cards that somebody
// posted come in nearly the same form.
type rich struct {
	Title    any      `json:"title"` // a card's need not be a string
	Content  [][]part `json:"content"`
	Elements [][]part `json:"elements"`
}

// partLimit is how many parts of a rich text are read.
const partLimit = 2000

// postOf returns rich text as plain text, a paragraph a line. In some forms it
// stands inside its language.
func postOf(raw string, mentions []mention) content {
	var r rich
	if json.Unmarshal([]byte(raw), &r) != nil || r.Content == nil && r.Elements == nil {
		var byLanguage map[string]rich
		if json.Unmarshal([]byte(raw), &byLanguage) == nil {
			for _, language := range []string{"zh_cn", "en_us", "ja_jp"} {
				if in, ok := byLanguage[language]; ok {
					r = in
					break
				}
			}
		}
	}
	p := plain{mentions: mentions}
	if title, _ := r.Title.(string); title != "" {
		p.text.WriteString(title)
		p.begun = true
	}
	left := partLimit
	for _, paragraph := range append(slices.Clip(r.Content), r.Elements...) {
		if p.begun {
			p.text.WriteByte('\n')
		}
		p.begun = true
		for _, e := range paragraph {
			if left--; left < 0 {
				break
			}
			p.add(e)
		}
	}
	p.said.text = p.text.String()
	return p.said
}

// plain collects the plain text of a rich one.
type plain struct {
	mentions []mention
	text     strings.Builder
	begun    bool
	said     content
}

func (p *plain) add(e part) {
	switch e.Tag {
	case "text", "md":
		text, everyone := named(e.Text, p.mentions)
		p.text.WriteString(text)
		p.said.everyone = p.said.everyone || everyone
	case "a":
		p.text.WriteString(e.Text)
		if e.Href != "" && e.Href != e.Text {
			p.text.WriteString(" (" + e.Href + ")")
		}
	case "at":
		p.at(e)
	case "img":
		p.attach(attachment("image", e.ImageKey, "image", "image/*"))
	case "media":
		p.attach(attachment("file", e.FileKey, "video", "video/mp4"))
	case "emotion":
		p.text.WriteString(":" + e.Emoji + ":")
	case "code_block":
		p.text.WriteString("```" + strings.ToLower(e.Language) + "\n" + strings.TrimSuffix(e.Text, "\n") + "\n```")
	case "hr":
		p.text.WriteString("---")
	default:
		p.text.WriteString(e.Text)
	}
}

// at adds a mention by its key, or by the name that stands beside it.
func (p *plain) at(e part) {
	if e.UserID == everyoneKey || e.UserID == "all" {
		p.said.everyone = true
	}
	for _, m := range p.mentions {
		if m.Key == e.UserID && m.Name != "" {
			p.text.WriteString("@" + m.Name)
			return
		}
	}
	switch name := adapter.CleanName(e.UserName, adapter.NameMost); {
	case name != "":
		p.text.WriteString("@" + name)
	case e.UserID == everyoneKey || e.UserID == "all":
		p.text.WriteString("@all")
	default:
		p.text.WriteString("@" + e.UserID)
	}
}

func (p *plain) attach(a messages.Attachment) {
	p.said.attachments = append(p.said.attachments, attached(a)...)
}
