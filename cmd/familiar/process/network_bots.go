package process

import (
	"strings"

	"familiar/actors/adapter"
	"familiar/actors/adapter/discord"
	"familiar/actors/adapter/feishu"
	"familiar/actors/adapter/inbound"
	"familiar/actors/adapter/matrix"
	"familiar/actors/adapter/onebot"
	"familiar/actors/adapter/slack"
	"familiar/actors/adapter/telegram"
	"familiar/app"
	"familiar/config"
	"familiar/messages"
)

// bots are the accounts on a network that share nothing: each is opened from its
// settings alone, and reopened when they change.
type bots[Settings comparable, Account adapter.Adapter] struct {
	network  messages.Network
	open     func(messages.AccountID, Settings) (Account, error)
	settings func(messages.AccountID, config.Account) Settings
	accounts map[messages.AccountID]bot[Settings]
}

// A bot is one of them, with the settings it was opened with.
type bot[Settings comparable] struct {
	adapter.Adapter
	settings   Settings
	generation int            // of the configuration that it was opened for
	before     *bot[Settings] // goes on if that one is refused; nil: there was none
}

func newBots[Settings comparable, Account adapter.Adapter](
	network messages.Network, open func(messages.AccountID, Settings) (Account, error), settings func(messages.AccountID, config.Account) Settings,
) *bots[Settings, Account] {
	return &bots[Settings, Account]{network, open, settings, make(map[messages.AccountID]bot[Settings])}
}

func (n *bots[Settings, Account]) Connect(c *config.Config) ([]app.Connection, error) {
	var connections []app.Connection
	for _, v := range c.Voices(n.network) {
		settings := n.settings(v.Account, c.Accounts[v.Account])
		a, known := n.accounts[v.Account]
		if a.before != nil && c.Generation < a.generation {
			a = *a.before
			n.accounts[v.Account] = a
		}
		if !known || a.settings != settings {
			opened, err := n.open(v.Account, settings)
			if err != nil {
				return nil, err
			}
			before := a
			before.before = nil
			a = bot[Settings]{Adapter: opened, settings: settings, generation: c.Generation}
			if known {
				a.before = &before
			}
			n.accounts[v.Account] = a
		}
		connections = append(connections, app.Connection{Account: v.Account, Adapter: a.Adapter})
	}
	return connections, nil
}

func newDiscord(s Surroundings) Network {
	return newBots("discord", discord.Open, func(id messages.AccountID, a config.Account) discord.Config {
		return discord.Config{Token: adapter.Secret(a.Token.Reveal()), URL: a.URL, Faces: a.Faces, Shards: a.Shards, Divided: s.Divided, Past: s.pastOf(id), Sessions: s.Sessions, Log: s.Log}
	})
}

func newSlack(s Surroundings) Network {
	return newBots("slack", slack.Open, func(id messages.AccountID, a config.Account) slack.Config {
		return slack.Config{Token: adapter.Secret(a.Token.Reveal()), AppToken: adapter.Secret(a.AppToken.Reveal()), URL: a.URL, Faces: a.Faces, Past: s.pastOf(id), Log: s.Log}
	})
}

func newFeishu(s Surroundings) Network {
	return newBots("feishu", feishu.Open, func(id messages.AccountID, a config.Account) feishu.Config {
		return feishu.Config{AppID: a.AppID, AppSecret: adapter.Secret(a.AppSecret.Reveal()), URL: a.URL, Past: s.pastOf(id), Log: s.Log}
	})
}

func newTelegram(s Surroundings) Network {
	listeners := &inbound.Listeners{}
	return newBots("telegram", telegram.Open, func(_ messages.AccountID, a config.Account) telegram.Config {
		return telegram.Config{Token: adapter.Secret(a.Token.Reveal()), URL: a.URL, Webhook: a.Webhook, Listen: a.Listen, Listeners: listeners, Marks: s.Marks, Log: s.Log}
	})
}

func newOneBot(s Surroundings) Network {
	listeners := &inbound.Listeners{}
	return newBots("onebot", onebot.Open, func(id messages.AccountID, a config.Account) onebot.Config {
		return onebot.Config{URL: a.URL, Listen: a.Listen, SelfID: a.SelfID, Listeners: listeners, Token: adapter.Secret(a.Token.Reveal()), Every: a.Every, Marks: s.Marks, Past: s.pastOf(id), Log: s.Log}
	})
}

func newMatrix(s Surroundings) Network {
	return newBots("matrix", matrix.Open, func(id messages.AccountID, a config.Account) matrix.Config {
		return matrix.Config{Token: adapter.Secret(a.Token.Reveal()), URL: a.URL, Inviters: strings.Join(a.Invites, " "), Tokens: s.Tokens, Past: s.pastOf(id), Log: s.Log}
	})
}
