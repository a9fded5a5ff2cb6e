package main

import (
	"fmt"
	"testing"

	"familiar/actors/adapter/discord/discordtest"
	"familiar/internal/await"
	"familiar/internal/long"
)

// TestFacesOnDiscord: two familiars of one bot are two people in the channel, each with
// its name and picture, and who replies to one of them means that one, also after a
// restart.
func TestFacesOnDiscord(t *testing.T) {
	long.Test(t)
	network := discordtest.Start(t)
	bot := network.AddBot("Garden")
	guild := network.AddGuild("Moth Lab")
	general := network.AddChannel(guild, "general", 0)
	t.Setenv("GARDEN_TOKEN", bot.Token)
	h := &house{t, t.TempDir()}
	h.write("familiar.toml", fmt.Sprintf(personas+`picture = "https://example.org/pip.png"
[accounts.garden]
network = "discord"
persona = true
faces = true
familiars = ["aria", "pip"]
token = "env:GARDEN_TOKEN"
url = %q

[[channels]]
match = "discord:*"
familiars = ["aria", "pip"]

[control]
listen = ""
`, network.URL))
	said := func(n int) (id, name, picture string) {
		var by discordtest.Object
		await.Until(t, fmt.Sprint("post ", n), func() bool {
			posts := 0
			for _, m := range network.Messages(general) {
				if m["webhook_id"] == nil {
					continue
				}
				if posts++; posts == n {
					id, by = m["id"].(string), m["author"].(discordtest.Object)
				}
			}
			return id != ""
		})
		return id, by["username"].(string), by["avatar"].(string)
	}
	mention := discordtest.Object{"mentions": []discordtest.Object{{"id": bot.ID, "username": "Garden", "bot": true}}}
	p := start(t, "run", h.file("familiar.toml"))
	network.Await(t, "the bot", func() bool { return network.Connected() == 1 })
	network.Say(general, "Ana", "<@"+bot.ID+"> Pip, what is a lamp?", mention)
	first, name, picture := said(1)
	if name != "Pip" || picture != "https://example.org/pip.png" {
		t.Errorf("the answer is shown as %s with %q, want Pip with the picture", name, picture)
	}
	network.Say(general, "Ana", "<@"+bot.ID+"> and a moth?", mention)
	if _, name, picture = said(2); name != "Aria" || picture != "" {
		t.Errorf("the answer is shown as %s with %q, want Aria without a picture", name, picture)
	}
	p.quit()

	p = start(t, "run", h.file("familiar.toml"))
	network.Await(t, "the bot", func() bool { return network.Connected() == 1 })
	var lamp discordtest.Object
	for _, m := range network.Messages(general) {
		if m["id"] == first {
			lamp = m
		}
	}
	network.Say(general, "Ana", "are you sure?", discordtest.Object{"type": 19, "message_reference": discordtest.Object{"message_id": first}, "referenced_message": lamp})
	if _, name, _ = said(3); name != "Pip" {
		t.Errorf("%s answers a reply to Pip", name)
	}
	p.quit()
	if plain := network.Posted(general, bot); len(plain) > 0 || network.Webhooks() != 1 {
		t.Errorf("%q is posted under the bot's name, by %d webhooks; want nothing and one", plain, network.Webhooks())
	}
}
