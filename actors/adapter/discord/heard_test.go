package discord

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"familiar/actors/adapter/discord/discordtest"
	"familiar/messages"
)

// TestHeard: what each kind of message is as a line.
func TestHeard(t *testing.T) {
	type object = discordtest.Object
	r := newRig(t)
	role, other := r.AddRole(r.guild, "keepers", r.bot), r.AddRole(r.guild, "others")
	e := listen(t, r.account)
	r.connected(t)
	ana := object{"id": r.Person("Ana"), "username": "ana", "global_name": "Ana"}
	first := r.Say(r.general, "Ana", "first")
	e.wants(t, "Ana: first")
	for _, tt := range []struct {
		story, text string
		more        object
		want        messages.Line
	}{
		{
			"who is mentioned stands by name", "<@" + r.bot.ID + "> and <@!" + r.Person("Ana") + ">",
			object{"mentions": []any{object{"id": r.bot.ID, "username": "moth", "bot": true}, object{"id": r.Person("Ana"), "username": "ana", "member": object{"nick": "Queen\nAna"}}}},
			messages.Line{Text: "@moth and @Queen Ana", Mentions: []messages.PersonID{messages.PersonID(r.bot.ID), messages.PersonID(r.Person("Ana"))}},
		},
		{"who is named in code is not pinged", "`<@" + r.bot.ID + ">`", nil, messages.Line{Text: "`@moth`"}},
		{"who isn't known stays as it is", "<@123456789012345678>", nil, messages.Line{Text: "<@123456789012345678>"}},
		{"everyone", "@everyone", object{"mention_everyone": true}, messages.Line{Text: "@everyone", Everyone: true}},
		{"a role we hold", "<@&" + role + ">", object{"mention_roles": []string{role}}, messages.Line{Text: "@keepers", Roles: []string{role}}},
		{"one we don't", "<@&" + other + ">", object{"mention_roles": []string{other}}, messages.Line{Text: "@others"}},
		{"channels, emoji and commands", "<#" + r.general + "> <:moth:123> <a:wave:456> </help:789>", nil, messages.Line{Text: "#general :moth: :wave: /help"}},
		{
			"a reply's author is who wrote the parent", "no",
			object{"type": 19, "message_reference": object{"message_id": first}, "referenced_message": object{"id": first, "author": ana}, "mentions": []any{object{"id": r.bot.ID}}},
			messages.Line{Text: "no", ReplyTo: messages.Reply{ID: messages.LineID(first), Author: messages.PersonID(r.Person("Ana"))}},
		},
		{
			"of a parent that was deleted nobody knows the author", "no",
			object{"type": 19, "message_reference": object{"message_id": first}, "referenced_message": nil, "mentions": []any{object{"id": r.bot.ID}}},
			messages.Line{Text: "no", ReplyTo: messages.Reply{ID: messages.LineID(first)}},
		},
		{
			"an attachment is known by its metadata", "",
			object{"attachments": []any{object{"id": "7", "filename": "a.png", "content_type": "image/png", "size": 512, "url": "https://cdn.discordapp.com/a.png"}}},
			messages.Line{Attachments: []messages.Attachment{{ID: "7", Name: "a.png", Type: "image/png", Bytes: 512}}},
		},
		{"a sticker is one", "", object{"sticker_items": []any{object{"id": "8", "name": "wave"}}}, messages.Line{Attachments: []messages.Attachment{{ID: "sticker:8", Name: "wave"}}}},
		{
			"a forwarded message has its text", "",
			object{"message_reference": object{"type": 1, "message_id": first}, "message_snapshots": []any{object{"message": object{"content": "from afar"}}}},
			messages.Line{Text: "[forwarded] from afar", ExplicitOnly: true},
		},
		{
			"who is named in it is not called, whatever it holds", "",
			object{
				"message_reference": object{"type": 1, "message_id": first},
				"message_snapshots": []any{object{"message": object{
					"content": "<@" + r.bot.ID + "> look", "mentions": []any{object{"id": r.bot.ID, "username": "moth", "bot": true}},
					"embeds":      []any{object{"title": "a preview"}},
					"attachments": []any{object{"id": "7", "filename": "a.png"}}, "sticker_items": []any{object{"id": "8", "name": "wave"}},
				}}},
			},
			messages.Line{Text: "[forwarded] @moth look", ExplicitOnly: true, Attachments: []messages.Attachment{{ID: "7", Name: "a.png"}, {ID: "sticker:8", Name: "wave"}}},
		},
		{
			"an embed with all it can have", "",
			object{"embeds": []any{object{
				"type": "rich", "author": object{"name": "CI"}, "title": "Build 7", "description": "failed, <@" + r.bot.ID + ">",
				"fields": []any{object{"name": "branch", "value": "main"}, object{"name": "", "value": "3 min"}}, "footer": object{"text": "on lamp"},
			}}},
			messages.Line{Text: "CI\nBuild 7\nfailed, @moth\nbranch: main\n3 min\non lamp", Mentions: []messages.PersonID{messages.PersonID(r.bot.ID)}},
		},
		{
			"a bot's own embed beside its text, and none of a link", "see https://x.example",
			object{"embeds": []any{object{"type": "rich", "title": "the rest"}, object{"type": "article", "title": "X"}, object{"type": "rich", "url": "https://x.example", "title": "X"}}},
			messages.Line{Text: "see https://x.example\nthe rest"},
		},
		{
			"components", "",
			object{
				"flags": 1 << 15, "mentions": []any{object{"id": r.bot.ID, "username": "moth", "bot": true}},
				"components": []any{
					object{"type": 10, "content": "# Build 7"},
					object{"type": 17, "components": []any{
						object{"type": 9, "components": []any{object{"type": 10, "content": "<@" + r.bot.ID + "> look"}}, "accessory": object{"type": 11, "description": "a lamp"}},
						object{"type": 12, "items": []any{object{"media": object{"url": "x"}, "description": "a moth"}}},
						object{"type": 14},
					}},
					object{"type": 1, "components": []any{object{"type": 2, "label": "again", "custom_id": "x"}}},
				},
			},
			messages.Line{Text: "# Build 7\n@moth look\na lamp\na moth", Mentions: []messages.PersonID{messages.PersonID(r.bot.ID)}},
		},
		{
			"a poll", "",
			object{"poll": object{"question": object{"text": "Which lamp?"}, "answers": []any{
				object{"answer_id": 1, "poll_media": object{"text": "the red one", "emoji": object{"name": "x"}}}, object{"answer_id": 2, "poll_media": object{"text": "none"}},
			}}},
			messages.Line{Text: "[poll] Which lamp?\n- the red one\n- none"},
		},
		{"the answer to a slash command", "pong", object{"type": 20}, messages.Line{Text: "pong"}},
		{"a field of another form loses nothing", "odd", object{"components": "none", "flags": "many", "mention_roles": 7}, messages.Line{Text: "odd"}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			before := e.count()
			id := r.Say(r.general, "bot:Zed", tt.text, tt.more)
			r.Say(r.general, "Ana", "after it")
			got := *line(t, e.until(t, before+2)[before])
			want := tt.want
			want.ID, want.Channel, want.Account, want.At = messages.LineID(id), r.channel, "discord-moth", got.At
			want.Author = messages.Author{ID: messages.PersonID(r.Person("bot:Zed")), Name: "Zed", Bot: true}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got\n%+v\nwant\n%+v", got, want)
			}
			if since := time.Since(got.At.Time()); since < 0 || since > time.Minute {
				t.Errorf("it was said %v ago", since)
			}
		})
	}
}

// TestNotLines: what nobody said is not heard.
func TestNotLines(t *testing.T) {
	r := newRig(t)
	e := listen(t, r.account)
	r.connected(t)
	for _, kind := range []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 18, 22, 24, 46, 999} {
		r.Say(r.general, "Ana", "a notice", discordtest.Object{"type": kind})
	}
	r.Send("MESSAGE_CREATE", discordtest.Object{"channel_id": r.general, "guild_id": r.guild})
	r.Send("MESSAGE_REACTION_ADD", discordtest.Object{"channel_id": r.general, "guild_id": r.guild})
	r.Send("SOMETHING_NEW", discordtest.Object{"guild_id": r.guild})
	r.Say(r.general, "Ana", "a line")
	e.wants(t, "Ana: a line")
}

// TestEdits: an edit is a change of text or attachments.
func TestEdits(t *testing.T) {
	r := newRig(t)
	e := listen(t, r.account)
	r.connected(t)
	id := r.Say(r.general, "Ana", "see https://example.org")
	link := discordtest.Object{"embeds": []any{discordtest.Object{"title": "Example"}}}
	r.Change(r.general, id, link)
	r.Edit(r.general, id, "see below")
	r.Change(r.general, id, discordtest.Object{"pinned": true})
	r.Edit(r.general, id, "see below")
	r.Change(r.general, id, discordtest.Object{"attachments": []any{discordtest.Object{"id": "1", "filename": "a"}}})
	gone := []string{r.Say(r.general, "Ana", "one"), r.Say(r.general, "Ana", "two")}
	r.Delete(r.general, id)
	r.Delete(r.general, gone...)
	r.Say(r.general, "Ana", "end")
	e.wants(t, "Ana: see https://example.org", "edited Ana: see below", "edited Ana: see below",
		"Ana: one", "Ana: two", "deleted "+id, "deleted "+gone[0], "deleted "+gone[1], "Ana: end")
}

// TestPlaces: threads hang on their channel, also those the gateway told
// nothing of; a direct message has no guild.
func TestPlaces(t *testing.T) {
	r := newRig(t)
	old := r.AddThread(r.general, "old")
	e := listen(t, r.account)
	r.connected(t)
	voice := r.AddChannel(r.guild, "Lounge", 2)
	thread := r.AddThread(r.general, "new")
	dm := r.AddChannel("", "Ana", 1)
	hidden := r.AddThread(r.general, "hidden")
	r.Send("THREAD_DELETE", discordtest.Object{"id": hidden, "guild_id": r.guild})
	for i, tt := range []struct {
		story, id string
		want      messages.ChannelID
		dm        bool
	}{
		{"a thread from before we came", old, r.channel + "/" + messages.ChannelID(old), false},
		{"the text beside a voice channel", voice, r.id(voice), false},
		{"a thread begun now", thread, r.channel + "/" + messages.ChannelID(thread), false},
		{"a thread we have to ask for", hidden, r.channel + "/" + messages.ChannelID(hidden), false},
		{"a direct message", dm, messages.Channel{Network: network, Chat: dm}.ID(), true},
	} {
		r.Say(tt.id, "Ana", tt.story)
		if got := line(t, e.until(t, i+1)[i]); got.Channel != tt.want || got.DM != tt.dm || got.Text != tt.story {
			t.Errorf("%s: heard %q in %s, DM %v; want %s", tt.story, got.Text, got.Channel, got.DM, tt.want)
		}
	}
}

// TestChannelNames: what a channel is called stands for its id only where Discord would
// show that to everybody, and in no other server.
func TestChannelNames(t *testing.T) {
	r := newRig(t)
	open := r.AddChannel(r.guild, "lounge", 0)
	closed, other := r.AddChannel(r.guild, "layoffs", 0), r.AddChannel(r.guild, "board", 0)
	r.Restrict(closed, "42")
	r.Restrict(other, "42")
	inside := r.AddThread(closed, "names")
	elsewhere := r.AddChannel(r.AddGuild("Wasp Lab"), "strategy", 0)
	dm := r.AddChannel("", "Ana", 1)
	e := listen(t, r.account)
	r.connected(t)
	all := fmt.Sprintf("<#%s> <#%s> <#%s> <#%s>", open, closed, inside, elsewhere)
	for i, tt := range []struct{ in, want string }{
		{open, fmt.Sprintf("#lounge <#%s> <#%s> <#%s>", closed, inside, elsewhere)},
		{closed, fmt.Sprintf("#lounge #layoffs #names <#%s>", elsewhere)},
		{inside, fmt.Sprintf("#lounge #layoffs #names <#%s>", elsewhere)},
		{other, fmt.Sprintf("#lounge <#%s> <#%s> <#%s>", closed, inside, elsewhere)},
		{dm, all},
	} {
		r.Say(tt.in, "Ana", all)
		if got := line(t, e.until(t, i+1)[i]).Text; got != tt.want {
			t.Errorf("in %s: heard %q, want %q", tt.in, got, tt.want)
		}
	}
}

// TestNames: a nickname is a guild's own, and holds from when it is known.
func TestNames(t *testing.T) {
	r := newRig(t)
	e := listen(t, r.account)
	r.connected(t)
	nick := func(name any) discordtest.Object {
		return discordtest.Object{"member": discordtest.Object{"nick": name}}
	}
	r.Say(r.general, "Ana", "one")
	r.Say(r.general, "Ana", "two", nick("Queen"))
	r.Say(r.general, "Ana", "three", discordtest.Object{"member": nil})
	r.Say(r.general, "Bob", "hi <@"+r.Person("Ana")+">")
	r.Say(r.general, "Ana", "plain again")
	r.Say(r.general, "hook", "four", discordtest.Object{"webhook_id": "5", "author": discordtest.Object{"id": "5", "username": "CI"}})
	r.Say(r.general, "hook", "five", discordtest.Object{"webhook_id": "5", "author": discordtest.Object{"id": "5", "username": "CD"}})
	events := e.wants(t, "Ana: one", "Queen: two", "Queen: three", "Bob: hi @Queen", "Ana: plain again", "CI: four", "CD: five")
	if !line(t, events[6]).Author.Bot {
		t.Error("a webhook counts as a human")
	}
}
