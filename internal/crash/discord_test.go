package crash

import (
	"fmt"
	"testing"

	"familiar/actors/adapter/discord/discordtest"
	"familiar/messages"
	"familiar/policy/conversation"
)

// A discord is the stand-in, which survives the kills, with one guild and
// Aria's bot in it.
type discord struct {
	*discordtest.Server
	bot      *discordtest.Bot
	guild    string
	token    string // where it stands
	gestures gestures
}

func startDiscord(t *testing.T) *discord {
	s := discordtest.Start(t)
	s.Slow(slowly)
	s.Budget(1_000_000) // sessions
	d := &discord{Server: s, bot: s.AddBot("Aria")}
	d.guild = s.AddGuild("Moth Lab")
	d.token = inFile(t, d.bot.Token)
	return d
}

func (d *discord) open(chat string) messages.Channel {
	return messages.Channel{Network: "discord", Workspace: d.guild, Chat: d.AddChannel(d.guild, chat, 0)}
}

func (d *discord) configuration() string {
	return fmt.Sprintf(`
[accounts.aria-discord]
network = "discord"
familiars = ["aria"]
token = %q
url = %q

[[channels]]
match = "discord:*"
familiars = ["aria"]
`, d.token, d.URL)
}

func (d *discord) say(at messages.Channel, s step) {
	react, edit, file := d.gestures.next()
	text, more := s.text, discordtest.Object{}
	if len(s.mentions) > 0 {
		text = "<@" + d.bot.ID + "> " + s.text
		more["mentions"] = []discordtest.Object{{"id": d.bot.ID, "username": d.bot.Name, "bot": true}}
	}
	if file {
		more["attachments"] = []discordtest.Object{{"id": "1", "filename": "moth.png", "size": 9, "url": "https://cdn.discordapp.com/moth.png"}}
	}
	id := d.Say(at.Chat, s.by.Name, text, more)
	if edit {
		d.Edit(at.Chat, id, mended(text))
	}
	if react {
		d.React(at.Chat, id, humans[0].Name, "👍")
	}
}

func (d *discord) posted(at messages.Channel) []string { return d.Posted(at.Chat, d.bot) }
func (d *discord) asked(c *conversation.Config) {
	for i := range c.Seats {
		c.Seats[i].Members, c.Seats[i].History = true, true
	}
}

func (d *discord) self() messages.PersonID { return messages.PersonID(d.bot.ID) }
func (d *discord) present() bool           { return d.Connected() == 1 }
func (d *discord) absent() bool            { return d.Connected() == 0 }

// again counts the posts that were sent more than once under their nonce.
func (d *discord) again() int {
	times := map[any]int{}
	for _, r := range d.Requests("POST", "/messages") {
		times[r.Body["nonce"]]++
	}
	n := 0
	for _, t := range times {
		n += t - 1
	}
	return n
}

// TestDiscord kills the program while people talk on Discord. What was said
// while it was there is in its journal, in order, and decided; every reply
// that was due stands on Discord once; and nothing is given up.
func TestDiscord(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	kills, channels := size(t, "discord", 10, 20)
	t.Parallel()
	d := startDiscord(t)
	all := plainScripts(*seed, channels, stepsEach(kills), d.open)
	r := liveOn(t, d, furnish(t, build(t), startModel(t), d.configuration()), all, kills)
	found := auditOn(t, r)
	for token, letter := range found.unknown {
		t.Errorf("%s was given up: %s", token, letter)
	}
	found.gestured.want(t, true)
	t.Logf("killed %d times: %s; looked for posts %d times, %d sent again under their nonce; began %d sessions and took %d up", kills, found, len(d.Requests("GET", "/messages")), d.again(), len(d.Identifies()), d.Resumes())
}
