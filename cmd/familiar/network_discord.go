package main

import (
	"log/slog"

	"familiar/actors/adapter"
	"familiar/actors/adapter/discord"
	"familiar/app"
	"familiar/config"
	"familiar/messages"
)

// A discordNetwork is the bots on Discord. They share nothing.
type discordNetwork struct {
	past     adapter.Past
	log      *slog.Logger
	accounts map[messages.AccountID]discordAccount
}

type discordAccount struct {
	*discord.Account
	config discord.Config
}

func newDiscord(s surroundings) network {
	return &discordNetwork{s.past, s.log, make(map[messages.AccountID]discordAccount)}
}

func (n *discordNetwork) connect(c *config.Config) ([]app.Connection, error) {
	var connections []app.Connection
	for _, v := range c.Voices("discord") {
		settings := c.Accounts[v.Account]
		want := discord.Config{Token: discord.Secret(settings.Token.Reveal()), URL: settings.URL, Past: n.past, Log: n.log}
		a, known := n.accounts[v.Account]
		if !known || a.config != want {
			opened, err := discord.Open(v.Account, want)
			if err != nil {
				return nil, err
			}
			a = discordAccount{opened, want}
			n.accounts[v.Account] = a
		}
		connections = append(connections, app.Connection{Account: v.Account, Adapter: a.Account})
	}
	return connections, nil
}
