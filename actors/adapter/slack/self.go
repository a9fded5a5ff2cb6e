package slack

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"familiar/messages"
)

// A self is who the account is in its workspace.
type self struct {
	author messages.Author
	bot    string // the bot's id, which some of its messages carry instead of the user's
	team   string
	scopes []string // what the bot's token may do
}

// who asks Slack once who the account is.
func (a *Account) who(ctx context.Context) (self, error) {
	return a.me.Get(func() (self, error) { return a.ask(ctx) })
}

func (a *Account) ask(ctx context.Context) (self, error) {
	answer, err := a.api.AuthTestContext(ctx)
	if err != nil {
		return self{}, a.failed("ask who we are", err)
	}
	if answer.UserID == "" || answer.TeamID == "" {
		return self{}, a.failed("ask who we are", errors.New("the answer has no user"))
	}
	me := self{bot: answer.BotID, team: answer.TeamID}
	me.author = messages.Author{ID: messages.PersonID(answer.UserID), Bot: true}
	// The name people see is the profile's; auth.test has the handle only.
	shown, _ := a.names.person(ctx, answer.UserID)
	me.author.Name = cmp.Or(shown.name, answer.User)
	for scope := range strings.SplitSeq(answer.Header.Get("X-OAuth-Scopes"), ",") {
		if scope = strings.TrimSpace(scope); scope != "" {
			me.scopes = append(me.scopes, scope)
		}
	}
	return me, nil
}

// channel returns the id of a chat of the account's workspace, or of a thread.
func (me self) channel(chat, thread string) messages.ChannelID {
	return messages.Channel{Network: network, Workspace: me.team, Chat: chat, Thread: thread}.ID()
}

// wrote reports whether a message is the account's own.
func (me self) wrote(m *message) bool {
	return m.User != "" && m.User == string(me.author.ID) || m.BotID != "" && m.BotID == me.bot
}
