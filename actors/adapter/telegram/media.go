package telegram

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"familiar/actors/adapter"
	"familiar/actors/adapter/telegram/wire"
	"familiar/messages"
)

// optionsMost is how many options of a poll are read.
const optionsMost = 20

// attachments returns the files of a message. A photo comes in several sizes: the
// largest is the photo.
func attachments(m *wire.Message) (all []messages.Attachment) {
	add := func(f *wire.File, name, media string) {
		if f != nil && f.ID != "" {
			all = append(all, messages.Attachment{ID: f.ID, Name: cmp.Or(f.Name, name), Type: cmp.Or(f.Type, media), Bytes: max(f.Bytes, 0)})
		}
	}
	if n := len(m.Photo); n > 0 {
		add(&m.Photo[n-1], "photo.jpg", "image/jpeg")
	}
	add(m.Audio, "audio", "")
	add(m.Voice, "voice.ogg", "audio/ogg")
	add(m.Video, "video.mp4", "video/mp4")
	add(m.VideoNote, "video.mp4", "video/mp4")
	if add(m.Animation, "animation.mp4", "video/mp4"); m.Animation == nil { // which is a document, too
		add(m.Document, "file", "")
	}
	switch s := m.Sticker; {
	case s == nil:
	case s.Animated:
		add(&s.File, "sticker.tgs", "application/x-tgsticker")
	case s.Video:
		add(&s.File, "sticker.webm", "video/webm")
	default:
		add(&s.File, "sticker.webp", "image/webp")
	}
	return all
}

// shownText returns what people see of a message that has neither text nor file,
// or besides these. A contact's number is left out.
func shownText(m *wire.Message) string {
	switch {
	case m.Sticker != nil:
		return m.Sticker.Emoji
	case m.Dice != nil:
		return fmt.Sprintf("%s %d", m.Dice.Emoji, m.Dice.Value)
	case m.Poll != nil:
		lines := []string{"[poll] " + m.Poll.Question}
		for _, o := range m.Poll.Options[:min(len(m.Poll.Options), optionsMost)] {
			lines = append(lines, "- "+o.Text)
		}
		return strings.Join(lines, "\n")
	case m.Venue != nil:
		return "[place] " + joined(", ", []string{m.Venue.Title, m.Venue.Address})
	case m.Location != nil:
		return fmt.Sprintf("[location] %.5f, %.5f", m.Location.Latitude, m.Location.Longitude)
	case m.Contact != nil:
		return "[contact] " + (&wire.User{First: m.Contact.First, Last: m.Contact.Last}).Name()
	}
	return ""
}

// Fetch implements adapter.Fetcher. Telegram gives out files of up to 20 MB, from
// the API's own host.
func (a *Account) Fetch(ctx context.Context, _ messages.ChannelID, _ messages.LineID, at messages.Attachment) (io.ReadCloser, error) {
	var f wire.File
	if err := a.api.Call(ctx, "getFile", map[string]string{"file_id": at.ID}, &f); err != nil {
		return nil, a.outcome("look for a file", err)
	}
	if f.Path == "" {
		return nil, fmt.Errorf("telegram: account %s: fetch a file: %w: Telegram doesn't give it out", a.id, adapter.ErrGone)
	}
	body, err := a.api.Download(ctx, f.Path)
	if err != nil {
		return nil, a.outcome("fetch a file", err)
	}
	return body, nil
}
