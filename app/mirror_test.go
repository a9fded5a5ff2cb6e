package app

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"familiar/actors/adapter"
	"familiar/actors/adapter/discord"
	"familiar/actors/adapter/discord/discordtest"
	"familiar/actors/adapter/irc"
	"familiar/actors/explain"
	"familiar/config"
	"familiar/internal/await"
	"familiar/internal/long"
	"familiar/internal/ngircd"
	"familiar/journal/memory"
	"familiar/llm"
	"familiar/llm/offline"
	"familiar/messages"
)

// mirrorConfig puts Aria into a room on Discord and one on IRC that a relay joins.
const mirrorConfig = `
[familiars.aria]
name = "Aria"
persona = "Aria keeps moths."
preset = "ladder"
[familiars.aria.debounce]
quiet = "10ms"
hot = "10ms"
cap = "20ms"

[accounts.aria-discord]
network = "discord"
familiars = ["aria"]
token = "env:ARIA_TOKEN"
[accounts.aria-irc]
network = "irc"
familiars = ["aria"]
server = "127.0.0.1:6667"
nick = "aria_irc"

[[channels]]
match = "discord:*"
familiars = ["aria"]
[[channels]]
match = "irc:*"
familiars = ["aria"]

[relays.garden]
match = "discord:%[1]s"
authors = ["%[2]s"]
form = "<{name}> {text}"
[relays.pond]
match = "irc:#moths"
authors = ["relaybot"]
form = "<{name}> {text}"
`

// oneRoom makes the two rooms one.
const oneRoom = `
[[mirrors]]
rooms = ["discord:%[1]s", "irc:#moths"]
`

// A pair is a room on Discord's stand-in and one on a real IRC server, with the program
// in both and a relay between them that knows nothing of it.
type pair struct {
	t       *testing.T
	discord *discordtest.Server
	room    string
	aria    *discordtest.Bot
	irc     *ngircd.Server
	pond    *ngircd.Person // hears all that is said on IRC
	journal *memory.Journal
	home    messages.ChannelID
	app     *App
}

// openPair runs all that until the test ends; more is further configuration.
func openPair(t *testing.T, more string) *pair {
	t.Helper()
	p := &pair{t: t, discord: discordtest.Start(t), irc: ngircd.Start(t, ngircd.Config{}), journal: memory.New(memory.Config{})}
	p.aria = p.discord.AddBot("Aria")
	relay := p.discord.AddBot("Relay")
	guild := p.discord.AddGuild("Garden")
	p.room = p.discord.AddChannel(guild, "moths", 0)
	p.home = messages.Channel{Network: "discord", Workspace: guild, Chat: p.room}.ID()
	t.Setenv("ARIA_TOKEN", p.aria.Token)
	quiet := slog.New(slog.DiscardHandler)
	here, err := discord.Open("aria-discord", discord.Config{Token: adapter.Secret(p.aria.Token), URL: p.discord.URL, IdentifyEvery: time.Millisecond, Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	there, err := irc.Open("aria-irc", irc.Config{Server: p.irc.Address, Plain: true, Nick: "aria_irc", Join: []string{"#moths"}, Name: "pond", Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(there.Close)
	c, err := config.Parse("test.toml", fmt.Appendf(nil, mirrorConfig+more, guild+"/"+p.room, relay.ID))
	if err != nil {
		t.Fatal(err)
	}
	p.app, err = New(Options{
		Config: c, Journal: p.journal, Log: quiet,
		Client: func(string, config.Model) (llm.Model, error) { return offline.Model{Script: answerOf}, nil },
		Connect: func(*config.Config) ([]Connection, error) {
			return []Connection{{Account: "aria-discord", Adapter: here}, {Account: "aria-irc", Adapter: there}}, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	running, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- p.app.Run(running) }()
	t.Cleanup(func() {
		stop()
		if err := await.Value(t, "the program's end", ended); err != nil {
			t.Errorf("the program ended with %v", err)
		}
	})
	p.pond = p.irc.Person(t, "heron", "#moths")
	p.relay(relay)
	p.discord.Await(t, "both bots", func() bool { return p.discord.Connected() == 2 })
	p.pond.Until("JOIN", 1)
	await.Until(t, "Aria on IRC", func() bool {
		p.pond.Send("NAMES #moths")
		p.pond.Settle()
		return len(p.pond.Told("aria_irc")) > 0
	})
	return p
}

// answerOf is the script of the offline model: who asks is answered, everything else
// left alone.
func answerOf(_, author, text string) (offline.Part, bool) {
	_, question, asks := strings.Cut(text, "Aria, ")
	if !asks {
		return offline.Part{}, true
	}
	return offline.Part{Reply: author + " asked " + strings.TrimSuffix(question, "?")}, true
}

// relay says on each network what was said on the other: a client of Discord that isn't
// ours, and somebody on IRC.
func (p *pair) relay(as *discordtest.Bot) {
	p.t.Helper()
	session, err := discordgo.New("Bot " + as.Token)
	if err != nil {
		p.t.Fatal(err)
	}
	base, err := url.Parse(p.discord.URL)
	if err != nil {
		p.t.Fatal(err)
	}
	session.Client = &http.Client{Timeout: 10 * time.Second, Transport: standIn{base}}
	session.Identify.Intents = discordgo.IntentsGuildMessages | discordgo.IntentMessageContent
	session.SyncEvents, session.StateEnabled = true, false
	person := p.irc.Person(p.t, "relaybot", "#moths")
	session.AddHandler(func(_ *discordgo.Session, m *discordgo.MessageCreate) {
		if m.Author.ID != as.ID {
			for line := range strings.Lines(m.Content) {
				person.Say("#moths", "<"+cmp.Or(m.Author.GlobalName, m.Author.Username)+"> "+strings.TrimSpace(line))
			}
		}
	})
	if err := session.Open(); err != nil {
		p.t.Fatal(err)
	}
	var carrying sync.WaitGroup
	ended := make(chan struct{})
	carrying.Go(func() {
		for n := 0; ; {
			said := person.Told(" PRIVMSG #moths :")
			for ; n < len(said); n++ {
				from, text, _ := strings.Cut(said[n], " PRIVMSG #moths :")
				nick, _, _ := strings.Cut(strings.TrimPrefix(from, ":"), "!")
				if _, err := session.ChannelMessageSend(p.room, "<"+nick+"> "+text); err != nil {
					p.t.Errorf("the relay's post: %v", err)
				}
			}
			select {
			case <-ended:
				return
			case <-time.After(time.Millisecond):
			}
		}
	})
	p.t.Cleanup(func() {
		close(ended)
		carrying.Wait()
		_ = session.Close() // the stand-in ends it otherwise
	})
}

// A standIn sends requests for Discord to its stand-in.
type standIn struct{ base *url.URL }

func (s standIn) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = s.base.Scheme, s.base.Host, s.base.Host
	return http.DefaultTransport.RoundTrip(r)
}

// heard returns what is journaled of a network: who said what, the familiar's own
// echoes apart.
func (p *pair) heard(network messages.Network) (said []string, own int) {
	p.t.Helper()
	for r, err := range p.journal.Records(p.t.Context(), 0) {
		if err != nil {
			p.t.Fatal(err)
		}
		e, is := r.Event.(messages.Heard)
		switch {
		case !is || r.Channel.Network() != network:
		case e.Line.Author.ID == messages.PersonID(p.aria.ID) || e.Line.Author.ID == "account:aria-irc":
			own++
		default:
			said = append(said, e.Line.Author.Name+": "+e.Line.Text)
		}
	}
	return said, own
}

// TestARoomOnTwoNetworks: 200 lines on each of two networks that a foreign relay makes
// one, and a question to the familiar now and then on both: each line is heard once and
// in its order, each question answered once, and nothing on the second network.
func TestARoomOnTwoNetworks(t *testing.T) {
	long.Test(t)
	const lines, every = 200, 20
	p := openPair(t, oneRoom)
	bob, carol := p.irc.Person(t, "bob", "#moths"), p.irc.Person(t, "carol", "#moths")
	answers := func(n int) {
		t.Helper()
		await.Until(t, fmt.Sprintf("answer %d", n), func() bool { return len(p.discord.Posted(p.room, p.aria)) >= n })
		p.pond.Until(":<Aria> ", n)
	}
	asked := 0
	for n := range lines {
		if n%every == 0 {
			bob.Say("#moths", fmt.Sprintf("Aria, what is moth %d?", n))
			asked++
			answers(asked)
			p.discord.Say(p.room, "Ana", fmt.Sprintf("Aria, what is leaf %d?", n))
			asked++
			answers(asked)
			continue
		}
		carol.Say("#moths", fmt.Sprintf("a moth sat on %d", n))
		p.discord.Say(p.room, "Dan", fmt.Sprintf("a leaf fell on %d", n))
	}
	var there []string // on Discord, where all of it is
	await.Until(t, "all lines on Discord", func() bool {
		there = nil
		for _, m := range p.discord.Messages(p.room) {
			if by := m["author"].(discordtest.Object); by["id"] != p.aria.ID {
				text := m["content"].(string)
				if name, said, relayed := strings.Cut(strings.TrimPrefix(text, "<"), "> "); relayed {
					there = append(there, name+": "+said)
				} else {
					there = append(there, by["global_name"].(string)+": "+text)
				}
			}
		}
		return len(there) == 2*lines
	})
	var heard []string
	await.Until(t, "all lines in the journal", func() bool { heard, _ = p.heard("discord"); return len(heard) >= len(there) })
	if !slices.Equal(heard, there) {
		t.Errorf("heard are %d lines, want the %d that were said, in their order:\n%q\n%q", len(heard), len(there), heard, there)
	}
	if said, own := p.heard("irc"); len(said)+own > 0 {
		t.Errorf("of the mirror are heard %q", said)
	}
	posted := p.discord.Posted(p.room, p.aria)
	var want []string
	for n := 0; n < lines; n += every {
		want = append(want, fmt.Sprintf("%sbob asked what is moth %d", offline.Scripted, n), fmt.Sprintf("%sAna asked what is leaf %d", offline.Scripted, n))
	}
	if !slices.Equal(posted, want) {
		t.Errorf("answered is\n%q, want\n%q", posted, want)
	}
	p.pond.Settle()
	if own := p.pond.Told(":aria_irc!"); slices.ContainsFunc(own, func(line string) bool { return strings.Contains(line, "PRIVMSG") }) {
		t.Errorf("in the mirror it says %q", own)
	}
	if copies := p.pond.Told(":<Aria> "); len(copies) != asked {
		t.Errorf("the mirror has %d answers, want %d", len(copies), asked)
	}
	told, err := p.app.Why(t.Context(), explain.Question{Channel: p.home, By: messages.RelayedPerson("garden", "bob"), Last: lines})
	if err != nil || len(told) == 0 || !strings.Contains(told[0].Sentence(), "bob (by the relay garden)") {
		t.Errorf("why it answered bob is told as %v, %v", told, err)
	}
	home := p.app.Channel(p.home)
	if home == nil || !home.Relayed || p.app.Channel("irc/pond/#moths") != nil {
		t.Error("the familiar is not in the first room alone")
	}
}

// TestTwoRoomsThatARelayJoins: where the rooms are not one, a familiar in both answers
// in each, and nothing that the relay says after it is answered or heard.
func TestTwoRoomsThatARelayJoins(t *testing.T) {
	long.Test(t)
	const questions = 3
	p := openPair(t, "")
	bob := p.irc.Person(t, "bob", "#moths")
	copies := func(id messages.ChannelID) (n int) {
		for note, err := range p.journal.Notes(t.Context(), id, 0) {
			if err != nil {
				t.Fatal(err)
			}
			if note.Rung == messages.ByRelay {
				n++
			}
		}
		return n
	}
	answers := func() (here, there int) {
		for _, line := range p.pond.Told(":aria_irc!") {
			if strings.Contains(line, "PRIVMSG") {
				there++
			}
		}
		return len(p.discord.Posted(p.room, p.aria)), there
	}
	for n := range 2 * questions {
		if n%2 == 0 {
			bob.Say("#moths", fmt.Sprintf("Aria, what is moth %d -> there?", n))
		} else {
			p.discord.Say(p.room, "Ana", fmt.Sprintf("Aria, what is leaf %d?", n))
		}
		await.Until(t, "both answers", func() bool { here, there := answers(); return here > n && there > n })
	}
	await.Until(t, "what the relay says of them", func() bool {
		return copies(p.home) == 2*questions && copies("irc/pond/#moths") == 2*questions
	})
	if here, there := answers(); here != 2*questions || there != 2*questions {
		t.Errorf("to %d questions it gave %d and %d answers", 2*questions, here, there)
	}
	for _, network := range []messages.Network{"discord", "irc"} {
		said, _ := p.heard(network)
		if len(said) != 2*questions || slices.ContainsFunc(said, func(line string) bool { return strings.Contains(line, "scripted") }) {
			t.Errorf("on %s are heard %q, want the %d questions alone", network, said, 2*questions)
		}
	}
}
