package discord

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"familiar/actors/adapter"
	"familiar/actors/adapter/discord/discordtest"
	"familiar/internal/await"
	"familiar/messages"

	"familiar/actors/adapter/discord/wire"
)

func TestHistory(t *testing.T) {
	r := newRig(t)
	for n := range 12 {
		r.Say(r.general, "Ana", fmt.Sprint("line ", n))
	}
	r.Say(r.general, "Ana", "pinned", discordtest.Object{"type": 6})
	for _, tt := range []struct {
		story      string
		head, tail int
		want       []string
	}{
		{"the newest, oldest first", 0, 3, []string{"line 10", "line 11"}},
		{"the head and the tail", 2, 2, []string{"line 0", "line 1", "line 11"}},
		{"what is in both comes once", 100, 100, []string{"line 0", "line 1", "line 2", "line 3", "line 4", "line 5", "line 6", "line 7", "line 8", "line 9", "line 10", "line 11"}},
		{"nothing", 0, 0, nil},
	} {
		t.Run(tt.story, func(t *testing.T) {
			lines, err := r.account.History(t.Context(), r.channel, tt.head, tt.tail)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, l := range lines {
				got = append(got, l.Text)
				if !l.Backfilled || l.Channel != r.channel || l.DM {
					t.Errorf("got %+v, want it backfilled, in the channel", l)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestStarter: what a thread was begun from says which line of the channel that
// is, and arms nothing.
func TestStarter(t *testing.T) {
	r := newRig(t)
	m := &wire.Message{ID: "12", Type: wire.TypeStarter, ChannelID: r.general, Referenced: &wire.Message{ID: "11", Author: wire.User{ID: "5", Username: "ana"}}}
	m.Reference.MessageID = "11"
	if l := r.account.line(r.guild, m); l.ID != "12" || l.Root != "11" || !l.Backfilled {
		t.Errorf("got %+v, want line 12, backfilled, in place of the channel's 11", l)
	}
}

func TestMembers(t *testing.T) {
	r := newRig(t)
	r.AddMembers(r.guild, "Ana", "Bob", "bot:Zed")
	thread := r.AddThread(r.general, "aside")
	dm := r.AddChannel("", "Ana", 1)
	e := listen(t, r.account)
	r.connected(t)
	r.Say(thread, "Ana", "hi")
	e.wants(t, "Ana: hi") // and so the guild is known
	for _, tt := range []struct {
		story     string
		channel   messages.ChannelID
		flags     int
		humans    int
		bots      int
		truncated bool
	}{
		{"a channel's are the guild's", r.channel, 1 << 14, 2, 2, false},
		{"a thread's are its own", r.channel + "/" + messages.ChannelID(thread), 1 << 14, 1, 0, false},
		{"a direct message has two", messages.Channel{Network: network, Chat: dm}.ID(), 0, 1, 1, false},
		{"without the intent there is only a count", r.channel, 0, 3, 1, true},
	} {
		t.Run(tt.story, func(t *testing.T) {
			r.SetFlags(r.bot, tt.flags)
			got, err := r.account.Members(t.Context(), tt.channel)
			if err != nil || got.Humans != tt.humans || got.Bots != tt.bots || got.Truncated != tt.truncated || got.FetchedAt == 0 {
				t.Errorf("got %+v, %v; want %d humans, %d bots, truncated %v", got, err, tt.humans, tt.bots, tt.truncated)
			}
		})
	}
}

func TestDescribe(t *testing.T) {
	r := newRig(t)
	thread := r.AddThread(r.general, "aside")
	dm := r.AddChannel("", "Ana", 1)
	for _, tt := range []struct {
		channel messages.ChannelID
		want    adapter.Place
	}{
		{r.channel, adapter.Place{Name: "general", Kind: "channel"}},
		{r.channel + "/" + messages.ChannelID(thread), adapter.Place{Name: "aside", Kind: "thread"}},
		{messages.Channel{Network: network, Chat: dm}.ID(), adapter.Place{Name: "Ana", Kind: "dm"}},
	} {
		for _, when := range []string{"asked for", "known"} {
			if got, err := r.account.Describe(t.Context(), tt.channel); err != nil || got != tt.want {
				t.Errorf("%s, %s: got %+v, %v; want %+v", tt.channel, when, got, err, tt.want)
			}
		}
	}
	if _, err := r.account.Describe(t.Context(), "slack/T1/C1"); err == nil {
		t.Error("described another network's channel")
	}
}

func TestFetch(t *testing.T) {
	r := newRig(t)
	file := func(id, url string) discordtest.Object {
		return discordtest.Object{"id": id, "filename": "a.png", "url": url}
	}
	line := messages.LineID(r.Say(r.general, "Ana", "", discordtest.Object{"attachments": []any{
		file("1", "https://cdn.discordapp.com/attachments/1/2/a.png?ex=1"),
		file("2", "https://media.discordapp.net/attachments/1/2/b.png"),
		file("3", "https://example.org/attachments/1/2/c.png"),
		file("4", "http://cdn.discordapp.com/attachments/1/2/d.png"),
		file("5", "https://cdn.discordapp.com.example.org/attachments/1/2/e.png"),
	}}))
	for _, tt := range []struct{ story, id, want string }{
		{"from Discord's host", "1", "a.png"},
		{"from its other", "2", "b.png"},
		{"never from anybody's", "3", ""},
		{"nor in the clear", "4", ""},
		{"nor from one that looks like it", "5", ""},
		{"nor what the message doesn't have", "6", ""},
	} {
		t.Run(tt.story, func(t *testing.T) {
			body, err := r.account.Fetch(t.Context(), r.channel, line, messages.Attachment{ID: tt.id})
			if (err == nil) != (tt.want != "") {
				t.Fatalf("got %v", err)
			}
			if err != nil {
				return
			}
			defer body.Close()
			if got, err := io.ReadAll(body); err != nil || string(got) != tt.want {
				t.Errorf("got %q, %v; want %q", got, err, tt.want)
			}
		})
	}
}

func TestCheck(t *testing.T) {
	r := newRig(t)
	s, err := r.account.Check(t.Context())
	if err != nil || s.Me.Name != "moth" || !slices.Equal(s.Places, []string{"Moth Lab"}) || len(s.Missing) != 0 {
		t.Errorf("got %+v, %v; want moth in Moth Lab, lacking nothing", s, err)
	}
	r.SetPermissions(r.guild, "")
	if s, err := r.account.Check(t.Context()); err != nil || len(s.Missing) != 0 {
		t.Errorf("got %+v, %v; want nothing lacking where Discord doesn't say what it may", s, err)
	}
	r.SetFlags(r.bot, 0)
	r.SetPermissions(r.guild, fmt.Sprint(1<<10|1<<11|1<<15|1<<16|1<<38|1<<35))
	s, err = r.account.Check(t.Context())
	if err != nil || len(s.Missing) != 3 {
		t.Fatalf("got %+v, %v; want three rights missing", s, err)
	}
	for i, want := range []string{"MESSAGE CONTENT intent", "SERVER MEMBERS intent", "Add Reactions in Moth Lab"} {
		if !strings.HasPrefix(s.Missing[i], want) {
			t.Errorf("got %q, want %q", s.Missing[i], want)
		}
	}
}

// TestCommands: slash commands are registered once, handed over as if they
// were typed, and answered when they were taken.
func TestCommands(t *testing.T) {
	r := newRig(t)
	e := listen(t, r.account)
	r.connected(t)
	r.Say(r.general, "Ana", "before")
	r.Command(r.general, "Ana", "quiet", "30m")
	r.Say(r.general, "Ana", "after")
	events := e.wants(t, "Ana: before", "Ana: /quiet 30m", "Ana: after")
	before, command := line(t, events[0]), line(t, events[1])
	if command.Author != before.Author || command.Channel != before.Channel || command.At == 0 || !strings.HasPrefix(string(command.ID), "command:") || len(command.ID) < 10 {
		t.Errorf("the command is %+v, want it by Ana, in the channel, by the interaction's id", command)
	}
	await.Until(t, "the acknowledgement", func() bool { return len(r.Requests("POST", "/callback")) == 1 })
	answer := r.Requests("POST", "/callback")[0].Body["data"].(discordtest.Object)
	if answer["content"] != "Passed on: /quiet 30m" || answer["flags"] != 64.0 {
		t.Errorf("answered %v, want a word to Ana alone", answer)
	}
	await.Until(t, "the commands", func() bool { return len(r.Requests("PUT", "/commands")) == 1 })
	words := []string{}
	for _, c := range r.Requests("PUT", "/commands")[0].Body["list"].([]any) {
		words = append(words, c.(discordtest.Object)["name"].(string))
	}
	if want := []string{"help", "status", "why", "quiet", "resume", "engage", "disengage", "stop", "wake", "link", "unlink"}; !slices.Equal(words, want) {
		t.Errorf("registered %q, want %q", words, want)
	}
	again := r.open(t, r.bot)
	if err := again.register(t.Context(), r.bot.ID); err != nil || len(r.Requests("PUT", "/commands")) != 1 {
		t.Errorf("registered once more what is there: %v", err)
	}
}

// TestCommandElsewhere: Discord offers commands in channels that the account doesn't see. Who
// gives one there is told, and nothing is heard.
func TestCommandElsewhere(t *testing.T) {
	type object = discordtest.Object
	r := newRig(t)
	e := listen(t, r.account)
	r.connected(t)
	command := func(id, rights string) {
		r.Send("INTERACTION_CREATE", object{
			"id": id, "type": 2, "token": "interaction-secret", "channel_id": r.general, "guild_id": r.guild, "app_permissions": rights,
			"member": object{"user": object{"id": r.Person("Ana"), "username": "Ana"}}, "data": object{"name": "quiet", "type": 1},
		})
	}
	command("1000000000000000001", "2048") // Send Messages, as of the role @everyone
	await.Until(t, "the answer", func() bool { return len(r.Requests("POST", "/callback")) == 1 })
	if got := fmt.Sprint(r.Requests("POST", "/callback")[0].Body); !strings.Contains(got, "can't see this channel") {
		t.Errorf("answered %s", got)
	}
	command("1000000000000000002", "3072") // and View Channels
	e.wants(t, "Ana: /quiet")
	command("1000000000000000003", "8") // Administrator
	e.wants(t, "Ana: /quiet", "Ana: /quiet")
}

// TestCommandNotTaken: nobody is told that a command was passed on before it
// was.
func TestCommandNotTaken(t *testing.T) {
	r := newRig(t)
	tries := 0 // one channel, one event at a time
	taken := make(chan int, 1)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- r.account.Listen(ctx, func(context.Context, messages.ChannelID, messages.Event) error {
			answered := len(r.Requests("POST", "/callback"))
			if tries++; tries < 3 {
				return errors.New("journal is full")
			}
			taken <- answered
			return nil
		})
	}()
	r.connected(t)
	r.Command(r.general, "Ana", "stop")
	if answered := <-taken; answered != 0 {
		t.Errorf("answered %d times before it was taken", answered)
	}
	await.Until(t, "the acknowledgement", func() bool { return len(r.Requests("POST", "/callback")) == 1 })
	r.Command(r.general, "Ana", "dance")
	await.Until(t, "the answer to an unknown one", func() bool { return len(r.Requests("POST", "/callback")) == 2 })
	stop()
	if err := <-ended; err != nil || tries != 3 {
		t.Errorf("handed over %d times, %v; want 3", tries, err)
	}
}

// TestAnswerToCommand: an answer to a command answers no message.
func TestAnswerToCommand(t *testing.T) {
	r := newRig(t)
	p := post(r, "p", "Moth is quiet.")
	p.ReplyTo, p.Thread = adapter.CommandLine("17"), true
	made, err := r.account.Post(t.Context(), p)
	if err != nil || made.Line == "" || made.Thread != "" {
		t.Fatalf("posted %+v, %v; want it in the channel", made, err)
	}
	if sent := r.Requests("POST", "/messages"); len(sent) != 1 || sent[0].Body["message_reference"] != nil {
		t.Errorf("sent %v, want no reference", sent)
	}
}

func TestGestures(t *testing.T) {
	r := newRig(t)
	id := messages.LineID(r.Say(r.general, "Ana", "hi"))
	for _, emoji := range []string{"👍", "<:moth:123>"} {
		if err := r.account.React(t.Context(), messages.React{Channel: r.channel, Line: id, Emoji: emoji}); err != nil {
			t.Error(err)
		}
	}
	if got, want := r.Reactions(), []string{string(id) + " 👍", string(id) + " moth:123"}; !slices.Equal(got, want) {
		t.Errorf("reacted %q, want %q", got, want)
	}
	for _, on := range []bool{true, false} {
		if err := r.account.ShowTyping(t.Context(), messages.ShowTyping{Channel: r.channel, On: on}); err != nil {
			t.Error(err)
		}
	}
	if got := len(r.Requests("POST", "/typing")); got != 1 {
		t.Errorf("showed typing %d times, want once", got)
	}
}

func TestOpen(t *testing.T) {
	for _, tt := range []struct {
		story  string
		config Config
		good   bool
	}{
		{"a token is enough", Config{Token: "t"}, true},
		{"without one nothing works", Config{}, false},
		{"another address", Config{Token: "t", URL: "http://127.0.0.1:1"}, true},
		{"one that is none", Config{Token: "t", URL: "discord"}, false},
	} {
		if _, err := Open("a", tt.config); (err == nil) != tt.good {
			t.Errorf("%s: %v", tt.story, err)
		}
	}
}
