package telegram

import (
	"context"
	"fmt"
	"net/url"
	"slices"

	"familiar/actors/adapter"
)

// privacyHelp says how an operator has a bot hear everything.
const privacyHelp = "switch it off with /setprivacy at @BotFather, then remove the bot from its groups and add it again; or make it an administrator"

// Check implements adapter.Checker: who the bot is and what it may hear. The Bot
// API doesn't say in which chats a bot is.
func (a *Account) Check(ctx context.Context) (adapter.Standing, error) {
	me, err := a.who(ctx)
	if err != nil {
		return adapter.Standing{}, err
	}
	now, err := a.hooked(ctx)
	if err != nil {
		return adapter.Standing{}, err
	}
	ours := now.URL == "" || now.URL == a.config.Webhook || a.isOurs(now.URL) // one we had is ended by the next run
	if !ours {
		return adapter.Standing{}, fmt.Errorf("telegram: account %s: %w: another program hears this bot by a webhook at %s: end that, then call deleteWebhook once", a.id, adapter.ErrGone, now.host())
	}
	standing := adapter.Standing{Me: me.author, Hidden: true}
	if me.user.Username != "" {
		standing.Invite = "https://t.me/" + url.PathEscape(me.user.Username) + "?startgroup=true"
	}
	if !me.user.ReadsAll {
		standing.Missing = append(standing.Missing, "can_read_all_group_messages: privacy mode is on, so in groups only commands, mentions and replies to the bot are heard: "+privacyHelp)
	}
	if a.config.Webhook != "" && now.Failure != "" && now.Waiting > 0 {
		standing.Missing = append(standing.Missing, fmt.Sprintf("webhook: Telegram has %d updates that it can't deliver: %s", now.Waiting, adapter.CleanName(now.Failure, 200)))
	}
	if !me.user.JoinsGroups {
		standing.Missing = append(standing.Missing, "can_join_groups: nobody can add the bot to a group: switch it on with /setjoingroups at @BotFather")
	}
	return standing, nil
}

// A command is one that people choose from a list.
type command struct {
	Word  string `json:"command"`
	About string `json:"description"`
}

// offerCommands has Telegram list the commands, unless it lists them already. One
// that is chosen is a message like any other.
func (a *Account) offerCommands(ctx context.Context) error {
	var wanted, listed []command
	for _, s := range adapter.Slashes {
		wanted = append(wanted, command{s.Word, s.About})
	}
	if err := a.api.Call(ctx, "getMyCommands", struct{}{}, &listed); err != nil {
		return a.failed("ask for the commands", err)
	}
	if slices.Equal(wanted, listed) {
		return nil
	}
	if err := a.api.Call(ctx, "setMyCommands", map[string]any{"commands": wanted}, nil); err != nil {
		return a.failed("offer commands", err)
	}
	return nil
}
