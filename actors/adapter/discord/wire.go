package discord

import (
	"bytes"
	"encoding/json"
	"strconv"
	"time"
)

// What Discord sends, as far as it is used. Every field may be missing.
type (
	user struct {
		ID         string `json:"id"`
		Username   string `json:"username"`
		GlobalName string `json:"global_name"`
		Bot        bool   `json:"bot"`
	}

	member struct {
		User  user     `json:"user"`
		Nick  string   `json:"nick"`
		Roles []string `json:"roles"`
	}

	// A mentioned is a user whom a message pings, with who that is in the guild.
	mentioned struct {
		user
		Member *member `json:"member"` // nil: not said
	}

	attachment struct {
		ID          string `json:"id"`
		Filename    string `json:"filename"`
		ContentType string `json:"content_type"`
		Size        int64  `json:"size"`
		URL         string `json:"url"`
	}

	sticker struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	}

	reference struct {
		Type      int    `json:"type"` // 1: forwarded
		MessageID string `json:"message_id"`
		ChannelID string `json:"channel_id"`
	}

	message struct {
		body
		ID              string          `json:"id"`
		ChannelID       string          `json:"channel_id"`
		GuildID         string          `json:"guild_id"`
		Type            int             `json:"type"`
		Timestamp       string          `json:"timestamp"`
		EditedTimestamp string          `json:"edited_timestamp"`
		Author          user            `json:"author"`
		Member          *member         `json:"member"` // nil: not said
		WebhookID       string          `json:"webhook_id"`
		MentionEveryone bool            `json:"mention_everyone"`
		MentionRoles    []string        `json:"mention_roles"`
		Reference       reference       `json:"message_reference"`
		Referenced      *message        `json:"referenced_message"`
		Snapshots       []snapshot      `json:"message_snapshots"`
		Nonce           json.RawMessage `json:"nonce"`
	}

	// A snapshot is a message as it was when it was forwarded.
	snapshot struct {
		Message body `json:"message"`
	}

	deleted struct {
		ID        string   `json:"id"`
		IDs       []string `json:"ids"`
		ChannelID string   `json:"channel_id"`
		GuildID   string   `json:"guild_id"`
	}

	channel struct {
		ID            string `json:"id"`
		GuildID       string `json:"guild_id"`
		ParentID      string `json:"parent_id"`
		Type          int    `json:"type"`
		Name          string `json:"name"`
		Topic         string `json:"topic"`
		LastMessageID string `json:"last_message_id"`
		Recipients    []user `json:"recipients"`
		Thread        struct {
			Archived bool   `json:"archived"`
			Begun    string `json:"create_timestamp"`
		} `json:"thread_metadata"`
	}

	role struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	}

	guild struct {
		ID          string    `json:"id"`
		Name        string    `json:"name"`
		Unavailable bool      `json:"unavailable"`
		MemberCount int       `json:"member_count"`
		Roles       []role    `json:"roles"`
		Channels    []channel `json:"channels"`
		Threads     []channel `json:"threads"`
		Members     []member  `json:"members"`
	}

	ready struct {
		User        user `json:"user"`
		Application struct {
			ID string `json:"id"`
		} `json:"application"`
	}

	interaction struct {
		ID        string `json:"id"`
		Type      int    `json:"type"`
		Token     string `json:"token"`
		ChannelID string `json:"channel_id"`
		GuildID   string `json:"guild_id"`
		Member    member `json:"member"`
		User      user   `json:"user"`
		Data      struct {
			Name    string `json:"name"`
			Options []struct {
				Value string `json:"value"`
			} `json:"options"`
		} `json:"data"`
	}
)

// nonce returns the nonce that the message was posted with.
func (m *message) nonce() string { return string(bytes.Trim(m.Nonce, `"`)) }

// at returns when the message was posted: what it says, else what its id says;
// the zero time if neither does.
func (m *message) at() time.Time {
	if t, err := time.Parse(time.RFC3339Nano, m.Timestamp); err == nil {
		return t
	}
	return born(m.ID)
}

// discordEpoch is what snowflakes count from, in Unix milliseconds.
const discordEpoch = 1420070400000

// born returns when a snowflake was made; the zero time for another id.
func born(id string) time.Time {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil || n < 1<<22 {
		return time.Time{}
	}
	return time.UnixMilli(n>>22 + discordEpoch)
}

// snowflake returns an id as one made at t is.
func snowflake(t time.Time) string {
	return strconv.FormatInt((t.UnixMilli()-discordEpoch)<<22, 10)
}

// after returns the id that follows a snowflake; of another id, the id itself.
func after(id string) string {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return id
	}
	return strconv.FormatInt(n+1, 10)
}

// begun returns a snowflake of when a channel was made. A thread's own id may be
// that of the message it hangs on.
func (c *channel) begun() string {
	if t, err := time.Parse(time.RFC3339Nano, c.Thread.Begun); err == nil {
		return snowflake(t)
	}
	return c.ID
}

// older reports whether snowflake a was made before b.
func older(a, b string) bool {
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	return a < b
}
