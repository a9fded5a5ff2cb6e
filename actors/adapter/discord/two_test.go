package discord

import (
	"testing"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/discord/discordtest"
	"familiar/messages"
)

func TestTwoOfOneNetwork(t *testing.T) {
	adaptertest.RunTwo(t, func(t *testing.T) adaptertest.TwoRig {
		r := newRig(t)
		bots := [2]*discordtest.Bot{r.bot, r.AddBot("wasp")}
		own := func(bot *discordtest.Bot, guild, name string, kind int) string {
			id := r.AddChannel(guild, name, kind)
			r.Only(bot, id)
			return id
		}
		var direct, private [2]string
		for k, bot := range bots {
			direct[k] = own(bot, "", "Ana", 1)
			private[k] = own(bot, r.guild, "private", 0)
		}
		return adaptertest.TwoRig{
			Adapters: [2]adapter.Adapter{r.account, r.open(t, bots[1])},
			Accounts: [2]messages.AccountID{"discord-moth", "discord-wasp"},
			Say: func(text string) {
				r.Await(t, "both sessions", func() bool { return r.Sessions() > 1 })
				r.Server.Say(r.general, "Ana", text)
			},
			Whisper: func(to int, text string) { r.Server.Say(direct[to], "Ana", text) },
			Confide: func(to int, text string) { r.Server.Say(private[to], "Ana", text) },
		}
	})
}
