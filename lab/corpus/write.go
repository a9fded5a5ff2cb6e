package corpus

import (
	"encoding/json"
	"io"
	"time"

	"familiar/messages"
)

// A Writer writes entries as a file that [Read] reads. It keeps the names of
// the channels and no line.
type Writer struct {
	encoder *json.Encoder
	begun   map[string]bool
}

// NewWriter writes the header; source says where the chat comes from and may
// be empty.
func NewWriter(w io.Writer, source string) (*Writer, error) {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return &Writer{e, make(map[string]bool)}, e.Encode(writtenHeader{Schema, source})
}

// The lines of a file as they are written. Field names are those of written.
type (
	writtenHeader struct {
		Schema string `json:"schema"`
		Source string `json:"source,omitempty"`
	}
	writtenChannel struct {
		Channel    string             `json:"ch"`
		Kind       string             `json:"kind"`
		Platform   messages.Network   `json:"platform"`
		Place      messages.ChannelID `json:"channel"`
		Resolution string             `json:"ts_resolution,omitempty"`
	}
	writtenLine struct {
		Channel    string              `json:"ch"`
		ID         messages.LineID     `json:"id"`
		At         string              `json:"ts"`
		Kind       string              `json:"kind"`
		Author     string              `json:"author"`
		UID        messages.PersonID   `json:"uid"`
		Bot        bool                `json:"is_bot"`
		Text       string              `json:"text"`
		Addressees []messages.PersonID `json:"addressees"`
		ReplyTo    []messages.LineID   `json:"reply_to"`
		Reply      messages.LineID     `json:"reply,omitempty"`
		To         messages.PersonID   `json:"reply_uid,omitempty"`
		Root       bool                `json:"thread_root,omitempty"`
		All        bool                `json:"everyone,omitempty"`
		Groups     []string            `json:"groups,omitempty"`
		DM         bool                `json:"dm,omitempty"`
		Edited     bool                `json:"edited,omitempty"`
	}
)

// Write writes an entry, and first its channel when that is new.
func (w *Writer) Write(e Entry) error {
	if !w.begun[e.Place.Name] {
		w.begun[e.Place.Name] = true
		c := writtenChannel{e.Place.Name, kindChannel, e.Place.Channel.Network(), e.Place.Channel, e.Place.Resolution}
		if err := w.encoder.Encode(c); err != nil {
			return err
		}
	}
	l := e.Line
	out := writtenLine{
		Channel: e.Place.Name, ID: l.ID, At: l.At.Time().Format(time.RFC3339Nano), Kind: "message",
		Author: l.Author.Name, UID: l.Author.ID, Bot: l.Author.Bot,
		Text: l.Text, Addressees: l.Mentions,
		Reply: l.ReplyTo.ID, To: l.ReplyTo.Author, Root: l.ReplyTo.ThreadRoot,
		All: l.Everyone, Groups: l.Roles, DM: l.DM, Edited: e.Edited,
	}
	if out.Addressees == nil {
		out.Addressees = []messages.PersonID{}
	}
	if e.Annotated {
		out.ReplyTo = append([]messages.LineID{}, e.Answers...)
	}
	return w.encoder.Encode(out)
}
