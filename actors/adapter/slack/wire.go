package slack

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/slack-go/slack"

	"familiar/messages"

	"familiar/actors/adapter"

	"familiar/actors/adapter/slack/mrkdwn"
)

// A message is what we read of Slack's message events and of its history.
// slackevents.MessageEvent leaves some of it out, and slack.Msg fails as a
// whole when one block of it has an unknown form.
type message struct {
	Type        string `json:"type"`
	Subtype     string `json:"subtype"`
	Channel     string `json:"channel"`
	ChannelType string `json:"channel_type"`

	User       string  `json:"user"`
	BotID      string  `json:"bot_id"`
	Username   string  `json:"username"`
	BotProfile profile `json:"bot_profile"`

	Text         string         `json:"text"`
	TS           string         `json:"ts"`
	ThreadTS     string         `json:"thread_ts"`
	ParentUserID string         `json:"parent_user_id"`
	Files        []file         `json:"files"`
	Blocks       []mrkdwn.Block `json:"blocks"`
	Attachments  []legacy       `json:"attachments"`
	Metadata     metadata       `json:"metadata"`

	EventTS   string   `json:"event_ts"`
	DeletedTS string   `json:"deleted_ts"`
	Edited    edited   `json:"edited"`
	Message   *message `json:"message"`          // of message_changed: as it is now
	Previous  *message `json:"previous_message"` // of message_changed and message_deleted: as it was

	Assistant *assistant `json:"assistant_thread"`

	Reaction string `json:"reaction"` // its name, of reaction_added and reaction_removed
	Item     *item  `json:"item"`     // what it is to
}

type (
	profile struct {
		Name string `json:"name"`
	}
	edited struct {
		TS string `json:"ts"`
	}
	file struct {
		ID   string `json:"id"`
		Name string `json:"name"`
		Type string `json:"mimetype"`
		Size int64  `json:"size"`
	}
	metadata struct {
		EventType string         `json:"event_type"`
		Payload   map[string]any `json:"event_payload"`
	}
	assistant struct {
		Chat   string `json:"channel_id"`
		Thread string `json:"thread_ts"`
	}
	// command is a slash command.
	command struct {
		Command string `json:"command"`
		Text    string `json:"text"`
		User    string `json:"user_id"`
		Handle  string `json:"user_name"`
		Channel string `json:"channel_id"`
		Trigger string `json:"trigger_id"`
	}
)

// messageOf returns a message of the history in the form of an event's.
func messageOf(m *slack.Message, chat string) *message {
	of := &message{
		Type: m.Type, Subtype: m.SubType, Channel: chat,
		User: m.User, BotID: m.BotID, Username: m.Username,
		Text: m.Text, TS: m.Timestamp, ThreadTS: m.ThreadTimestamp, ParentUserID: m.ParentUserId,
		Metadata: metadata{m.Metadata.EventType, m.Metadata.EventPayload},
	}
	if m.BotProfile != nil {
		of.BotProfile.Name = m.BotProfile.Name
	}
	for _, f := range m.Files {
		of.Files = append(of.Files, file{f.ID, f.Name, f.Mimetype, int64(f.Size)})
	}
	for _, a := range m.Attachments {
		card := legacy{
			Pretext: a.Pretext, Title: a.Title, Text: a.Text, Fallback: a.Fallback, Author: a.AuthorName,
			Blocks: blocksOf(a.Blocks), Shared: a.IsShare, Unfurled: a.IsMsgUnfurl, From: a.FromURL, Original: a.OriginalURL,
		}
		for _, f := range a.Fields {
			card.Fields = append(card.Fields, field{f.Title, f.Value})
		}
		of.Attachments = append(of.Attachments, card)
	}
	if m.Text == "" {
		of.Blocks = blocksOf(m.Blocks)
	}
	return of
}

// blocksOf returns blocks as the library has read them as an event has them.
func blocksOf(read slack.Blocks) (blocks []mrkdwn.Block) {
	if len(read.BlockSet) == 0 {
		return nil
	}
	raw, err := json.Marshal(read)
	if err != nil || adapter.DecodeLenient(raw, &blocks) != nil {
		return nil // the library takes what it can't write: nothing is said
	}
	return blocks
}

// thread returns the thread the message stands in; "" for the chat itself. The
// root of a thread stands in the chat.
func (m *message) thread() string {
	if m.ThreadTS == m.TS {
		return ""
	}
	return m.ThreadTS
}

// dm reports whether the message is between two.
func (m *message) dm() bool { return m.ChannelType == "im" || strings.HasPrefix(m.Channel, "D") }

// post returns the id of ours that the message carries; "" for none.
func (m *message) post() string {
	if m.Metadata.EventType != postEvent {
		return ""
	}
	id, _ := m.Metadata.Payload["id"].(string)
	return id
}

// instant returns the time of a ts, "seconds.microseconds"; 0 if it has another
// form.
func instant(ts string) messages.Instant {
	seconds, micros, _ := strings.Cut(ts, ".")
	s, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil || s < 0 || s > 1<<40 {
		return 0
	}
	us, err := strconv.ParseInt((micros + "000000")[:6], 10, 64)
	if err != nil || us < 0 {
		us = 0
	}
	return messages.Instant(s*1000 + us/1000)
}

// isTS reports whether a text has a ts's form.
func isTS(ts string) bool {
	seconds, micros, _ := strings.Cut(ts, ".")
	digits := func(s string) bool {
		return s != "" && len(s) <= 20 && strings.Trim(s, "0123456789") == ""
	}
	return digits(seconds) && (micros == "" || digits(micros))
}

// after reports whether one ts is later than another.
func after(a, b string) bool {
	as, au, _ := strings.Cut(a, ".")
	bs, bu, _ := strings.Cut(b, ".")
	if len(as) != len(bs) {
		return len(as) > len(bs)
	}
	return as > bs || as == bs && au > bu
}
