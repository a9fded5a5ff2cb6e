package discord

import (
	"context"
	"reflect"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"familiar/messages"
)

// commandInteraction is a slash command among Discord's interactions.
const commandInteraction = 2

// trusted is who may use a command unless a server's own settings say
// otherwise: Discord's permission MANAGE_MESSAGES. "" is everybody.
const trusted = "8192"

// A slash is a slash command. Its word is the command that is handed over.
type slash struct {
	word, about, answer, may string
}

// slashes are the commands, by the order in which people see them.
var slashes = []slash{
	{"help", "What you can tell me", "/status: what I am doing here · /why: why I spoke or kept quiet · /quiet, /engage, /disengage, /stop: for those who may manage messages", ""},
	{"status", "What I am doing in this channel", "I pass it on.", ""},
	{"why", "Why I spoke or kept quiet", "I pass it on.", ""},
	{string(messages.Quiet), "Stay silent in this channel until told otherwise", "I'll be quiet.", trusted},
	{string(messages.EngageHere), "Take every line in this channel as meant for me", "I'm listening.", trusted},
	{string(messages.Disengage), "Step back from what is being talked about", "I step back.", trusted},
	{string(messages.Stop), "Drop the answer I am working on", "I stop.", trusted},
}

// A registered is a command as Discord keeps it, as far as it is ours.
type registered struct {
	Name  string  `json:"name"`
	About string  `json:"description"`
	Type  int     `json:"type"`
	May   *string `json:"default_member_permissions"`
}

func wanted() (all []registered) {
	for _, s := range slashes {
		r := registered{Name: s.word, About: s.about, Type: 1}
		if s.may != "" {
			r.May = &s.may
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
	if err := a.rest.patiently(ctx, "GET", address, address, nil, &there); err != nil {
		return err
	}
	if reflect.DeepEqual(there, wanted()) {
		return nil
	}
	return a.rest.patiently(ctx, "PUT", address, address, wanted(), nil)
}

// acknowledge answers a command, to who gave it alone. Discord wants that in
// three seconds, sooner than the command may be taken.
func (a *Account) acknowledge(ctx context.Context, running *sync.WaitGroup, i *interaction) {
	answer := "I don't know that."
	for _, s := range slashes {
		if s.word == i.Data.Name {
			answer = s.answer
		}
	}
	running.Go(func() {
		ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
		defer cancel()
		const ephemeral = 1 << 6
		reply := map[string]any{"type": 4, "data": map[string]any{"content": answer, "flags": ephemeral}}
		address := discordgo.EndpointInteractionResponse(i.ID, i.Token)
		if err := a.rest.call(ctx, "POST", address, discordgo.EndpointInteraction("", ""), reply, nil); err != nil {
			a.log.Warn("command not acknowledged", "command", i.Data.Name, "err", err)
		}
	})
}

// commanded hands a command over. Who may give it, is decided elsewhere.
func (l *lanes) commanded(i *interaction) bool {
	a := l.account
	if !a.resolve(l.ctx, i.GuildID, i.ChannelID) {
		return false
	}
	by := i.Member.User
	if i.Member.User.ID == "" {
		by = i.User
	}
	return l.tell(a.places.id(i.GuildID, i.ChannelID), messages.Commanded{
		By:      a.names.author(i.GuildID, by, &i.Member, false),
		Command: messages.Command(i.Data.Name),
	})
}
