//go:build unix

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"familiar/actors/adapter/discord/discordtest"
	"familiar/actors/adapter/telegram/telegramtest"
	"familiar/internal/await"
	"familiar/internal/natstest"
	"familiar/llm/llmtest/server"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/persons"
)

// linksOf returns the links that are kept, while no process runs.
func (g *guild) linksOf() *persons.Links {
	g.t.Helper()
	kept := g.store()
	defer kept.Close()
	snapshot, err := kept.Load(context.Background(), messages.Persons)
	if err != nil {
		g.t.Fatal(err)
	}
	links, err := conversation.LinksKept(snapshot.Body)
	if err != nil {
		g.t.Fatal(err)
	}
	return links
}

// TestAgreedOnTwoNetworks: what Moth has learned of Ana in direct messages on Discord, as she
// agreed, it knows in those on Telegram, whichever of two processes has what: not before she
// agreed, not in front of others, and not once she takes that back, even while a model
// writes with it. Forgotten on Discord nothing of it is left, nor who she was there where
// she is on Telegram.
func TestAgreedOnTwoNetworks(t *testing.T) {
	p := newPair(t, "")
	g := &guild{troubled: &troubled{house: p.house}, t: t, discord: p.discord, bot: p.bot}
	model := server.Start(t, server.Func(g.answer))
	text, err := os.ReadFile(g.main())
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.Replace(text, []byte(`persona = "Flies."`), []byte("persona = \"Flies.\"\nmodel = \"scripted\"\nmemory = { on = true, scope = \"person\" }"), 1)
	text = bytes.Replace(text, []byte("turns = 2"), []byte("turns = 500"), 1)
	text = fmt.Appendf(text, "[models.scripted]\nkind = \"openai\"\nmodel = \"scripted\"\nurl = \"%s/v1\"\n[journal]\nurl = %q\n", model, natstest.Start(t, 1).URL())
	if err := os.WriteFile(g.main(), text, 0o600); err != nil {
		t.Fatal(err)
	}
	run := func() (stop func()) {
		one, two := g.beside("one"), g.beside("two")
		await.Until(t, "both networks", func() bool { return p.discord.Connected() == 1 && p.telegram.Polling() == 1 })
		return func() {
			for _, runs := range []*program{one, two} {
				runs.stop()
				runs.ends(0)
			}
			await.Until(t, "that nobody is on Discord", func() bool { return p.discord.Connected() == 0 })
		}
	}
	wants := func(what, got, want string) {
		t.Helper()
		if !strings.Contains(got, want) {
			t.Errorf("%s: got %q, want %q in it", what, got, want)
		}
	}
	stop := run()
	wants("with nothing linked", p.here(p.dm, "/memory share on"), "\"/link\" links another one")
	code := regexp.MustCompile(`/link ([0-9A-Z-]{9})`).FindStringSubmatch(p.here(p.dm, "/link"))
	if code == nil {
		t.Fatalf("no code in %q", p.discord.Posted(p.dm, p.bot))
	}
	wants("the other half", p.there("/link "+code[1]), "This account is linked with Ana (discord) now.")
	await.Until(t, "word where the code was given", func() bool {
		posted := p.discord.Posted(p.dm, p.bot)
		return strings.Contains(posted[len(posted)-1], "(telegram) now.")
	})
	wants("in front of others", p.here(p.general, "/memory share on"), "Say /memory share on to me in a direct message")
	wants("agreeing", p.here(p.dm, "/memory share on"), "also as Ana (telegram): in a direct message all of it")
	stop()

	ana, dm := messages.PersonID(p.discord.Person("Ana")), messages.Channel{Network: "discord", Chat: p.discord.AddChannel("", "Ana", 1)}.ID()
	agreed := g.linksOf().Agreements([]messages.Identity{{Network: "discord", Person: ana}})
	if len(agreed) != 1 {
		t.Fatalf("she has %d agreements, want one", len(agreed))
	}
	g.learnedFrom(messages.Line{Channel: dm, Account: "here", Author: messages.Author{ID: ana, Name: "Ana"}, DM: true, Agreed: agreed[0]}, "zithers")
	stop = run()
	n := 0
	knows := func() bool {
		n++
		p.there(fmt.Sprintf("what do I make, %d?", n))
		return strings.Contains(g.last(), "a maker of zithers")
	}
	await.Until(t, "that it knows her on Telegram", knows)
	wants("why", p.tell("why", "telegram/7001/11", "--last", "3"), "m1 of discord (agreed)")
	call := discordtest.Object{"mentions": []discordtest.Object{{"id": p.bot.ID, "username": "Moth", "bot": true}}}
	p.here(p.general, "<@"+p.bot.ID+"> what do I make?", call)
	if strings.Contains(g.last(), "a maker of zithers") {
		t.Error("it knows in front of others what she told it alone")
	}

	held := make(chan struct{})
	g.mu.Lock()
	g.held = held
	prompts := len(g.prompts)
	g.mu.Unlock()
	p.telegram.Whisper(telegramtest.Bot, telegramtest.Ana, "and now?")
	await.Until(t, "that a model writes with it", func() bool { g.mu.Lock(); defer g.mu.Unlock(); return len(g.prompts) > prompts })
	wants("what it writes with", g.last(), "a maker of zithers")
	wants("taking it back", p.here(p.dm, "/memory share off"), "I recall nowhere else any more")
	g.mu.Lock()
	g.held = nil
	g.mu.Unlock()
	close(held)
	await.Until(t, "the answer", func() bool { return len(p.telegram.Calls("sendMessage")) > p.heard })
	p.heard = len(p.telegram.Calls("sendMessage"))
	g.mu.Lock()
	if got := len(g.prompts) - prompts; got != 2 {
		t.Errorf("the model was asked %d times, want twice: with it, and without", got)
	}
	g.mu.Unlock()
	if strings.Contains(g.last(), "zither") {
		t.Error("what was said had what she had taken back")
	}
	if knows() {
		t.Error("it knows what she has taken back")
	}
	p.tell("forget", string(ana), "--yes")
	stop()
	if in := g.words("zither"); len(in) > 0 {
		t.Errorf("words of hers are still in %v", in)
	}
	for _, who := range []string{string(ana), string(dm)} {
		if in := g.words(who); slices.Contains(in, "telegram/7001/11") || slices.Contains(in, messages.Persons) {
			t.Errorf("who she was, %s, still stands in %v", who, in)
		}
	}
	if found := g.inFiles("maker of zithers"); len(found) > 0 {
		t.Errorf("words stand in %v", found)
	}
}
