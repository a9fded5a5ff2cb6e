package main

import (
	"fmt"
	"testing"

	"familiar/actors/adapter/discord/discordtest"
	"familiar/internal/await"
	"familiar/internal/long"
)

// TestDiscord is a bot's first three days: it is connected, somebody mentions it,
// and it answers once. Stopped and started again it says nothing twice. While
// Discord keeps its session it answers what was said meanwhile; afterwards it only
// reads that.
func TestDiscord(t *testing.T) {
	long.Test(t)
	d := onDiscord(t)
	network, bot, general := d.Server, d.bot, d.general
	ask := func(text string) (id string) {
		return network.Say(general, "Ana", "<@"+bot.ID+"> "+text, discordtest.Object{"mentions": []discordtest.Object{{"id": bot.ID, "username": "Aria", "bot": true}}})
	}
	missed := func() int { return len(network.Requests("GET", "/channels/"+general+"/messages")) }
	var meanwhile string
	before := 0 // requests for history
	for day := 1; day <= 3; day++ {
		p := start(t, "run", d.file)
		network.Await(t, "the bot", func() bool { return network.Connected() == 1 })
		question := meanwhile
		if day != 2 {
			question = ask("how are you today?")
		}
		await.Until(t, fmt.Sprintf("the answer of day %d", day), func() bool { return len(network.Posted(general, bot)) >= day })
		p.quit()
		asked := missed()
		switch day {
		case 1:
			before = asked
			meanwhile = ask("are you away?")
		case 2:
			if asked != before || network.Resumes() != 1 || len(network.Identifies()) != 1 {
				t.Errorf("asked %d times for what was missed, began %d sessions and took %d up, want none, one and one", asked-before, len(network.Identifies()), network.Resumes())
			}
			network.Forget()
			ask("are you away again?")
		case 3:
			if asked != before+1 {
				t.Errorf("asked %d times for what was missed, want once", asked-before)
			}
		}
		posted := network.Requests("POST", "/messages")
		if len(posted) != day {
			t.Fatalf("posted %d times on day %d; it wrote\n%s", len(posted), day, p)
		}
		if to, _ := posted[day-1].Body["message_reference"].(discordtest.Object); to != nil && to["message_id"] != question {
			t.Errorf("answered %v, want %s", to, question)
		}
	}
}

// A mothLab is a network with one guild, whose channel a bot is in, and the
// configuration it runs by.
type mothLab struct {
	*discordtest.Server
	bot     *discordtest.Bot
	general string
	file    string
}

func onDiscord(t *testing.T) mothLab {
	t.Helper()
	d := mothLab{Server: discordtest.Start(t)}
	d.bot = d.AddBot("Aria")
	guild := d.AddGuild("Moth Lab")
	d.general = d.AddChannel(guild, "general", 0)
	d.file = saved(t, fmt.Sprintf(`
[familiars.aria]
name = "Aria"
persona = "A moth."

[accounts.aria-discord]
network = "discord"
familiars = ["aria"]
token = %q
url = %q

[[channels]]
match = "discord:%s/*"
familiars = ["aria"]

[control]
listen = ""
`, secret(t, d.bot.Token), d.URL, guild))
	return d
}
