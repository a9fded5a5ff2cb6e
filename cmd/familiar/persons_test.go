//go:build unix

package main

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"familiar/actors/adapter/discord/discordtest"
	"familiar/actors/adapter/telegram/telegramtest"
	"familiar/cmd/familiar/command"
	"familiar/internal/await"
	"familiar/internal/long"
	"familiar/internal/natstest"
)

// A pair is a program on two networks, on which Ana is: in direct messages, and on one
// where others are, too.
type pair struct {
	*house
	t        *testing.T
	discord  *discordtest.Server
	telegram *telegramtest.Server
	bot      *discordtest.Bot
	dm       string
	general  string
	guild    string
	heard    int // answers on Telegram that were looked at
}

// newPair returns it with more of a configuration.
func newPair(t *testing.T, more string) *pair {
	p := &pair{house: &house{t, t.TempDir()}, t: t, discord: discordtest.Start(t), telegram: telegramtest.New()}
	t.Cleanup(p.telegram.Close)
	p.bot = p.discord.AddBot("Moth")
	p.guild = p.discord.AddGuild("Moth Lab")
	p.general = p.discord.AddChannel(p.guild, "general", 0)
	p.dm = p.discord.AddChannel("", "Ana", 1)
	p.write("familiar.toml", fmt.Sprintf(`
data = "kept"
[familiars.moth]
name = "Moth"
persona = "Flies."
preset = "ladder"
[accounts.here]
network = "discord"
familiars = ["moth"]
token = %q
url = %q
[accounts.there]
network = "telegram"
familiars = ["moth"]
token = %q
url = %q
[[channels]]
match = "discord:*"
familiars = ["moth"]
[[channels]]
match = "telegram:*"
familiars = ["moth"]
[budget]
turns = 2
[control]
listen = ""
`+more, secret(t, p.bot.Token), p.discord.URL, secret(t, telegramtest.Token), p.telegram.URL))
	return p
}

func (p *pair) run() *program {
	await.Until(p.t, "that nobody is on Discord", func() bool { return p.discord.Connected() == 0 })
	runs := launch(p.t, "run", p.file("familiar.toml"))
	await.Until(p.t, "the bot on Discord", func() bool { return p.discord.Connected() == 1 })
	return runs
}

// here has Ana say something on Discord, and gives what is answered there.
func (p *pair) here(channel, text string, more ...discordtest.Object) (answer string) {
	p.t.Helper()
	before := len(p.discord.Posted(channel, p.bot))
	p.discord.Say(channel, "Ana", text, more...)
	await.Until(p.t, "an answer to "+text, func() bool {
		posted := p.discord.Posted(channel, p.bot)
		if len(posted) > before {
			answer = posted[len(posted)-1]
		}
		return answer != ""
	})
	return answer
}

// there has her say something on Telegram, under another name, and gives the answer.
func (p *pair) there(text string) string {
	p.t.Helper()
	p.telegram.Whisper(telegramtest.Bot, telegramtest.Ana, text)
	await.Until(p.t, "an answer on Telegram to "+text, func() bool { return len(p.telegram.Calls("sendMessage")) > p.heard })
	calls := p.telegram.Calls("sendMessage")
	p.heard = len(calls)
	return fmt.Sprint(calls[len(calls)-1].Params["text"])
}

// tell runs a command, and gives what it prints.
func (p *pair) tell(args ...string) string {
	p.t.Helper()
	var out strings.Builder
	if code := run(context.Background(), append(args, "-c", p.file("familiar.toml")), command.Streams{Out: &out, Err: &out}); code != 0 {
		p.t.Errorf("familiar %s: %d, %s", strings.Join(args, " "), code, &out)
	}
	return out.String()
}

// TestLinkedOnTwoNetworks: a code that is said on both makes one person of two accounts,
// across a kill, whose answers a day are counted together. Nothing of it is told where
// others are, and whoever is forgotten on one network is gone from the other.
func TestLinkedOnTwoNetworks(t *testing.T) {
	long.Test(t)
	t.Parallel()
	p := newPair(t, "")
	call := discordtest.Object{"mentions": []discordtest.Object{{"id": p.bot.ID, "username": "Moth", "bot": true}}}
	wants := func(what, got, want string) {
		t.Helper()
		if !strings.Contains(got, want) {
			t.Errorf("%s: got %q, want %q in it", what, got, want)
		}
	}
	first := p.run()
	wants("where others are", p.here(p.general, "/link"), "Say /link to me in a direct message")
	code := regexp.MustCompile(`/link ([0-9A-Z-]{9})`).FindStringSubmatch(p.here(p.dm, "/link"))
	if code == nil {
		t.Fatalf("no code in %q", p.discord.Posted(p.dm, p.bot))
	}
	first.signal(os.Kill)
	<-first.code

	next := p.run()
	ana := p.discord.Person("Ana")
	wants("the other half", p.there("/link "+code[1]), "This account is linked with Ana (discord) now.")
	await.Until(t, "word where the code was given", func() bool {
		posted := p.discord.Posted(p.dm, p.bot)
		return strings.Contains(posted[len(posted)-1], "(telegram) now.")
	})
	wants("asked again", p.there("/link"), "This account is linked with Ana (discord).")

	p.here(p.general, "<@"+p.bot.ID+"> hello?", call)
	p.there("and here?")
	wants("the third of two answers", p.there("once more?"), "has answered you as often as it may today")
	wants("and on the other network", p.here(p.general, "<@"+p.bot.ID+"> and here?", call), "has answered you as often as it may today")
	wants("why", p.tell("why", "discord/"+p.guild+"/"+p.general, "--last", "1"), "together with accounts that they linked")
	for _, said := range p.discord.Posted(p.general, p.bot) {
		if strings.Contains(said, code[1]) || strings.Contains(said, "telegram") {
			t.Errorf("where others are it says %q", said)
		}
	}

	wants("the list", p.tell("persons"), "discord "+ana+" (Ana)  telegram 11 (Ana)  since ")
	wants("the audit", p.tell("audit"), "telegram with person-")
	wants("what is kept", p.tell("journal", "person", ana), `"network": "telegram"`)
	wants("forgetting one", p.tell("forget", ana, "--yes"), "erased in")
	wants("the list then", p.tell("persons"), "nobody has linked accounts")
	for _, channel := range []string{"telegram/7001/11", "familiar//persons"} { // where she spoke as another, and where links are held
		for line := range strings.Lines(p.tell("journal", "export", "--notes", channel)) {
			if !strings.Contains(line, `"kind":"forgotten"`) && (strings.Contains(line, ana) || strings.Contains(line, "Ana (discord)")) {
				t.Errorf("of who is forgotten there still is %s", line)
			}
		}
	}
	wants("unlinking then", p.there("/unlink"), "This account is linked with no other.")
	next.quit()
}

// TestLinkedByTwoProcesses: two processes share the networks. The one that had the code
// given is killed; of two people who then say it at once, one is linked, and the answers
// a day of both their accounts are counted together, whichever process gives them.
func TestLinkedByTwoProcesses(t *testing.T) {
	long.Test(t)
	t.Parallel()
	p := newPair(t, fmt.Sprintf("[journal]\nurl = %q\n", natstest.Start(t, 1).URL()))
	h := &troubled{house: p.house}
	one, two := h.beside("one"), h.beside("two")
	ready := func() bool { return p.discord.Connected() == 1 && p.telegram.Polling() == 1 }
	await.Until(t, "both networks", ready)
	code := regexp.MustCompile(`/link ([0-9A-Z-]{9})`).FindStringSubmatch(p.here(p.dm, "/link"))
	if code == nil {
		t.Fatalf("no code in %q", p.discord.Posted(p.dm, p.bot))
	}
	one.signal(os.Kill)
	<-one.code
	await.Until(t, "the other process on both networks", ready)
	one = h.beside("one")
	await.Until(t, "two processes", func() bool { return strings.Count(p.tell("nodes"), "works") == 2 })

	for _, who := range []int64{telegramtest.Ana, telegramtest.Bob} {
		p.telegram.Whisper(telegramtest.Bot, who, "/link "+code[1])
	}
	await.Until(t, "both answers", func() bool { return len(p.telegram.Calls("sendMessage")) >= 2 })
	var linked, refused int
	winner := int64(0)
	for _, call := range p.telegram.Calls("sendMessage") {
		switch said := fmt.Sprint(call.Params["text"]); {
		case strings.Contains(said, "is linked with Ana (discord) now"):
			linked++
			_, err := fmt.Sscan(fmt.Sprint(call.Params["chat_id"]), &winner)
			if err != nil {
				t.Fatal(err)
			}
		case strings.Contains(said, "That code isn't open"):
			refused++
		}
	}
	if linked != 1 || refused != 1 {
		t.Fatalf("%d are linked and %d refused of two who said it at once: %+v", linked, refused, p.telegram.Calls("sendMessage"))
	}
	p.here(p.dm, "hello?")
	for range 12 {
		before := len(p.telegram.Calls("sendMessage"))
		p.telegram.Whisper(telegramtest.Bot, winner, "and here?")
		await.Until(t, "an answer", func() bool { return len(p.telegram.Calls("sendMessage")) > before })
		calls := p.telegram.Calls("sendMessage")
		if strings.Contains(fmt.Sprint(calls[len(calls)-1].Params["text"]), "has answered you as often as it may today") {
			break
		}
	}
	two.until("others have had what one person may a day.*persons=2", 1) // it knows links, and the others' answers, within 2 s
	if got := p.here(p.dm, "and here?"); !strings.Contains(got, "has answered you as often as it may today") {
		t.Errorf("on the other network: got %q", got)
	}
	for _, runs := range []*program{one, two} {
		runs.quit()
	}
}
