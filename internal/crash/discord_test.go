package crash

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"familiar/actors/adapter/discord/discordtest"
	"familiar/actors/adapter/discord/wire"
	"familiar/internal/long"
	"familiar/messages"
	"familiar/policy/conversation"
)

// A discord is the stand-in, which survives the kills, with Aria's bot
// in a guild of each shard.
type discord struct {
	*discordtest.Server
	bot      *discordtest.Bot
	guilds   []string // one of each shard
	opened   int      // channels
	token    string   // where it stands
	gestures gestures
}

// discordAccount is Aria's account there.
const discordAccount = "aria-discord"

func startDiscord(t *testing.T) *discord { return startShards(t, 1) }

// startShards is startDiscord of a bot with so many shards.
func startShards(t *testing.T, shards int) *discord {
	s := discordtest.Start(t)
	s.Slow(slowly)
	s.Budget(1_000_000) // sessions
	d := &discord{Server: s, bot: s.AddBot("Aria")}
	s.Shards(shards, shards)
	of := map[int]string{}
	for len(of) < shards {
		guild := s.AddGuild("Moth Lab")
		of[wire.ShardOf(guild, shards)] = guild
	}
	d.guilds = slices.Sorted(maps.Values(of))
	d.token = inFile(t, d.bot.Token)
	return d
}

func (d *discord) open(chat string) messages.Channel {
	guild := d.guilds[d.opened%len(d.guilds)]
	d.opened++
	return messages.Channel{Network: "discord", Workspace: guild, Chat: d.AddChannel(guild, chat, 0)}
}

func (d *discord) configuration() string {
	return fmt.Sprintf(`
[accounts.%s]
network = "discord"
familiars = ["aria"]
token = %q
url = %q

[[channels]]
match = "discord:*"
familiars = ["aria"]
`, discordAccount, d.token, d.URL)
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
	d.gestures.note(s, messages.LineID(id))
	if edit {
		d.Edit(at.Chat, id, mended(text))
	}
	if react {
		d.React(at.Chat, id, humans[0].Name, "👍")
	}
}

func (d *discord) retract(at messages.Channel, s step) messages.LineID {
	id := d.gestures.idOf(s)
	d.Delete(at.Chat, string(id))
	return id
}

// tells is false: of what was deleted meanwhile only that is looked for which is among the
// newest lines that were heard before, and where something was heard there since.
func (d *discord) tells() bool { return false }

func (d *discord) posted(at messages.Channel) []string { return d.Posted(at.Chat, d.bot) }
func (d *discord) asked(c *conversation.Config) {
	for i := range c.Seats {
		c.Seats[i].Members, c.Seats[i].History = true, true
	}
}

func (d *discord) self() messages.PersonID { return messages.PersonID(d.bot.ID) }
func (d *discord) present() bool           { return d.Connected() == len(d.guilds) }
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
	long.Test(t)
	kills, channels := size(t, "discord", 10, 20)
	t.Parallel()
	d := startDiscord(t)
	all := plainScripts(*seed, channels, stepsEach(kills), true, d.open)
	r := liveOn(t, d, furnish(t, build(t), startModel(t), d.configuration()), all, kills)
	found := auditOn(t, r)
	for token, letter := range found.unknown {
		t.Errorf("%s was given up: %s", token, letter)
	}
	found.gestured.want(t, true, true)
	t.Logf("killed %d times: %s; looked for posts %d times, %d sent again under their nonce; began %d sessions and took %d up", kills, found, len(d.Requests("GET", "/messages")), d.again(), len(d.Identifies()), d.Resumes())
}
