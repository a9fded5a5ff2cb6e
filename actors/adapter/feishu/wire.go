package feishu

import (
	"encoding/json"
	"fmt"
	"strconv"

	"familiar/actors/adapter"
	"familiar/messages"
)

// The events this program makes something of.
const (
	eventReceived = "im.message.receive_v1"
	eventRecalled = "im.message.recalled_v1"
)

// ignored are events an app of this kind is often subscribed to, and that
// change nothing here. The SDK answers one it doesn't know with an error, and
// then the network sends it again and again.
var ignored = []string{
	"im.message.message_read_v1",
	"im.message.bot_muted_v1",
	"im.chat.access_event.bot_p2p_chat_entered_v1",
	"im.chat.disbanded_v1",
	"im.chat.updated_v1",
	"im.chat.member.bot.added_v1",
	"im.chat.member.bot.deleted_v1",
	"im.chat.member.user.added_v1",
	"im.chat.member.user.deleted_v1",
	"im.chat.member.user.withdrawn_v1",
	"application.bot.menu_v6",
	"p2p_chat_create",
}

// An envelope is an event as it arrives.
type envelope struct {
	Header struct {
		EventType  string `json:"event_type"`
		CreateTime string `json:"create_time"`
		TenantKey  string `json:"tenant_key"`
	} `json:"header"`
	Event json.RawMessage `json:"event"`
}

// ids are one account's names for somebody; any may be empty.
type ids struct {
	Union string `json:"union_id"`
	Open  string `json:"open_id"`
	User  string `json:"user_id"`
}

type sender struct {
	ID   ids    `json:"sender_id"`
	Type string `json:"sender_type"` // "user", or "bot" or "app"

	App string `json:"-"` // the app's id, in answers of the REST interface
}

type mention struct {
	Key  string `json:"key"` // "@_user_1" or "@_all", as the text has it
	ID   ids    `json:"id"`
	Name string `json:"name"`
}

type message struct {
	ID       string    `json:"message_id"`
	Root     string    `json:"root_id"`
	Parent   string    `json:"parent_id"`
	Thread   string    `json:"thread_id"`
	Chat     string    `json:"chat_id"`
	ChatType string    `json:"chat_type"` // "p2p", "group" or "topic_group"
	Type     string    `json:"message_type"`
	Content  string    `json:"content"` // JSON again
	Created  string    `json:"create_time"`
	Updated  string    `json:"update_time"`
	Mentions []mention `json:"mentions"`
}

type received struct {
	Sender  sender  `json:"sender"`
	Message message `json:"message"`
}

type recalled struct {
	Message string `json:"message_id"`
	Chat    string `json:"chat_id"`
	Time    string `json:"recall_time"`
}

// decodeEvent reads the body of an event. One that has no form this program
// can take wraps [adapter.ErrRefused]; one that says nothing to it is nil.
func decodeEvent(body []byte, account messages.AccountID, me self) (*arrival, error) {
	var e envelope
	if err := json.Unmarshal(body, &e); err != nil {
		return nil, fmt.Errorf("%w: an event that is not JSON: %w", adapter.ErrRefused, err)
	}
	switch e.Header.EventType {
	case eventReceived:
		var r received
		if err := json.Unmarshal(e.Event, &r); err != nil {
			return nil, fmt.Errorf("%w: %s in an unknown form: %w", adapter.ErrRefused, e.Header.EventType, err)
		}
		if r.Message.ID == "" || r.Message.Chat == "" {
			return nil, fmt.Errorf("%w: %s without message_id or chat_id", adapter.ErrRefused, e.Header.EventType)
		}
		return arrivalOf(r, e.Header.TenantKey, account, me), nil
	case eventRecalled:
		var r recalled
		if err := json.Unmarshal(e.Event, &r); err != nil {
			return nil, fmt.Errorf("%w: %s in an unknown form: %w", adapter.ErrRefused, e.Header.EventType, err)
		}
		if r.Message == "" || r.Chat == "" {
			return nil, fmt.Errorf("%w: %s without message_id or chat_id", adapter.ErrRefused, e.Header.EventType)
		}
		return &arrival{
			key:     "recalled " + r.Message,
			at:      milliseconds(r.Time, e.Header.CreateTime),
			channel: messages.Channel{Network: network, Workspace: e.Header.TenantKey, Chat: r.Chat}.ID(),
			deleted: messages.LineID(r.Message),
		}, nil
	case eventReacted, eventUnreacted:
		return reactionOf(e, me)
	}
	return nil, nil
}

// arrivalOf makes a line of a message, before anybody was asked for names.
// The key tells copies of an event from an edit of its message.
func arrivalOf(r received, tenant string, account messages.AccountID, me self) *arrival {
	line, people := lineOf(r, tenant, account, me)
	return &arrival{
		key:     r.Message.ID + " " + r.Message.Updated,
		at:      line.At,
		channel: line.Channel,
		line:    line,
		people:  people,
		updated: milliseconds(r.Message.Updated),
	}
}

// milliseconds reads the first of texts that is a time; 0 without any.
func milliseconds(texts ...string) messages.Instant {
	for _, text := range texts {
		if ms, err := strconv.ParseInt(text, 10, 64); err == nil && ms > 0 {
			return messages.Instant(ms)
		}
	}
	return 0
}
