package feishu

import (
	"cmp"
	"encoding/json"
	"strings"

	"familiar/messages"
)

// A content is what a message says, as plain text.
type content struct {
	text        string
	everyone    bool
	attachments []messages.Attachment
}

// body is the JSON inside a message's content: all its types at once.
type body struct {
	Text     string `json:"text"`
	FileName string `json:"file_name"`
	FileKey  string `json:"file_key"`
	ImageKey string `json:"image_key"`
	Name     string `json:"name"`    // of a place
	Topic    string `json:"topic"`   // of a call, or a vote
	Summary  any    `json:"summary"` // of an appointment; a task's is a post
}

// contentOf reads a message of any type. What isn't text is named in
// brackets; an unknown type or a broken body is, too, and is never an error:
// a line that nobody can read was said all the same.
func contentOf(kind, raw string, mentions []mention) content {
	var b body
	broken := json.Unmarshal([]byte(raw), &b) != nil
	mentions = readable(mentions)
	switch kind {
	case "text":
		if broken {
			return content{text: raw}
		}
		text, everyone := named(b.Text, mentions)
		return content{text: text, everyone: everyone}
	case "post":
		return postOf(raw, mentions)
	case "interactive":
		said := postOf(raw, mentions)
		said.text = strings.TrimSpace("[card] " + said.text)
		return said
	case "image":
		return content{attachments: attached(attachment("image", b.ImageKey, "image", "image/*"))}
	case "file", "folder":
		return content{attachments: attached(attachment("file", b.FileKey, cmp.Or(b.FileName, kind), ""))}
	case "audio":
		return content{attachments: attached(attachment("file", b.FileKey, "audio", "audio/opus"))}
	case "media":
		return content{attachments: attached(attachment("file", b.FileKey, cmp.Or(b.FileName, "video"), "video/mp4"))}
	case "merge_forward":
		return content{text: "[forwarded messages]"}
	case "location":
		return content{text: bracketed("location", b.Name)}
	case "video_chat":
		return content{text: bracketed("call", b.Topic)}
	case "vote":
		return content{text: bracketed("vote", b.Topic)}
	case "share_calendar_event", "calendar", "general_calendar":
		summary, _ := b.Summary.(string)
		return content{text: bracketed("appointment", summary)}
	case "share_chat":
		return content{text: "[a group's card]"}
	case "share_user":
		return content{text: "[a person's card]"}
	case "todo":
		return content{text: "[task]"}
	case "":
		return content{text: "[message]"}
	}
	return content{text: bracketed(kind, "")} // sticker, system, hongbao and what comes
}

func bracketed(what, of string) string {
	if of == "" {
		return "[" + what + "]"
	}
	return "[" + what + ": " + of + "]"
}

// attachment packs what fetching one takes into its id: how the network calls
// its kind, and its key.
func attachment(kind, key, name, mediaType string) messages.Attachment {
	return messages.Attachment{ID: kind + "/" + key, Name: name, Type: mediaType}
}

// attached leaves out what has no key.
func attached(all ...messages.Attachment) []messages.Attachment {
	var with []messages.Attachment
	for _, a := range all {
		if !strings.HasSuffix(a.ID, "/") {
			with = append(with, a)
		}
	}
	return with
}
