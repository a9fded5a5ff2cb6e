// Package wire is what Discord sends, as far as the adapter reads it: the forms
// of messages and of what they stand in, what a message says wherever that
// stands in it, and snowflakes. It knows nothing of who reads it.
package wire

import (
	"bytes"
	"encoding/json"
	"time"
)

// What Discord sends, as far as it is used. Every field may be missing.
type (
	// A User is somebody, or a bot.
	User struct {
		ID         string `json:"id"`
		Username   string `json:"username"`
		GlobalName string `json:"global_name"`
		Bot        bool   `json:"bot"`
	}

	// A Member is a user in a guild.
	Member struct {
		User  User     `json:"user"`
		Nick  string   `json:"nick"`
		Roles []string `json:"roles"`
	}

	// A Mentioned is a user whom a message pings, with who that is in the guild.
	Mentioned struct {
		User
		Member *Member `json:"member"` // nil: not said
	}

	// An Attachment is a file of a message.
	Attachment struct {
		ID          string `json:"id"`
		Filename    string `json:"filename"`
		ContentType string `json:"content_type"`
		Size        int64  `json:"size"`
		URL         string `json:"url"`
	}

	// A Sticker is a picture in place of words.
	Sticker struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	}

	// A Reference is to a message that is answered or passed on.
	Reference struct {
		Type      int    `json:"type"` // 1: forwarded
		MessageID string `json:"message_id"`
		ChannelID string `json:"channel_id"`
	}

	// A Message is one as the gateway and the REST interface give it.
	Message struct {
		Body
		ID              string          `json:"id"`
		ChannelID       string          `json:"channel_id"`
		GuildID         string          `json:"guild_id"`
		Type            int             `json:"type"`
		Timestamp       string          `json:"timestamp"`
		EditedTimestamp string          `json:"edited_timestamp"`
		Author          User            `json:"author"`
		Member          *Member         `json:"member"` // nil: not said
		WebhookID       string          `json:"webhook_id"`
		ApplicationID   string          `json:"application_id"` // whose webhook it is
		Face            string          `json:"-"`              // the name that one of the account's own is shown under; "": the account's
		MentionEveryone bool            `json:"mention_everyone"`
		MentionRoles    []string        `json:"mention_roles"`
		Reference       Reference       `json:"message_reference"`
		Referenced      *Message        `json:"referenced_message"`
		Snapshots       []Snapshot      `json:"message_snapshots"`
		Nonce           json.RawMessage `json:"nonce"`
	}

	// A Snapshot is a message as it was when it was forwarded.
	Snapshot struct {
		Message Body `json:"message"`
	}

	// A Deleted says which messages are gone.
	Deleted struct {
		ID        string   `json:"id"`
		IDs       []string `json:"ids"`
		ChannelID string   `json:"channel_id"`
		GuildID   string   `json:"guild_id"`
	}

	// A Channel is one, or a thread.
	Channel struct {
		ID            string `json:"id"`
		GuildID       string `json:"guild_id"`
		ParentID      string `json:"parent_id"`
		Type          int    `json:"type"`
		Name          string `json:"name"`
		Topic         string `json:"topic"`
		LastMessageID string `json:"last_message_id"`
		Recipients    []User `json:"recipients"`
		Adult         bool   `json:"nsfw"`

		Overwrites *[]Overwrite `json:"permission_overwrites"` // nil: it isn't said

		Thread struct {
			Archived bool   `json:"archived"`
			Begun    string `json:"create_timestamp"`
		} `json:"thread_metadata"`
	}

	// An Overwrite gives rights to a role or a member in a channel, and takes some.
	Overwrite struct {
		ID    string `json:"id"`
		Allow string `json:"allow"` // a number, as is Deny
		Deny  string `json:"deny"`
	}

	// A Role is one of a guild's.
	Role struct {
		ID          string `json:"id"`
		Name        string `json:"name"`
		Permissions string `json:"permissions"` // a number; "": it isn't said
	}

	// A Guild is one as the gateway gives it when it comes into view.
	Guild struct {
		ID          string    `json:"id"`
		Unavailable bool      `json:"unavailable"`
		MemberCount int       `json:"member_count"`
		About       int       `json:"approximate_member_count"` // the REST interface's count of members
		Roles       []Role    `json:"roles"`
		Channels    []Channel `json:"channels"`
		Threads     []Channel `json:"threads"`
		Members     []Member  `json:"members"`
	}

	// A Ready is the beginning of a session.
	Ready struct {
		User        User `json:"user"`
		Application struct {
			ID string `json:"id"`
		} `json:"application"`
	}

	// An Interaction is what somebody does with a command.
	Interaction struct {
		ID        string `json:"id"`
		Type      int    `json:"type"`
		Token     string `json:"token"`
		ChannelID string `json:"channel_id"`
		GuildID   string `json:"guild_id"`
		Member    Member `json:"member"`
		User      User   `json:"user"`
		Rights    string `json:"app_permissions"` // the account's there, a number; "": not said
		Data      struct {
			Name    string `json:"name"`
			Options []struct {
				Value string `json:"value"`
			} `json:"options"`
		} `json:"data"`
	}
)

// NonceText returns what whoever posted the message made it known by.
func (m *Message) NonceText() string { return string(bytes.Trim(m.Nonce, `"`)) }

// At returns when the message was posted: what it says, else what its id says;
// the zero time if neither does.
func (m *Message) At() time.Time {
	if t, err := time.Parse(time.RFC3339Nano, m.Timestamp); err == nil {
		return t
	}
	return Born(m.ID)
}

// Begun returns a snowflake of when a channel was made. A thread's own id may be
// that of the message it hangs on.
func (c *Channel) Begun() string {
	if t, err := time.Parse(time.RFC3339Nano, c.Thread.Begun); err == nil {
		return Snowflake(t)
	}
	return c.ID
}

// Discord's types of message that are lines. The others are notices of the
// network: somebody joined, a message was pinned, a thread was begun.
const (
	TypeDefault = 0
	TypeReply   = 19
	typeCommand = 20 // what a bot answers to a slash command
	TypeStarter = 21 // the message a thread was begun from, as the thread's first
	typeMenu    = 23 // what a bot answers to a command of the context menu

	Forward = 1 // the type of a reference to a message that is passed on
)

// IsLine reports whether somebody said m.
func (m *Message) IsLine() bool {
	switch m.Type {
	case TypeDefault, TypeReply, typeCommand, typeMenu:
		return m.ID != ""
	case TypeStarter:
		return m.ID != "" && m.Referenced != nil
	}
	return false
}
