package discord

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"familiar/actors/adapter"
)

// guildsLimit is how many servers Discord gives at once.
const guildsLimit = 200

// A right is a permission, and what doesn't work without it.
type right struct {
	bit     int64
	name    string
	without string
}

// rights are the permissions the adapter uses in a guild.
var rights = []right{
	{discordgo.PermissionViewChannel, "View Channels", "it hears nothing"},
	{discordgo.PermissionSendMessages, "Send Messages", "it can't speak"},
	{discordgo.PermissionSendMessagesInThreads, "Send Messages in Threads", "it can't speak in threads"},
	{discordgo.PermissionCreatePublicThreads, "Create Public Threads", "replies that should open a thread stand in the channel"},
	{discordgo.PermissionReadMessageHistory, "Read Message History", "it can't reply to a line, and knows nothing from before it came or was away"},
	{discordgo.PermissionAddReactions, "Add Reactions", "it can't react"},
	{discordgo.PermissionAttachFiles, "Attach Files", "it can't post files"},
}

// rights returns the permissions that the account uses.
func (a *Account) rights() []right {
	if !a.config.Faces {
		return rights
	}
	return append(slices.Clone(rights), right{discordgo.PermissionManageWebhooks, "Manage Webhooks", "familiars that share the account post under its name, with theirs before the text"})
}

// Flags of an application: a privileged intent is on, for a large bot or for
// one in few servers.
const (
	flagMembers = 1<<14 | 1<<15
	flagContent = 1<<18 | 1<<19
)

// invite returns the address at which the bot of an application is invited to a
// server, with the rights the account uses and no others.
func (a *Account) invite(application string) string {
	var permissions int64
	for _, r := range a.rights() {
		permissions |= r.bit
	}
	return "https://discord.com/oauth2/authorize?client_id=" + url.QueryEscape(application) +
		"&scope=bot+applications.commands&permissions=" + strconv.FormatInt(permissions, 10)
}

// Check implements adapter.Checker: it asks for the account, its application,
// its sessions and its servers. Rights that single channels take away are not looked at.
func (a *Account) Check(ctx context.Context) (adapter.Standing, error) {
	me, err := a.Identity(ctx)
	if err != nil {
		return adapter.Standing{}, err
	}
	s := adapter.Standing{Me: me}
	application, err := a.application(ctx)
	if err != nil {
		return s, fmt.Errorf("discord: check: %w", err)
	}
	s.Missing, s.Invite = application.intentsOff(), a.invite(cmp.Or(application.ID, string(me.ID)))
	if _, err := a.recentPlan(ctx); err != nil {
		return s, fmt.Errorf("discord: check: %w", err)
	}
	s.Shards = a.Shards()
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
		name := adapter.CleanName(g.Name, adapter.NameMost)
		names = append(names, name)
		has, err := strconv.ParseInt(g.Permissions, 10, 64)
		if err != nil || has&discordgo.PermissionAdministrator != 0 { // what isn't told is not lacking
			continue
		}
		for _, r := range a.rights() {
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

// An application is what Discord says of the one a bot belongs to.
type application struct {
	ID    string `json:"id"`
	Flags int64  `json:"flags"`
}

func (a *Account) application(ctx context.Context) (it application, err error) {
	address := discordgo.EndpointOAuth2 + "applications/@me"
	if err := a.rest.Patiently(ctx, "GET", address, address, nil, &it); err != nil {
		return it, fmt.Errorf("application: %w", err)
	}
	a.me.belongTo(it.ID)
	return it, nil
}

// intentsOff lists the privileged intents that are not switched on.
func (it application) intentsOff() (missing []string) {
	if it.Flags&flagContent == 0 {
		missing = append(missing, contentOff)
	}
	if it.Flags&flagMembers == 0 {
		missing = append(missing, membersOff)
	}
	return missing
}

// prepare is done once after connecting: the slash commands are brought up to
// date and missing rights are logged. Of a session that is taken up nobody says
// the application: it is asked for.
func (a *Account) prepare(ctx context.Context, id string) {
	if a.prepared.Swap(true) {
		return
	}
	if id == "" {
		it, err := a.application(ctx)
		if err != nil || it.ID == "" {
			a.log.Warn("slash commands not registered, rights not checked", "err", err)
			return
		}
		id = it.ID
	}
	if err := a.register(ctx, id); err != nil && ctx.Err() == nil {
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
