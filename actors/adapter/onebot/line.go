package onebot

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/onebot/wire"
	"familiar/messages"
)

// everybody stands for all members of a group where one person's number might.
const everybody = "all"

// line returns a message as the line it is.
func (a *Account) line(channel messages.ChannelID, m *wire.Message, me self) *messages.Line {
	l := &messages.Line{
		ID: messages.LineID(m.ID), Channel: channel, Account: a.id, Author: a.author(m, me), At: messages.Instant(m.Time * 1000),
		DM: m.Kind == "private", Backfilled: time.Since(time.Unix(m.Time, 0)) > a.config.Late,
	}
	if id, ours := a.past.posts.Get(stand{channel, m.ID}); ours {
		l.Nonce = string(id)
	}
	r := reader{Account: a, line: l, me: me}
	for _, s := range m.Content {
		r.read(s)
	}
	l.Text = r.text.String()
	return l
}

// author returns who wrote a message.
func (a *Account) author(m *wire.Message, me self) messages.Author {
	switch {
	case m.User == me.id:
		return me.author
	case m.Anonymous != nil: // they share one number
		name := cmp.Or(m.Anonymous.Name, "anonymous")
		return messages.Author{ID: messages.PersonID("anonymous-" + cmp.Or(string(m.Anonymous.ID), name)), Name: name}
	}
	return messages.Author{ID: messages.PersonID(m.User), Name: cmp.Or(m.Sender.Name(), string(m.User))}
}

// A reader makes a line of segments.
type reader struct {
	*Account
	line *messages.Line
	me   self
	text strings.Builder
}

// read takes one segment. What people see of it is text; the files are attachments.
func (r *reader) read(s wire.Segment) {
	switch s.Type {
	case "text":
		r.text.WriteString(s.Data["text"])
	case "at":
		r.at(s.Data)
	case "reply":
		var id wire.ID
		_ = id.UnmarshalJSON([]byte(s.Data["id"])) // anything else answers nothing
		if id != "" {
			author, _ := r.past.taken.Get(stand{r.line.Channel, id})
			r.line.ReplyTo = messages.Reply{ID: messages.LineID(id), Author: author}
		}
	case "image":
		r.attach(s.Data, "image.jpg", "image/jpeg")
	case "mface":
		r.text.WriteString(cmp.Or(s.Data["summary"], "[sticker]"))
	case "record":
		r.attach(s.Data, "voice", "audio/amr")
	case "video":
		r.attach(s.Data, "video.mp4", "video/mp4")
	case "file", "onlinefile":
		r.attach(s.Data, "file", "")
	case "forward", "node":
		r.passedOn(s.Data)
	default:
		r.text.WriteString(shown(s))
	}
}

// at reads whom a message calls.
func (r *reader) at(d wire.Data) {
	if d["qq"] == everybody {
		r.line.Everyone = true
		r.text.WriteString("@全体成员")
		return
	}
	id := messageID(messages.LineID(d["qq"]))
	if id == "" {
		return
	}
	if who := messages.PersonID(id); !slices.Contains(r.line.Mentions, who) {
		r.line.Mentions = append(r.line.Mentions, who)
	}
	name, _ := r.past.names.Get(member{r.line.Channel, id})
	if id == r.me.id {
		name = r.me.author.Name
	}
	name = cmp.Or(name, strings.TrimPrefix(adapter.CleanName(d["name"], adapter.NameMost), "@"), string(id))
	r.text.WriteString("@" + name)
}

// attach adds a file. Its id is where it can be fetched, if that is said.
func (r *reader) attach(d wire.Data, name, media string) {
	id := cmp.Or(d["url"], d["file_id"], d["file"])
	if id == "" {
		return
	}
	size, _ := json.Number(cmp.Or(d["file_size"], d["size"])).Int64() // 0: unknown
	said := cmp.Or(d["name"], d["file"])
	if said == "" || strings.ContainsAny(said, "/:{") || len(said) > 200 { // an address or a hash
		said = name
	}
	r.line.Attachments = append(r.line.Attachments, messages.Attachment{ID: id, Name: said, Type: media, Bytes: max(size, 0)})
}

// passedMost is how many of the messages passed on at once are read.
const passedMost = 20

// passedOn reads messages of another place: somebody else's words call nobody here.
func (r *reader) passedOn(d wire.Data) {
	var all []wire.Message
	_ = adapter.DecodeLenient([]byte(d["content"]), &all) // in most implementations only an id is given
	lines := []string{}
	for _, m := range all[:min(len(all), passedMost)] {
		var text strings.Builder
		for _, s := range m.Content {
			if s.Type == "text" {
				text.WriteString(s.Data["text"])
			} else {
				text.WriteString(shown(s))
			}
		}
		lines = append(lines, cmp.Or(adapter.CleanName(m.Sender.Name(), adapter.NameMost), string(m.User))+": "+text.String())
	}
	r.text.WriteString(strings.TrimSpace("[forwarded] " + strings.Join(lines, "\n")))
	r.line.ExplicitOnly = true
}

// cardMost is how much of a card's title is read, in bytes of its JSON.
const cardMost = 64 << 10

// shown returns what people see of a segment that is neither text nor a file.
func shown(s wire.Segment) string {
	switch s.Type {
	case "face":
		return "[face]"
	case "dice", "rps", "poke", "shake":
		return "[" + s.Type + "]"
	case "image", "record", "video", "file":
		return "[" + s.Type + "]"
	case "share":
		return strings.TrimSpace(s.Data["title"] + " " + s.Data["url"])
	case "location":
		return strings.TrimSpace("[location] " + s.Data["title"])
	case "music":
		return strings.TrimSpace("[music] " + s.Data["title"])
	case "contact":
		return "[contact]"
	case "markdown":
		return s.Data["content"]
	case "json":
		var card struct {
			Prompt string `json:"prompt"`
		}
		if len(s.Data["data"]) <= cardMost {
			_ = adapter.DecodeLenient([]byte(s.Data["data"]), &card) // a card without a title is just one
		}
		return strings.TrimSpace("[card] " + card.Prompt)
	}
	return ""
}
