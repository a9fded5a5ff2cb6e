package discord

import (
	"reflect"
	"strings"
	"testing"

	"familiar/actors/adapter/discord/discordtest"
	"familiar/messages"
)

// TestReactions: what each event of the gateway says, and where.
func TestReactions(t *testing.T) {
	r := newRig(t)
	e := listen(t, r.account)
	r.connected(t)
	thread := r.AddThread(r.general, "side")
	dm := r.AddChannel("", "Ana", 1)
	ana := messages.Author{ID: messages.PersonID(r.Person("Ana")), Name: "Ana"}
	moth := messages.Author{ID: messages.PersonID(r.bot.ID), Name: "moth", Bot: true}
	side := r.channel + "/" + messages.ChannelID(thread)
	for i, tt := range []struct {
		story string
		do    func()
		where messages.ChannelID
		want  messages.Reacted
	}{
		{"a character", func() { r.React(r.general, "7", "Ana", "👍") }, r.channel, messages.Reacted{By: ana, Emoji: "👍"}},
		{"a server's own", func() { r.React(r.general, "7", "Ana", "moth:123") }, r.channel, messages.Reacted{By: ana, Emoji: ":moth:"}},
		{"in a thread", func() { r.React(thread, "7", "Ana", "👍") }, side, messages.Reacted{By: ana, Emoji: "👍"}},
		{"in a direct message", func() { r.React(dm, "7", "Ana", "👍") }, messages.Channel{Network: network, Chat: dm}.ID(), messages.Reacted{By: ana, Emoji: "👍"}},
		{"by a bot", func() { r.React(r.general, "7", "bot:Zed", "👍") }, r.channel, messages.Reacted{By: messages.Author{ID: messages.PersonID(r.Person("bot:Zed")), Name: "Zed", Bot: true}, Emoji: "👍"}},
		{"by ourselves", func() {
			r.Send("MESSAGE_REACTION_ADD", discordtest.Object{"user_id": r.bot.ID, "channel_id": r.general, "guild_id": r.guild, "message_id": "7", "emoji": discordtest.Object{"id": nil, "name": "👀"}})
		}, r.channel, messages.Reacted{By: moth, Emoji: "👀"}},
		{"taken away", func() { r.Unreact(r.general, "7", "Ana", "👍") }, r.channel, messages.Reacted{By: ana, Emoji: "👍", Removed: true}},
		{"all of a kind", func() { r.Unreact(r.general, "7", "", "👍") }, r.channel, messages.Reacted{Emoji: "👍", Removed: true}},
		{"all there are", func() { r.Unreact(r.general, "7", "", "") }, r.channel, messages.Reacted{Removed: true}},
	} {
		for _, broken := range []discordtest.Object{ // first what says too little, which is passed over
			{"channel_id": r.general, "guild_id": r.guild, "message_id": "7", "user_id": "1"},
			{"channel_id": r.general, "guild_id": r.guild, "message_id": "7", "emoji": discordtest.Object{"id": "123", "name": nil}, "user_id": "1"},
			{"channel_id": r.general, "guild_id": r.guild, "message_id": "7", "emoji": discordtest.Object{"id": nil, "name": "👍"}},
			{"channel_id": r.general, "guild_id": r.guild},
		} {
			r.Send("MESSAGE_REACTION_ADD", broken)
		}
		tt.do()
		got := e.until(t, i+1)[i]
		if tt.want.Line = "7"; !reflect.DeepEqual(got, messages.Event(tt.want)) {
			t.Errorf("%s: got\n%+v\nwant\n%+v", tt.story, got, tt.want)
		}
		if where := e.where(i); where != string(tt.where) {
			t.Errorf("%s: heard in %s, want %s", tt.story, where, tt.where)
		}
	}
}

// where returns the channel of an event that is no line.
func (e *ear) where(i int) string {
	e.mu.Lock()
	defer e.mu.Unlock()
	where, _, _ := strings.Cut(e.heard[i], ":")
	return where
}
