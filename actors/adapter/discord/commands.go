package discord

import (
	"context"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"familiar/actors/adapter"
	"familiar/messages"

	"familiar/actors/adapter/discord/wire"
)

// commandInteraction is a slash command among Discord's interactions.
const commandInteraction = 2

// acknowledgeWithin is how long Discord waits for an answer to a command.
const acknowledgeWithin = 3 * time.Second

// A registered is a command as Discord keeps it, as far as it is ours.
type registered struct {
	Name    string   `json:"name"`
	About   string   `json:"description"`
	Type    int      `json:"type"`
	Options []option `json:"options,omitempty"`
	May     *string  `json:"default_member_permissions"` // null: everybody sees it; who may is judged where it is decided on
}

// An option is what may be said behind a command's word.
type option struct {
	Name  string `json:"name"`
	About string `json:"description"`
	Type  int    `json:"type"` // 3: a text
}

func wanted() (all []registered) {
	for _, s := range adapter.Slashes {
		r := registered{Name: s.Word, About: s.About, Type: 1}
		if s.Rest != "" {
			r.Options = []option{{Name: "rest", About: s.Rest, Type: 3}}
		}
		all = append(all, r)
	}
	return all
}

// register makes the slash commands what they are here, for all servers at
// once, if they are different.
func (a *Account) register(ctx context.Context, application string) error {
	var there []registered
	address := discordgo.EndpointApplicationGlobalCommands(application)
	if err := a.rest.Patiently(ctx, "GET", address, address, nil, &there); err != nil {
		return err
	}
	for i := range there {
		if len(there[i].Options) == 0 {
			there[i].Options = nil
		}
	}
	if reflect.DeepEqual(there, wanted()) {
		return nil
	}
	return a.rest.Patiently(ctx, "PUT", address, address, wanted(), nil)
}

// commandText returns a command as it would be typed.
func commandText(i *wire.Interaction) (text string, ok bool) {
	var rest []string
	for _, o := range i.Data.Options {
		rest = append(rest, o.Value)
	}
	return adapter.ReadSlash(i.Data.Name, strings.Join(rest, " "))
}

// commanded hands a command over as the line it would be if it were typed, and
// then tells who gave it. came is when it was read.
func (l *listener) commanded(i *wire.Interaction, came time.Time) bool {
	a := l.account
	text, known := commandText(i)
	if !known {
		l.acknowledge(i, came, "I don't know that.")
		return true
	}
	if isHidden(i) {
		l.acknowledge(i, came, notHere)
		return true
	}
	if !a.resolve(l.ctx, i.GuildID, i.ChannelID) {
		return false
	}
	by := i.Member.User
	if by.ID == "" {
		by = i.User
	}
	line := &messages.Line{
		ID: adapter.CommandLine(i.ID), Channel: a.places.id(i.GuildID, i.ChannelID), Account: a.id,
		Author: a.names.author(i.GuildID, by, &i.Member, false),
		Text:   text, DM: i.GuildID == "", At: messages.InstantOf(came),
	}
	if !l.hearUntilTaken(line.Channel, messages.Heard{Line: line}) {
		return false
	}
	l.acknowledge(i, came, adapter.PassedOn(text))
	return true
}

// notHere answers a command where Discord offers those of an app that can't see the channel:
// it could do nothing, and say nothing.
const notHere = "I can't see this channel. Let me in first, or say it to me alone."

// isHidden reports whether Discord says that the account doesn't see where a command is given.
func isHidden(i *wire.Interaction) bool {
	rights, err := strconv.ParseInt(i.Rights, 10, 64)
	return err == nil && i.GuildID != "" && rights&(discordgo.PermissionViewChannel|discordgo.PermissionAdministrator) == 0
}

// acknowledge answers a command, to who gave it alone. The channel's next
// event doesn't wait for that.
func (l *listener) acknowledge(i *wire.Interaction, came time.Time, answer string) {
	a := l.account
	l.beside.Go(func() {
		ctx, cancel := context.WithDeadline(l.ctx, came.Add(acknowledgeWithin))
		defer cancel()
		const ephemeral = 1 << 6
		reply := map[string]any{"type": 4, "data": map[string]any{
			"content": answer, "flags": ephemeral, "allowed_mentions": map[string]any{"parse": []string{}},
		}}
		address := discordgo.EndpointInteractionResponse(i.ID, i.Token)
		if err := a.rest.Call(ctx, "POST", address, discordgo.EndpointInteraction("", ""), reply, nil); err != nil {
			a.log.Warn("command not acknowledged", "command", i.Data.Name, "err", err)
		}
	})
}
