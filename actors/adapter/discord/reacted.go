package discord

import (
	"cmp"

	"familiar/messages"

	"familiar/actors/adapter/discord/wire"
)

// A reacted is what the gateway says of reactions: who, to which message, with
// what. Whoever removed all of a message's, or all of one kind, is not said.
type reacted struct {
	UserID    string       `json:"user_id"`
	ChannelID string       `json:"channel_id"`
	MessageID string       `json:"message_id"`
	GuildID   string       `json:"guild_id"`
	Member    *wire.Member `json:"member"` // of one that was added in a guild
	Emoji     struct {
		ID   string `json:"id"` // "": a character
		Name string `json:"name"`
	} `json:"emoji"`
}

// emoji returns a character as it is and a server's own by its name; "" when
// nothing says which.
func (r *reacted) emoji() string {
	if r.Emoji.ID == "" || r.Emoji.Name == "" {
		return r.Emoji.Name
	}
	return ":" + r.Emoji.Name + ":"
}

// whole reports whether the gateway said all that an event of that kind has to.
func (r *reacted) whole(kind string) bool {
	switch {
	case r.MessageID == "" || r.ChannelID == "":
		return false
	case kind == "MESSAGE_REACTION_REMOVE_ALL":
		return true
	case kind == "MESSAGE_REACTION_REMOVE_EMOJI":
		return r.emoji() != ""
	}
	return r.emoji() != "" && r.UserID != ""
}

// reacted hands over what became of reactions.
func (l *listener) reacted(kind string, r *reacted) bool {
	a := l.account
	if !a.resolve(l.ctx, r.GuildID, r.ChannelID) {
		return false
	}
	e := messages.Reacted{Line: messages.LineID(r.MessageID), Emoji: r.emoji(), Removed: kind != "MESSAGE_REACTION_ADD"}
	if r.UserID != "" {
		e.By = a.reactor(r)
	}
	return l.hearUntilTaken(a.places.id(r.GuildID, r.ChannelID), e)
}

// reactor returns who reacted. In direct messages Discord gives the id alone; the
// other one's name came with the channel.
func (a *Account) reactor(r *reacted) messages.Author {
	u := wire.User{ID: r.UserID}
	if r.Member != nil && r.Member.User.ID == r.UserID {
		u = r.Member.User
	} else if at, known := a.places.at(r.ChannelID); known && at.with.ID == r.UserID {
		u = at.with
	}
	by := a.names.author(r.GuildID, u, r.Member, false)
	by.Name = cmp.Or(by.Name, r.UserID)
	by.Bot = by.Bot || r.UserID == a.self().ID
	return by
}
