//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"familiar/actors/adapter/discord/discordtest"
	"familiar/actors/adapter/telegram/telegramtest"
	"familiar/internal/await"
	"familiar/internal/long"
	"familiar/internal/natstest"
	"familiar/llm/llmtest/server"
	"familiar/messages"
	"familiar/policy/conversation"
)

// An agreement is a program on two networks, where Ana is on both, and Moth recalls what
// she agrees to.
type agreement struct {
	*pair
	*guild
	asked int
}

func newAgreement(t *testing.T, journal string) *agreement {
	p := newPair(t, "")
	a := &agreement{pair: p, guild: &guild{troubled: &troubled{house: p.house}, t: t, discord: p.discord, bot: p.bot}}
	model := server.Start(t, server.Func(a.answer))
	text, err := os.ReadFile(a.main())
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.Replace(text, []byte(`persona = "Flies."`), []byte("persona = \"Flies.\"\nmodel = \"scripted\"\nmemory = { on = true, scope = \"person\" }"), 1)
	text = bytes.Replace(text, []byte("turns = 2"), []byte("turns = 500"), 1)
	text = fmt.Appendf(text, "[models.scripted]\nkind = \"openai\"\nmodel = \"scripted\"\nurl = \"%s/v1\"\n%s", model, journal)
	a.write("familiar.toml", string(text))
	return a
}

// runs waits until processes have both networks, and returns what ends them.
func (a *agreement) runs(all ...*program) (stop func()) {
	t := a.pair.t
	t.Helper()
	await.Until(t, "both networks", func() bool { return a.pair.discord.Connected() == 1 && a.telegram.Polling() == 1 })
	return func() {
		for _, p := range all {
			p.quit()
		}
		await.Until(t, "that nobody is on Discord", func() bool { return a.pair.discord.Connected() == 0 })
	}
}

func (a *agreement) wants(what, got, want string) {
	a.pair.t.Helper()
	if !strings.Contains(got, want) {
		a.pair.t.Errorf("%s: got %q, want %q in it", what, got, want)
	}
}

// agrees has Ana link her accounts, and agree on Discord.
func (a *agreement) agrees() {
	t := a.pair.t
	t.Helper()
	code := regexp.MustCompile(`/link ([0-9A-Z-]{9})`).FindStringSubmatch(a.here(a.dm, "/link"))
	if code == nil {
		t.Fatalf("no code in %q", a.pair.discord.Posted(a.dm, a.pair.bot))
	}
	a.wants("the other half", a.there("/link "+code[1]), "This account is linked with Ana (discord) now.")
	await.Until(t, "word where the code was given", func() bool {
		posted := a.pair.discord.Posted(a.dm, a.pair.bot)
		return strings.Contains(posted[len(posted)-1], "(telegram) now.")
	})
	a.wants("agreeing", a.here(a.dm, "/memory share on"), "also as Ana (telegram): in a direct message all of it")
}

// tells has Moth learn, while no process runs, of what she then said in other direct
// messages on Discord, and returns who she is there, and where that was.
func (a *agreement) tells() (ana messages.PersonID, dm messages.ChannelID) {
	t := a.pair.t
	t.Helper()
	ana, dm = messages.PersonID(a.pair.discord.Person("Ana")), messages.Channel{Network: "discord", Chat: a.pair.discord.AddChannel("", "Ana", 1)}.ID()
	kept := a.store()
	snapshot, err := kept.Load(context.Background(), messages.Persons)
	if err != nil {
		t.Fatal(err)
	}
	links, err := conversation.LinksKept(snapshot.Body)
	if err = errors.Join(err, kept.Close()); err != nil {
		t.Fatal(err)
	}
	agreed := links.Agreements([]messages.Identity{{Network: "discord", Person: ana}})
	if len(agreed) != 1 {
		t.Fatalf("she has %d agreements, want one", len(agreed))
	}
	a.learnedFrom(messages.Line{Channel: dm, Account: "here", Author: messages.Author{ID: ana, Name: "Ana"}, DM: true, Agreed: agreed[0]}, "zithers")
	return ana, dm
}

// knows reports whether Moth knows of that as it answers her on Telegram.
func (a *agreement) knows() bool {
	a.asked++
	a.there(fmt.Sprintf("what do I make, %d?", a.asked))
	return strings.Contains(a.last(), "a maker of zithers")
}

// onTelegram is where she is there.
const onTelegram = messages.ChannelID("telegram/7001/11")

// TestAgreedOnTwoNetworks: what Moth has learned of Ana in direct messages on Discord, as she
// agreed, it knows in those on Telegram, whichever of two processes has what: not before she
// agreed, not in front of others, and not once she takes that back, even while a model
// writes with it. Forgotten on Discord nothing of it is left, nor who she was there where
// she is on Telegram.
func TestAgreedOnTwoNetworks(t *testing.T) {
	long.Test(t)
	t.Parallel()
	a := newAgreement(t, fmt.Sprintf("[journal]\nurl = %q\n", natstest.Start(t, 1).URL()))
	stop := a.runs(a.beside("one"), a.beside("two"))
	a.wants("with nothing linked", a.here(a.dm, "/memory share on"), "\"/link\" links another one")
	a.wants("in front of others", a.here(a.general, "/memory share on"), "Say /memory share on to me in a direct message")
	a.agrees()
	stop()
	ana, dm := a.tells()
	stop = a.runs(a.beside("one"), a.beside("two"))
	await.Until(t, "that it knows her on Telegram", a.knows)
	a.wants("why", a.tell("why", string(onTelegram), "--last", "3"), "m1 of discord (agreed)")
	call := discordtest.Object{"mentions": []discordtest.Object{{"id": a.pair.bot.ID, "username": "Moth", "bot": true}}}
	a.here(a.general, "<@"+a.pair.bot.ID+"> what do I make?", call)
	if strings.Contains(a.last(), "a maker of zithers") {
		t.Error("it knows in front of others what she told it alone")
	}

	held := make(chan struct{})
	a.mu.Lock()
	a.held = held
	prompts := len(a.prompts)
	a.mu.Unlock()
	a.telegram.Whisper(telegramtest.Bot, telegramtest.Ana, "and now?")
	await.Until(t, "that a model writes with it", func() bool { a.mu.Lock(); defer a.mu.Unlock(); return len(a.prompts) > prompts })
	a.wants("what it writes with", a.last(), "a maker of zithers")
	a.wants("taking it back", a.here(a.dm, "/memory share off"), "I recall nowhere else any more")
	a.mu.Lock()
	a.held = nil
	a.mu.Unlock()
	close(held)
	await.Until(t, "the answer", func() bool { return len(a.telegram.Calls("sendMessage")) > a.heard })
	a.heard = len(a.telegram.Calls("sendMessage"))
	a.mu.Lock()
	if got := len(a.prompts) - prompts; got != 2 {
		t.Errorf("the model was asked %d times, want twice: with it, and without", got)
	}
	a.mu.Unlock()
	if strings.Contains(a.last(), "zither") {
		t.Error("what was said had what she had taken back")
	}
	if a.knows() {
		t.Error("it knows what she has taken back")
	}
	a.tell("forget", string(ana), "--yes")
	// What two processes still have to erase as they end the next ones do within a minute.
	who := []string{string(ana), string(dm)}
	where := func(in []messages.ChannelID) bool {
		return slices.Contains(in, onTelegram) || slices.Contains(in, messages.Persons)
	}
	for _, id := range who {
		await.Until(t, "that nothing says who she was, "+id, func() bool { return !where(a.wordsBeside(id)) })
	}
	stop()
	if in := a.words("zither"); len(in) > 0 {
		t.Errorf("words of hers are still in %v", in)
	}
	for _, id := range who {
		if in := a.words(id); where(in) {
			t.Errorf("who she was, %s, still stands in %v", id, in)
		}
	}
}

// TestForgottenBytesOfWhatWasAgreed: what Ana agreed to have recalled, and was, is gone once
// she is forgotten where she said it: no file of the program has a word of it, packed or
// not, and no key is left in any that would open one.
func TestForgottenBytesOfWhatWasAgreed(t *testing.T) {
	long.Test(t)
	t.Parallel()
	a := newAgreement(t, "")
	stop := a.runs(launch(t, "run", a.main()))
	a.agrees()
	stop()
	ana, _ := a.tells()
	if in := a.words("a maker of zithers"); len(in) != 1 {
		t.Fatalf("what was learned is in %v", in)
	}
	stop = a.runs(launch(t, "run", a.main()))
	await.Until(t, "that it knows her on Telegram", a.knows)
	before := a.roots()
	if len(before) < 2 {
		t.Fatalf("%d keys to all others are in the files, want those of two copies: this test doesn't find them", len(before))
	}
	ask(t, "forget", string(ana), "--yes", "-c", a.main()).wants(0, `erased in \d`)
	await.Until(t, "that no key is left to what she said", func() bool { return len(a.inFiles(before...)) == 0 })
	if a.knows() {
		t.Error("it knows her though she is forgotten")
	}
	stop()
	if found := a.inFiles("zither"); len(found) > 0 {
		t.Errorf("words stand in %v", found)
	}
	if in := a.words("zither"); len(in) > 0 {
		t.Errorf("words can still be read in %v", in)
	}
}
