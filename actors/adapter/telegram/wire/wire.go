// Package wire has the forms of Telegram's Bot API that the adapter reads and
// writes, and of each only the fields it looks at
// (https://core.telegram.org/bots/api). What is unknown or of another form than
// here is left out: an update is not lost for one field.
package wire

import (
	"fmt"

	"familiar/actors/adapter"
)

// An Update is one thing that happened. At most one of its pointers is set;
// none is, when it is of a kind that nobody here looks at.
type Update struct {
	ID int64 `json:"update_id"`

	Message           *Message      `json:"message"`
	EditedMessage     *Message      `json:"edited_message"`
	ChannelPost       *Message      `json:"channel_post"`
	EditedChannelPost *Message      `json:"edited_channel_post"`
	Reaction          *Reaction     `json:"message_reaction"`
	Membership        *MemberChange `json:"my_chat_member"`
}

// Kinds are the kinds of updates that are asked for. Telegram leaves reactions
// out unless they are named.
var Kinds = []string{"message", "edited_message", "channel_post", "edited_channel_post", "message_reaction", "my_chat_member"}

// DecodeUpdate reads an update. An error is [adapter.ErrRefused]: nothing can be
// made of it, not even which update it is.
func DecodeUpdate(data []byte) (Update, error) {
	var u Update
	if err := adapter.DecodeLenient(data, &u); err != nil {
		return Update{}, fmt.Errorf("%w: %w", adapter.ErrRefused, err)
	}
	if u.ID == 0 {
		return Update{}, fmt.Errorf("%w: an update without a number", adapter.ErrRefused)
	}
	return u, nil
}

// A User is a person or a bot.
type User struct {
	ID       int64  `json:"id"`
	Bot      bool   `json:"is_bot"`
	First    string `json:"first_name"`
	Last     string `json:"last_name,omitempty"`
	Username string `json:"username,omitempty"`

	// Of the account's own, as getMe has it.
	JoinsGroups bool `json:"can_join_groups,omitempty"`
	ReadsAll    bool `json:"can_read_all_group_messages,omitempty"` // privacy mode is off
}

// Name returns what people call a user.
func (u *User) Name() string {
	if u.Last == "" {
		return u.First
	}
	return u.First + " " + u.Last
}

// The types of chats.
const (
	Private    = "private"
	Supergroup = "supergroup"
	Channel    = "channel"
)

// A Chat is where messages stand. A supergroup's and a channel's messages have
// the same ids to everybody; a private chat's and a basic group's are counted for
// each account by itself. One supergroup may be all that people write to a channel, each
// of them read by nobody else but those who administer it.
type Chat struct {
	ID    int64  `json:"id"`
	Type  string `json:"type"`
	Title string `json:"title,omitempty"`
	First string `json:"first_name,omitempty"`
	Last  string `json:"last_name,omitempty"`
	Desk  bool   `json:"is_direct_messages,omitempty"` // what people write to a channel

	// What only getChat says.
	About string `json:"description,omitempty"`
	Bio   string `json:"bio,omitempty"`
}

// Name returns what people call a chat: of a private one, whom it is with.
func (c *Chat) Name() string {
	if c.Title != "" {
		return c.Title
	}
	return (&User{First: c.First, Last: c.Last}).Name()
}

// An Entity is a part of a text that is more than its characters. Offset and
// length are in UTF-16 code units.
type Entity struct {
	Type     string `json:"type"`
	Offset   int    `json:"offset"`
	Length   int    `json:"length"`
	URL      string `json:"url,omitempty"`      // of text_link
	User     *User  `json:"user,omitempty"`     // of text_mention
	Language string `json:"language,omitempty"` // of pre
}

// A Reaction is what somebody's reactions to a message were and are.
type Reaction struct {
	Chat    Chat   `json:"chat"`
	Message int64  `json:"message_id"`
	User    *User  `json:"user"`       // nil: who did it is anonymous
	Actor   *Chat  `json:"actor_chat"` // then in whose name
	Old     []Mark `json:"old_reaction"`
	New     []Mark `json:"new_reaction"`
}

// A Mark is one reaction.
type Mark struct {
	Type   string `json:"type"` // "emoji", "custom_emoji" or "paid"
	Emoji  string `json:"emoji,omitempty"`
	Custom string `json:"custom_emoji_id,omitempty"`
}

// A MemberChange says that the account's standing in a chat is another now.
type MemberChange struct {
	Chat Chat   `json:"chat"`
	Now  Member `json:"new_chat_member"`
}

// A Member is somebody's standing in a chat.
type Member struct {
	Status string `json:"status"` // "member", "administrator", "left", "kicked" and others
}
