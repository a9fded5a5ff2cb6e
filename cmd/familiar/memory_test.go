//go:build unix

package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"familiar/actors/adapter/discord/discordtest"
	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/internal/await"
	"familiar/internal/long"
	"familiar/internal/natstest"
	"familiar/journal"
	"familiar/llm/llmtest/server"
	"familiar/messages"
	"familiar/policy/conversation"
)

// A guild is a server on Discord with two channels, in which Moth is.
type guild struct {
	*troubled
	t               *testing.T
	discord         *discordtest.Server
	bot             *discordtest.Bot
	id              string
	garden, kitchen string
	said            int

	mu      sync.Mutex
	prompts []string
	held    chan struct{} // the model's next answer waits until it is closed; nil: it doesn't
}

func newGuild(t *testing.T, store string) *guild {
	g := &guild{troubled: &troubled{house: &house{t, t.TempDir()}}, t: t, discord: discordtest.Start(t)}
	g.bot = g.discord.AddBot("Moth")
	g.id = g.discord.AddGuild("Moth Lab")
	g.garden, g.kitchen = g.discord.AddChannel(g.id, "garden", 0), g.discord.AddChannel(g.id, "kitchen", 0)
	model := server.Start(t, server.Func(g.answer))
	g.write("familiar.toml", fmt.Sprintf(`
data = "kept"
[models.scripted]
kind = "openai"
model = "scripted"
url = "%s/v1"
[familiars.moth]
name = "Moth"
persona = "Flies."
model = "scripted"
preset = "ladder"
memory = { on = true, scope = "workspace" }
[accounts.here]
network = "discord"
familiars = ["moth"]
token = %q
url = %q
[[channels]]
match = "discord:*"
familiars = ["moth"]
[control]
listen = ""
%s`, model, secret(t, g.bot.Token), g.discord.URL, store))
	return g
}

func (g *guild) channel(chat string) messages.ChannelID {
	return messages.Channel{Network: "discord", Workspace: g.id, Chat: chat}.ID()
}

func (g *guild) answer(r server.Request) server.Answer {
	g.mu.Lock()
	held := g.held
	g.prompts = append(g.prompts, r.Messages[0].Text)
	text := fmt.Sprintf("I see, %d", len(g.prompts))
	g.mu.Unlock()
	if held != nil {
		<-held
	}
	return server.Say(text)
}

// last returns the newest prompt.
func (g *guild) last() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.prompts[len(g.prompts)-1]
}

// store opens the journal while no process runs.
func (g *guild) store() *journalOf {
	g.t.Helper()
	c, err := config.Load(g.main())
	if err != nil {
		g.t.Fatal(err)
	}
	j, err := command.OpenStore(context.Background(), c, slog.New(slog.DiscardHandler), func() int { return c.Generation })
	if err != nil {
		g.t.Fatal(err)
	}
	return &journalOf{j, c}
}

type journalOf struct {
	journal.Journal
	c *config.Config
}

// learned has a channel as a kill leaves it once somebody has told of what they make there
// half an hour ago, it was learned from, and that was saved: the directory isn't told yet.
func (g *guild) learned(channel messages.ChannelID, by messages.PersonID, makes string) {
	g.t.Helper()
	g.learnedFrom(messages.Line{Channel: channel, Account: "here", Author: messages.Author{ID: by, Name: "Ana"}, Audience: messages.AudienceAll}, makes)
}

// learnedFrom does so from lines that are like one.
func (g *guild) learnedFrom(like messages.Line, makes string) {
	g.t.Helper()
	channel := like.Channel
	kept := g.store()
	defer kept.Close()
	settings := *kept.c.Channel(channel)
	settings.Seats = slices.Clone(settings.Seats)
	settings.Seats[0].Meet(messages.Author{ID: messages.PersonID(g.bot.ID), Name: "Moth", Bot: true})
	settings.Listen()
	ch, at := conversation.New(channel, &settings), messages.InstantOf(time.Now().Add(-30*time.Minute))
	var asked *messages.Memorize
	var seq uint64
	happens := func(e messages.Event) {
		rec, err := kept.Append(context.Background(), journal.EpochOf(kept, channel), channel, e)
		if err != nil {
			g.t.Fatal(err)
		}
		seq = rec.Seq
		for _, effect := range ch.Step(at, e, nil) {
			if o, is := effect.(messages.Memorize); is {
				asked = &o
			}
		}
	}
	for k := range 11 {
		line := like
		line.ID, line.Text = messages.LineID(fmt.Sprint(k+1)), fmt.Sprintf("I make %s, and this is my line %d", makes, k)
		happens(messages.Heard{Line: &line})
	}
	for asked == nil {
		due, is := ch.Due()
		if !is {
			g.t.Fatal("nothing is to be learned")
		}
		at = due.At
		happens(messages.TimerFired{N: due.N})
	}
	happens(messages.Memorized{N: asked.N, Lessons: []messages.Lesson{{Text: "a maker of " + makes, From: []messages.LineID{"1"}, About: "1", Sure: 90}}})
	body, err := ch.Encode()
	if err != nil {
		g.t.Fatal(err)
	}
	due, _ := ch.Due()
	if _, err := kept.Save(context.Background(), journal.EpochOf(kept, channel), journal.Snapshot{Channel: channel, Seq: seq, Due: due.At, Body: body}); err != nil {
		g.t.Fatal(err)
	}
}

// asks has somebody call Moth in the kitchen, and reports whether it knows of something
// that somebody makes as it answers.
func (g *guild) asks(who string) bool {
	g.t.Helper()
	before := len(g.discord.Posted(g.kitchen, g.bot))
	g.call(who)
	await.Until(g.t, "an answer to "+who, func() bool { return len(g.discord.Posted(g.kitchen, g.bot)) > before })
	return strings.Contains(g.last(), "a maker of")
}

func (g *guild) call(who string) {
	g.said++
	g.discord.Say(g.kitchen, who, fmt.Sprintf("<@%s> and %d?", g.bot.ID, g.said), discordtest.Object{"mentions": []discordtest.Object{{"id": g.bot.ID, "username": "Moth", "bot": true}}})
}

// both runs two processes until the bot is on Discord.
func (g *guild) both() (one, two *program) {
	g.t.Helper()
	one, two = g.beside("one"), g.beside("two")
	await.Until(g.t, "the bot on Discord", func() bool { return g.discord.Connected() == 1 })
	return one, two
}

// words returns whether any record or state has a text, and of which channel: but those
// that say whom to forget.
func (g *guild) words(text string) (in []messages.ChannelID) {
	g.t.Helper()
	return g.wordsIn(g.store(), text)
}

// wordsBeside is words while processes run that share the store.
func (g *guild) wordsBeside(text string) (in []messages.ChannelID) {
	g.t.Helper()
	_, kept, err := (&command.Configured{Config: g.main()}).Visit(context.Background(), command.Streams{Err: io.Discard})
	if err != nil {
		g.t.Fatal(err)
	}
	return g.wordsIn(kept, text)
}

// wordsIn returns where a store has a text, and closes it.
func (g *guild) wordsIn(kept journal.Journal, text string) (in []messages.ChannelID) {
	g.t.Helper()
	defer kept.Close()
	for rec, err := range kept.Records(context.Background(), 0) {
		if err != nil {
			g.t.Fatal(err)
		}
		if _, forgets := rec.Event.(messages.Forgotten); forgets {
			continue
		}
		b, err := messages.EncodeEvent(rec.Event)
		if err != nil {
			g.t.Fatal(err)
		}
		if bytes.Contains(b, []byte(text)) {
			in = append(in, rec.Channel)
		}
	}
	for s, err := range kept.Newest(context.Background()) {
		if err != nil {
			g.t.Fatal(err)
		}
		if bytes.Contains(s.Body, []byte(text)) {
			in = append(in, s.Channel)
		}
	}
	slices.Sort(in)
	return slices.Compact(in)
}

// TestKnownElsewhereByTwoProcesses: what Moth has learned of Ana in one channel of a server
// it knows when it answers her in another, whichever process has which channel; not when
// it answers somebody else, nor while not everybody can read the first. A kill of both
// while a model writes costs nothing, and once Ana is forgotten nothing of it is left in
// any channel.
func TestKnownElsewhereByTwoProcesses(t *testing.T) {
	long.Test(t)
	t.Parallel()
	g := newGuild(t, fmt.Sprintf("[journal]\nurl = %q\n", natstest.Start(t, 1).URL()))
	ana := messages.PersonID(g.discord.Person("Ana"))
	g.learned(g.channel(g.garden), ana, "zithers")
	if in := g.words("a maker of zithers"); !slices.Equal(in, []messages.ChannelID{g.channel(g.garden)}) {
		t.Fatalf("what was learned is in %v", in)
	}
	one, two := g.both()
	await.Until(t, "that it knows Ana in the kitchen", func() bool { return g.asks("Ana") })
	if g.asks("Bob") {
		t.Error("it tells Bob of her")
	}
	g.discord.Restrict(g.garden, g.bot.ID)
	await.Until(t, "that it knows her no more, since the garden was closed", func() bool { return !g.asks("Ana") })
	g.discord.Restrict(g.garden)
	await.Until(t, "that it knows her again", func() bool { return g.asks("Ana") })

	g.mu.Lock()
	g.held = make(chan struct{})
	held, prompts := g.held, len(g.prompts)
	g.mu.Unlock()
	posted := len(g.discord.Posted(g.kitchen, g.bot))
	g.call("Ana")
	await.Until(t, "that a model writes", func() bool { g.mu.Lock(); defer g.mu.Unlock(); return len(g.prompts) > prompts })
	for _, p := range []*program{one, two} {
		p.signal(os.Kill)
		<-p.code
	}
	g.mu.Lock()
	g.held = nil
	close(held)
	g.mu.Unlock()
	await.Until(t, "that nobody is on Discord", func() bool { return g.discord.Connected() == 0 })
	one, two = g.both()
	await.Until(t, "the answer", func() bool { return len(g.discord.Posted(g.kitchen, g.bot)) > posted })
	await.Until(t, "that it knows her after the kill", func() bool { return g.asks("Ana") })

	tell := func(args ...string) string {
		var out strings.Builder
		if code := run(context.Background(), append(args, "-c", g.main()), command.Streams{Out: &out, Err: &out}); code != 0 {
			t.Errorf("familiar %s: %d, %s", strings.Join(args, " "), code, &out)
		}
		return out.String()
	}
	if why := tell("why", string(g.channel(g.kitchen)), "--last", "3"); !strings.Contains(why, "m1 of "+string(g.channel(g.garden))) {
		t.Errorf("why doesn't say where that came from:\n%s", why)
	}
	tell("forget", string(ana), "--yes")
	if g.asks("Ana") {
		t.Error("it knows her though she is forgotten")
	}
	for _, p := range []*program{one, two} {
		p.quit()
	}
	if in := g.words("zither"); len(in) > 0 {
		t.Errorf("words of hers are still in %v", in)
	}
}
