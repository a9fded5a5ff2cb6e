//go:build unix

package process

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"familiar/actors/adapter/bridge/bridgetest"
	"familiar/actors/adapter/discord/discordtest"
	"familiar/actors/adapter/feishu/feishutest"
	"familiar/actors/adapter/matrix/matrixtest"
	"familiar/actors/adapter/onebot/onebottest"
	"familiar/actors/adapter/slack/slacktest"
	"familiar/actors/adapter/telegram/telegramtest"
	"familiar/internal/ngircd"
	"familiar/messages"
)

// A neighbour is a network, by a stand-in of it, on which people talk with Aria.
type neighbour struct {
	network messages.Network
	account string // its account's settings
	rooms   int
	// say has one of the talkers say something in a room, and call Aria by it.
	say func(room, by int, text string, calls bool)
	// come has what is to come to the program come to its address; nil: nothing is.
	come func(t *testing.T, address string)
	// posted lists what Aria said in all rooms.
	posted func() []string
}

// talkers are who talks, on every network.
var talkers = []string{"Ana", "Ben", "Cho"}

// neighbours starts all networks: the large ones with so many rooms, the others with a
// few. IRC is among them where ngircd is.
func neighbours(t *testing.T, rooms int) []*neighbour {
	const few = 4
	all := []*neighbour{
		neighbourOnTelegram(t, rooms), neighbourOnMatrix(t, rooms), neighbourOnOneBot(t, rooms), neighbourOnBridge(t, rooms),
		neighbourOnDiscord(t, few), neighbourOnSlack(t, few), neighbourOnFeishu(t, few),
	}
	if _, err := exec.LookPath("ngircd"); err == nil {
		all = append(all, neighbourOnIRC(t, few))
	}
	return all
}

func neighbourOnTelegram(t *testing.T, rooms int) *neighbour {
	s := telegramtest.New()
	t.Cleanup(s.Close)
	for i, name := range talkers {
		s.AddUser(int64(100+i), name, "")
	}
	chat := func(room int) int64 { return int64(-1003000000000 - room) }
	for room := range rooms {
		s.AddChat(telegramtest.Chat{ID: chat(room), Type: "supergroup", Title: fmt.Sprint("room ", room), Count: len(talkers) + 1})
	}
	return &neighbour{
		network: "telegram", rooms: rooms, posted: s.Posted,
		account: fmt.Sprintf("token = %q\nurl = %q\n", besideSecret(t, telegramtest.Token), s.URL),
		say: func(room, by int, text string, calls bool) {
			if calls {
				text = "@" + telegramtest.Username + " " + text
			}
			s.Say(chat(room), int64(100+by), text)
		},
	}
}

func neighbourOnMatrix(t *testing.T, rooms int) *neighbour {
	s := matrixtest.New()
	t.Cleanup(s.Close)
	members := []string{matrixtest.Moth}
	for _, name := range talkers {
		members = append(members, "@"+name+":test.example")
		s.AddUser("@"+name+":test.example", name, "")
	}
	id := func(room int) string { return fmt.Sprintf("!r%d:test.example", room) }
	for room := range rooms {
		s.AddRoom(id(room), members...)
	}
	return &neighbour{
		network: "matrix", rooms: rooms,
		account: fmt.Sprintf("token = %q\nurl = %q\n", besideSecret(t, matrixtest.Token), s.URL),
		say: func(room, by int, text string, calls bool) {
			called := []string{}
			if calls {
				called = []string{matrixtest.Moth}
			}
			s.Write(id(room), members[1+by], matrixtest.Object{"msgtype": "m.text", "body": text, "m.mentions": matrixtest.Object{"user_ids": called}})
		},
		posted: func() []string { return s.Posted(matrixtest.Moth) },
	}
}

func neighbourOnOneBot(t *testing.T, rooms int) *neighbour {
	s := onebottest.New()
	t.Cleanup(s.Close)
	for i, name := range talkers {
		s.Name(onebottest.Ana+int64(i), name)
	}
	return &neighbour{
		network: "onebot", rooms: rooms, posted: s.Posted,
		account: fmt.Sprintf("token = %q\nurl = %q\n", besideSecret(t, onebottest.Token), s.URL),
		say: func(room, by int, text string, calls bool) {
			said := []onebottest.Message{onebottest.Text(text)}
			if calls {
				said = append(said, onebottest.Segment("at", onebottest.Message{"qq": strconv.FormatInt(onebottest.Bot, 10)}))
			}
			s.Say(onebottest.Group+int64(room), onebottest.Ana+int64(by), said...)
		},
	}
}

func neighbourOnDiscord(t *testing.T, rooms int) *neighbour {
	s := discordtest.Start(t)
	bot, guild, ids := s.AddBot("Aria"), s.AddGuild("Moth Lab"), []string{}
	for room := range rooms {
		ids = append(ids, s.AddChannel(guild, fmt.Sprint("room-", room), 0))
	}
	return &neighbour{
		network: "discord", rooms: rooms,
		account: fmt.Sprintf("token = %q\nurl = %q\n", besideSecret(t, bot.Token), s.URL),
		say: func(room, by int, text string, calls bool) {
			more := discordtest.Object{}
			if calls {
				text = "<@" + bot.ID + "> " + text
				more["mentions"] = []discordtest.Object{{"id": bot.ID, "username": bot.Name, "bot": true}}
			}
			s.Say(ids[room], talkers[by], text, more)
		},
		posted: func() (texts []string) {
			for _, id := range ids {
				texts = append(texts, s.Posted(id, bot)...)
			}
			return texts
		},
	}
}

func neighbourOnSlack(t *testing.T, rooms int) *neighbour {
	s := slacktest.New()
	t.Cleanup(s.Close)
	members := []string{slacktest.Bot}
	for i, name := range talkers {
		members = append(members, fmt.Sprint("U10", i))
		s.AddUser(slacktest.User{ID: members[1+i], Name: name, Display: name})
	}
	for room := range rooms {
		s.AddChat(slacktest.Chat{ID: fmt.Sprint("C10", room), Name: fmt.Sprint("room-", room), Kind: "channel", Members: members})
	}
	return &neighbour{
		network: "slack", rooms: rooms, posted: s.Posted,
		account: fmt.Sprintf("token = %q\napp_token = %q\nurl = %q\n", besideSecret(t, slacktest.Token), besideSecret(t, slacktest.AppToken), s.URL),
		say: func(room, by int, text string, calls bool) {
			if calls {
				text = "<@" + slacktest.Bot + "> " + text
			}
			s.Write(fmt.Sprint("C10", room), slacktest.Message{"user": members[1+by], "text": text})
		},
	}
}

func neighbourOnFeishu(t *testing.T, rooms int) *neighbour {
	n := feishutest.New(t)
	var people []feishutest.Person
	for _, name := range talkers {
		people = append(people, feishutest.Person{Open: "ou_" + name, Union: "on_" + name, Name: name})
	}
	for room := range rooms {
		n.Add(feishutest.Chat{ID: fmt.Sprint("oc_", room), Name: fmt.Sprint("room ", room), People: people})
	}
	return &neighbour{
		network: "feishu", rooms: rooms,
		account: fmt.Sprintf("app_id = %q\napp_secret = %q\nurl = %q\n", feishutest.AppID, besideSecret(t, feishutest.Secret), n.URL),
		say: func(room, by int, text string, calls bool) {
			m := feishutest.Message{Chat: fmt.Sprint("oc_", room), By: people[by], Text: text}
			if calls {
				m.Text = "@_user_1 " + text
				m.Mentions = []feishutest.Mention{{Key: "@_user_1", Of: feishutest.Person{Open: feishutest.Bot, Name: feishutest.BotName}}}
			}
			n.Say(m)
		},
		posted: func() (texts []string) {
			for _, m := range n.Posted() {
				texts = append(texts, m.Text)
			}
			return texts
		},
	}
}

// bridgeToken is the account's on a bridge, bridgeMe whom the bridge says it is.
const bridgeToken, bridgeMe = "side by side, over there", "b-aria"

func neighbourOnBridge(t *testing.T, rooms int) *neighbour {
	hall, chats := bridgetest.NewHall(), []string{}
	for room := range rooms {
		chats = append(chats, fmt.Sprint("room-", room))
	}
	return &neighbour{
		network: "bridge", rooms: rooms,
		account: fmt.Sprintf("token = %q\nworkspace = \"hall\"\n", besideSecret(t, bridgeToken)),
		come: func(t *testing.T, address string) {
			ctx, leave := context.WithCancel(context.Background())
			ended := hall.Join(ctx, &bridgetest.Bridge{URL: address, Token: bridgeToken, Me: bridgeMe, Can: bridgetest.All, Chats: chats})
			t.Cleanup(func() { leave(); ended() })
		},
		say: func(room, by int, text string, calls bool) {
			if calls {
				text = "@" + bridgeMe + " " + text
			}
			hall.Say(chats[room], talkers[by], text, "", false)
		},
		posted: func() []string { return hall.Posted(bridgeMe, false) },
	}
}

func neighbourOnIRC(t *testing.T, rooms int) *neighbour {
	s := ngircd.Start(t, ngircd.Config{})
	var names []string
	for room := range rooms {
		names = append(names, fmt.Sprint("#room", room))
	}
	var people []*ngircd.Person
	for _, name := range talkers {
		people = append(people, s.Person(t, name, names...))
	}
	return &neighbour{
		network: "irc", rooms: rooms,
		account: fmt.Sprintf("server = %q\ntls = false\njoin = [%s]\n", s.Address, quoted(names)),
		say: func(room, by int, text string, calls bool) {
			if calls {
				text = "Aria: " + text
			}
			people[by].Say(names[room], text)
		},
		posted: func() (texts []string) {
			for _, line := range people[0].Told(" PRIVMSG #") {
				if strings.HasPrefix(line, ":Aria!") {
					texts = append(texts, line)
				}
			}
			return texts
		},
	}
}

// besideSecret returns what a configuration says of a secret that stands in a file.
func besideSecret(t *testing.T, secret string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(file, []byte(secret), 0o600); err != nil {
		t.Fatal(err)
	}
	return "file:" + file
}

func quoted(names []string) (list string) {
	for _, name := range names {
		list += strconv.Quote(name) + ", "
	}
	return list
}
