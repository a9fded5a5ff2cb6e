package discord

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"familiar/actors/adapter"
)

// guildsLimit is how many servers Discord gives at once.
const guildsLimit = 200

// rights are the permissions the adapter uses in a guild, and what doesn't
// work without each.
var rights = []struct {
	bit     int64
	name    string
	without string
}{
	{discordgo.PermissionViewChannel, "View Channels", "it hears nothing"},
	{discordgo.PermissionSendMessages, "Send Messages", "it can't speak"},
	{discordgo.PermissionSendMessagesInThreads, "Send Messages in Threads", "it can't speak in threads"},
	{discordgo.PermissionCreatePublicThreads, "Create Public Threads", "replies that should open a thread stand in the channel"},
	{discordgo.PermissionReadMessageHistory, "Read Message History", "it can't reply to a line, and knows nothing from before it came or was away"},
	{discordgo.PermissionAddReactions, "Add Reactions", "it can't react"},
	{discordgo.PermissionAttachFiles, "Attach Files", "it can't post files"},
}

// Flags of an application: a privileged intent is on, for a large bot or for
// one in few servers.
const (
	flagMembers = 1<<14 | 1<<15
	flagContent = 1<<18 | 1<<19
)

// Check implements adapter.Checker: it asks for the account, its application
// and its servers. Rights that single channels take away are not looked at.
func (a *Account) Check(ctx context.Context) (adapter.Standing, error) {
	me, err := a.Identity(ctx)
	if err != nil {
		return adapter.Standing{}, err
	}
	s := adapter.Standing{Me: me}
	if s.Missing, err = a.intentsOff(ctx); err != nil {
		return s, fmt.Errorf("discord: check: %w", err)
	}
	var guilds []struct {
		Name        string `json:"name"`
		Permissions string `json:"permissions"`
	}
	address := discordgo.EndpointUserGuilds("@me")
	if err := a.rest.Patiently(ctx, "GET", address+"?limit="+strconv.Itoa(guildsLimit), address, nil, &guilds); err != nil {
		return s, fmt.Errorf("discord: check: servers: %w", err)
	}
	var names []string
	for _, g := range guilds {
		name := adapter.CleanName(g.Name, nameLimit)
		names = append(names, name)
		has, err := strconv.ParseInt(g.Permissions, 10, 64)
		if err != nil || has&discordgo.PermissionAdministrator != 0 { // what isn't told is not lacking
			continue
		}
		for _, r := range rights {
			if has&r.bit == 0 {
				s.Missing = append(s.Missing, fmt.Sprintf("%s in %s: without it %s", r.name, name, r.without))
			}
		}
	}
	slices.Sort(names)
	s.SetPlaces(names)
	if len(guilds) == 0 {
		s.Missing = append(s.Missing, "a server: the bot is in none, invite it with the scopes bot and applications.commands")
	}
	return s, nil
}

// intentsOff lists the privileged intents that are not switched on.
func (a *Account) intentsOff(ctx context.Context) (missing []string, err error) {
	var application struct {
		Flags int64 `json:"flags"`
	}
	address := discordgo.EndpointOAuth2 + "applications/@me"
	if err := a.rest.Patiently(ctx, "GET", address, address, nil, &application); err != nil {
		return nil, fmt.Errorf("application: %w", err)
	}
	if application.Flags&flagContent == 0 {
		missing = append(missing, contentOff)
	}
	if application.Flags&flagMembers == 0 {
		missing = append(missing, membersOff)
	}
	return missing, nil
}

// prepare is done once after connecting: the slash commands are brought up to
// date and missing rights are logged.
func (a *Account) prepare(ctx context.Context, application string) {
	a.mu.Lock()
	asked := a.asked
	a.asked = true
	a.mu.Unlock()
	if asked || application == "" {
		return
	}
	if err := a.register(ctx, application); err != nil && ctx.Err() == nil {
		a.log.Warn("slash commands not registered", "err", err)
	}
	standing, err := a.Check(ctx)
	if err != nil && ctx.Err() == nil {
		a.log.Warn("rights not checked", "err", err)
	}
	for _, m := range standing.Missing {
		if m != contentOff || !a.blind.Load() { // which was told then
			a.log.Warn("right missing", "right", m)
		}
	}
}
