package discord

import (
	"fmt"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"familiar/actors/adapter"

	"familiar/actors/adapter/discord/wire"
)

// intents is what the gateway is to tell: guilds, messages there and direct
// ones, reactions to them, and their content, which is the one that has to be
// switched on.
const intents = discordgo.IntentsGuilds | discordgo.IntentsGuildMessages | discordgo.IntentsDirectMessages | discordgo.IntentMessageContent |
	discordgo.IntentsGuildMessageReactions | discordgo.IntentsDirectMessageReactions

// What doesn't work without each privileged intent.
const (
	contentOff = "MESSAGE CONTENT intent: without it only direct messages, mentions and replies that ping it are heard; switch it on in the developer portal under Bot, Privileged Gateway Intents, and restart"
	membersOff = "SERVER MEMBERS intent: without it nobody knows how many people are in a channel, and the odds decide whether somebody is alone; switch it on in the developer portal"
)

// lateMention is how young a message is to be that is heard only once an edit
// has it mention the account.
const lateMention = 5 * time.Minute

// asksFor returns the intents a session is begun with: all, or after Discord has
// refused the content those that need no leave. It is asked for again by the
// next process.
func (a *Account) asksFor() discordgo.Intent {
	if a.blind.Load() {
		return intents &^ discordgo.IntentMessageContent
	}
	return intents
}

// refused takes that Discord gives a session's intents no more, and says so
// once. Without the content there is nothing left to refuse: that is an error.
func (a *Account) refused(asked discordgo.Intent) error {
	if asked&discordgo.IntentMessageContent == 0 {
		return fmt.Errorf("%w: Discord refuses intents that need no permission: check the bot in the developer portal (close code 4014)", adapter.ErrGone)
	}
	if a.blind.CompareAndSwap(false, true) {
		a.log.Warn("right missing", "right", contentOff)
	}
	return nil
}

// withheld reports whether Discord keeps from the account what m says. A line
// of which nobody knows a word is not heard: it could only be misjudged.
func (a *Account) withheld(m *wire.Message) bool {
	passedOn := func(s wire.Snapshot) bool { return !s.Message.Empty() }
	return a.blind.Load() && (m.Author.ID != a.self().ID || m.Face != "") && m.Empty() && !slices.ContainsFunc(m.Snapshots, passedOn) &&
		(m.Referenced == nil || m.Type != wire.TypeStarter || a.withheld(m.Referenced))
}

// begins reports whether an edit is the first that is told of what m says.
func (a *Account) begins(m *wire.Message) bool {
	return a.blind.Load() && !a.texts.known(m) && !a.withheld(m) && time.Since(wire.Born(m.ID)) < lateMention
}
