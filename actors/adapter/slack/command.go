package slack

import (
	"cmp"
	"context"
	"strings"

	"familiar/actors/adapter"
	"familiar/messages"

	"familiar/actors/adapter/slack/mrkdwn"
)

// reply is what only the person sees who gave a command.
type reply struct {
	Type string `json:"response_type"`
	Text string `json:"text"`
}

// typed returns a slash command as it would be typed in the channel: the word is
// the command's own name, as in "/quiet", or stands first behind another, as
// in "/familiar quiet". false: there is no such word, and the answer lists
// those there are.
func (c *command) typed() (text string, answer reply, ok bool) {
	text, ok = adapter.ReadSlash(strings.TrimPrefix(c.Command, "/"), c.Text)
	if !ok {
		word, rest, _ := strings.Cut(strings.TrimSpace(c.Text), " ")
		text, ok = adapter.ReadSlash(word, rest)
	}
	if !ok {
		return "", reply{"ephemeral", "Commands: " + strings.Join(words(), ", ") + "."}, false
	}
	return text, reply{"ephemeral", adapter.PassedOn(text)}, true
}

func words() (all []string) {
	for _, s := range adapter.Slashes {
		all = append(all, s.Word)
	}
	return all
}

// notHere answers a command where Slack takes those for an app that isn't there: it could do
// nothing, and say nothing.
const notHere = "I'm not in this conversation. Invite me first, or say it to me alone."

// isAbsent reports whether Slack says that the account isn't in a chat.
func (a *Account) isAbsent(ctx context.Context, chat string) bool {
	ctx, done := context.WithTimeout(ctx, a.config.Names)
	defer done()
	known, _ := a.names.channel(ctx, chat)
	return known.absent
}

// commandLine returns a command as the line it would be if it were typed. The
// author has the name that people see, not the handle.
func (a *Account) commandLine(ctx context.Context, n notice, text string) *messages.Line {
	ctx, done := context.WithTimeout(ctx, a.config.Names)
	defer done()
	c := &n.command
	read := mrkdwn.Read(text, asking{ctx, &a.names, c.Channel})
	known, _ := a.names.person(ctx, c.User)
	return &messages.Line{
		ID: adapter.CommandLine(c.Trigger), Channel: n.channel, Account: a.id,
		Author: messages.Author{ID: messages.PersonID(c.User), Name: cmp.Or(known.name, c.Handle), Bot: known.bot},
		Text:   read.Text, Mentions: read.People, DM: strings.HasPrefix(c.Channel, "D"), At: n.came,
	}
}
