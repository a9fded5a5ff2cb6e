package discord

import (
	"testing"

	"familiar/actors/adapter"
	"familiar/actors/adapter/discord/wire"
	"familiar/internal/await"
	"familiar/messages"
)

var _ adapter.Audiencer = (*Account)(nil)

// TestAudience: everybody in a server reads a channel from which Discord keeps nobody; one
// who is kept from it, and the others' rights, count at once; and nobody reads for certain
// what an account without a connection was told before.
func TestAudience(t *testing.T) {
	r := newRig(t)
	general := r.AddChannel(r.guild, "general", 0)
	closed := r.AddChannel(r.guild, "closed", 0)
	r.Restrict(closed, "42")
	thread, inside := r.AddThread(general, "a thread"), r.AddThread(closed, "inside")
	dm := r.AddChannel("", "Ana", 1)
	voice := r.AddChannel(r.guild, "voice", 2)
	a := r.open(t, r.bot)
	id := func(chat, thread string) messages.ChannelID {
		return messages.Channel{Network: network, Workspace: r.guild, Chat: chat, Thread: thread}.ID()
	}
	if got := a.Audience(id(general, "")); got != messages.AudienceUnknown {
		t.Errorf("before it is connected: %q", got)
	}
	e := listen(t, a)
	r.connected(t)
	becomes := func(what string, channel messages.ChannelID, want messages.Audience) {
		t.Helper()
		await.Until(t, what, func() bool { return a.Audience(channel) == want })
	}
	becomes("an open channel", id(general, ""), messages.AudienceAll)
	for _, tt := range []struct {
		story   string
		channel messages.ChannelID
		want    messages.Audience
	}{
		{"one that some are kept from", id(closed, ""), messages.AudienceSome},
		{"a thread of an open one", id(general, thread), messages.AudienceAll},
		{"a thread of the other", id(closed, inside), messages.AudienceSome},
		{"a thread that hangs elsewhere", id(closed, thread), messages.AudienceUnknown},
		{"a direct message", messages.Channel{Network: network, Chat: dm}.ID(), messages.AudienceUnknown},
		{"a channel for voices", id(voice, ""), messages.AudienceUnknown},
		{"another server's", messages.Channel{Network: network, Workspace: "1", Chat: general}.ID(), messages.AudienceUnknown},
		{"another network's", "web//general", messages.AudienceUnknown},
	} {
		if got := a.Audience(tt.channel); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.story, got, tt.want)
		}
	}
	r.Restrict(general, "42")
	becomes("that it was closed", id(general, ""), messages.AudienceSome)
	r.Restrict(general)
	becomes("that it was opened", id(general, ""), messages.AudienceAll)
	r.Send("GUILD_ROLE_UPDATE", map[string]any{"guild_id": r.guild, "role": map[string]any{"id": r.guild, "name": "@everyone", "permissions": "1024"}})
	becomes("that nobody reads what was said before", id(general, ""), messages.AudienceSome)
	e.stop()
	_ = e.end(t)
	becomes("that it is not connected", id(general, ""), messages.AudienceUnknown)
}

// TestEverybodyReads: a right that is taken from anybody closes a channel, whoever it is
// given to besides, and a number that nobody can read does, too.
func TestEverybodyReads(t *testing.T) {
	const guild = "1"
	for _, tt := range []struct {
		story      string
		everyone   string
		overwrites []wire.Overwrite
		want       bool
	}{
		{"everybody may read", "66560", nil, true},
		{"everybody may see it, and not what was said before", "1024", nil, false},
		{"the channel gives what the server doesn't", "0", []wire.Overwrite{{ID: guild, Allow: "66560", Deny: "0"}}, true},
		{"the channel takes it from everybody", "66560", []wire.Overwrite{{ID: guild, Allow: "0", Deny: "1024"}}, false},
		{"and gives it to a role", "66560", []wire.Overwrite{{ID: guild, Allow: "0", Deny: "1024"}, {ID: "2", Allow: "1024", Deny: "0"}}, false},
		{"the channel takes it from one role", "66560", []wire.Overwrite{{ID: "2", Allow: "0", Deny: "65536"}}, false},
		{"the channel takes another right", "66560", []wire.Overwrite{{ID: "2", Allow: "0", Deny: "2048"}}, true},
		{"a number that is none", "66560", []wire.Overwrite{{ID: "2", Allow: "", Deny: "0"}}, false},
		{"rights that aren't said", "", nil, false},
	} {
		if got := everybodyReads(guild, tt.everyone, tt.overwrites); got != tt.want {
			t.Errorf("%s: got %v", tt.story, got)
		}
	}
}
