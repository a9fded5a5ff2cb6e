package slack

import (
	"context"
	"fmt"
	"slices"

	"familiar/actors/adapter"
)

// A scope is what a token may do, and what doesn't work without it.
type scope struct{ scope, without string }

// scopes are what the bot's token needs.
var scopes = []scope{
	{"app_mentions:read", "mentions in channels whose messages it may not read are not heard"},
	{"channels:history", "nothing is heard in public channels"},
	{"groups:history", "nothing is heard in private channels"},
	{"im:history", "direct messages are not heard"},
	{"mpim:history", "nothing is heard in group messages"},
	{"chat:write", "nothing can be posted"},
	{"users:read", "people are called by their ids, and bots that have a user pass for people"},
	{"channels:read", "members and names of public channels are not known"},
	{"groups:read", "members and names of private channels are not known"},
	{"im:read", "who is in a direct message is not known"},
	{"mpim:read", "members of group messages are not known"},
	{"reactions:write", "no reaction can be added"},
	{"reactions:read", "reactions of others are not heard"},
	{"files:read", "attachments can't be opened, and no file can be posted"},
	{"files:write", "no file can be posted"},
	{"usergroups:read", "a mention of a user group the bot is in wakes nobody"},
	{"commands", "slash commands don't exist"},
	{"metadata.message:read", "own posts are recognised only by Slack's answer, not by the mark they carry"},
	{"assistant:write", "the assistant's pane shows no typing"},
}

// scopes are those that the account's token needs.
func (a *Account) scopes() []scope {
	if !a.config.Faces {
		return scopes
	}
	return append(slices.Clone(scopes), scope{customize, "familiars that share the account post under its name, with theirs before the text"})
}

// Check implements adapter.Checker: who the bot is, where it is, and which
// scopes it lacks. The app's token is tried by asking for a connection, which
// is not opened.
func (a *Account) Check(ctx context.Context) (adapter.Standing, error) {
	me, err := a.who(ctx)
	if err != nil {
		return adapter.Standing{}, err
	}
	if _, _, err := a.api.StartSocketModeContext(ctx); err != nil {
		if refusal(err) != "missing_scope" {
			return adapter.Standing{}, a.failed("open a connection with the app token", err)
		}
		return adapter.Standing{}, a.failed("open a connection", fmt.Errorf("%w: the app token lacks connections:write: create a new one with it", adapter.ErrGone))
	}
	standing := adapter.Standing{Me: me.author}
	for _, s := range a.scopes() {
		if !slices.Contains(me.scopes, s.scope) {
			standing.Missing = append(standing.Missing, s.scope+": "+s.without)
		}
	}
	places, err := a.places(ctx)
	if err != nil && refusal(err) != "missing_scope" {
		return adapter.Standing{}, err
	}
	standing.SetPlaces(places)
	return standing, nil
}
