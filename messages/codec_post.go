package messages

import (
	"encoding/json"
	"fmt"

	"familiar/messages/because"
)

// Posts and notes are stored as one JSON object each, under the rules for an
// event's fields; see [EncodeEvent].
type (
	writtenPost struct {
		ID       PostID           `json:"id"`
		Channel  ChannelID        `json:"channel,omitempty"`
		Account  AccountID        `json:"account,omitempty"`
		Familiar FamiliarID       `json:"familiar,omitempty"`
		Part     int              `json:"part,omitempty"`
		As       string           `json:"as,omitempty"`
		Picture  string           `json:"picture,omitempty"`
		Text     string           `json:"text,omitempty"`
		ReplyTo  LineID           `json:"reply_to,omitempty"`
		Quoting  writtenQuoted    `json:"quoting,omitzero"`
		Mentions []writtenMention `json:"mentions,omitempty"`
		Thread   bool             `json:"thread,omitempty"`
		Within   ChannelID        `json:"within,omitempty"`
		Meta     Meta             `json:"meta,omitzero"`
		File     *File            `json:"file,omitempty"`
	}
	writtenMention struct {
		Name string   `json:"name"`
		ID   PersonID `json:"id"`
	}
	writtenQuoted struct {
		ID          LineID              `json:"id,omitempty"`
		Author      writtenAuthor       `json:"author,omitzero"`
		Text        string              `json:"text,omitempty"`
		At          Instant             `json:"at,omitempty"`
		Own         bool                `json:"own,omitempty"`
		Attachments []writtenAttachment `json:"attachments,omitempty"`
	}
	writtenNote struct {
		Channel  ChannelID  `json:"channel,omitempty"`
		Familiar FamiliarID `json:"familiar,omitempty"`
		Line     LineID     `json:"line,omitempty"`
		At       Instant    `json:"at,omitempty"`
		Act      Act        `json:"act,omitempty"`
		Rung     string     `json:"rung,omitempty"`
		Trigger  Trigger    `json:"trigger,omitempty"`
		N        uint64     `json:"n,omitempty"`
		Reason   string     `json:"reason,omitempty"`
		Due      Instant    `json:"due,omitempty"`
		Term     string     `json:"term,omitempty"`
		Facts    Facts      `json:"facts,omitempty"`
		Odds     float32    `json:"odds,omitempty"`
		Bar      float32    `json:"bar,omitempty"`
		Partly   bool       `json:"partly,omitempty"`
		Arm      Arm        `json:"arm,omitempty"`
		Meta     Meta       `json:"meta,omitzero"`
	}
)

// EncodePost returns the bytes a journal keeps for p. Text must be UTF-8: any
// other byte becomes U+FFFD.
func EncodePost(p Post) ([]byte, error) {
	var mentions []writtenMention
	for _, m := range p.Mentions {
		mentions = append(mentions, writtenMention(m))
	}
	b, err := json.Marshal(writtenPost{
		p.ID, p.Channel, p.Account, p.Familiar, p.Part, p.As, p.Picture, p.Text, p.ReplyTo, writeQuoted(p.Quoting), mentions, p.Thread, p.Within, p.Meta, p.File,
	})
	if err != nil {
		return nil, fmt.Errorf("encode post %s: %w", p.ID, err)
	}
	return b, nil
}

// DecodePost returns the post that [EncodePost] made b from. Bytes of another form
// are an error.
func DecodePost(b []byte) (Post, error) {
	var w writtenPost
	if err := json.Unmarshal(b, &w); err != nil {
		return Post{}, fmt.Errorf("decode post: %w", err)
	}
	var mentions []Mention
	for _, m := range w.Mentions {
		mentions = append(mentions, Mention(m))
	}
	return Post{w.ID, w.Channel, w.Account, w.Familiar, w.Part, w.As, w.Picture, w.Text, w.ReplyTo, w.Quoting.quoted(), mentions, w.Thread, w.Within, w.Meta, w.File, false}, nil
}

func writeQuoted(q Quoted) writtenQuoted {
	w := writtenQuoted{ID: q.ID, Author: writtenAuthor(q.Author), Text: q.Text, At: q.At, Own: q.Own}
	for _, a := range q.Attachments {
		w.Attachments = append(w.Attachments, writtenAttachment(a))
	}
	return w
}

func (w writtenQuoted) quoted() Quoted {
	q := Quoted{ID: w.ID, Author: Author(w.Author), Text: w.Text, At: w.At, Own: w.Own}
	for _, a := range w.Attachments {
		q.Attachments = append(q.Attachments, Attachment(a))
	}
	return q
}

// EncodeNote returns the bytes a journal keeps for n, under the rules of
// [EncodePost].
func EncodeNote(n *Note) ([]byte, error) {
	b, err := json.Marshal(writeNote(n))
	if err != nil {
		return nil, fmt.Errorf("encode note: %w", err)
	}
	return b, nil
}

// DecodeNote returns the note that [EncodeNote] made b from. Bytes of another form
// are an error.
func DecodeNote(b []byte) (*Note, error) {
	var w writtenNote
	if err := json.Unmarshal(b, &w); err != nil {
		return nil, fmt.Errorf("decode note: %w", err)
	}
	return w.note(), nil
}

func writeNote(n *Note) *writtenNote {
	return &writtenNote{
		n.Channel, n.Familiar, n.Line, n.At, n.Act, string(n.Rung), n.Trigger, n.N, because.Written(n.Reason),
		n.Due, n.Term, n.Facts, n.Odds, n.Bar, n.Partly, n.Arm, n.Meta,
	}
}

func (w *writtenNote) note() *Note {
	return &Note{
		w.Channel, w.Familiar, w.Line, w.At, w.Act, Rung(w.Rung), w.Trigger, w.N, because.Read(w.Rung, w.Reason),
		w.Due, w.Term, w.Facts, w.Odds, w.Bar, w.Arm, w.Partly, w.Meta,
	}
}
