package main

import (
	"maps"
	"slices"

	"familiar/actors/adapter"
	"familiar/actors/adapter/slack"
	"familiar/app"
	"familiar/config"
	"familiar/messages"
)

// A slackNetwork is the accounts on Slack.
type slackNetwork struct {
	past     adapter.Past
	accounts map[messages.AccountID]slackAccount
}

type slackAccount struct {
	*slack.Account
	settings slack.Config
}

func newSlack(s surroundings) network {
	return &slackNetwork{s.past, make(map[messages.AccountID]slackAccount)}
}

// connect gives an account anew when its tokens or address changed.
func (n *slackNetwork) connect(c *config.Config) ([]app.Connection, error) {
	var connections []app.Connection
	for _, id := range slices.Sorted(maps.Keys(c.Accounts)) {
		of := c.Accounts[id]
		if of.Network != "slack" {
			continue
		}
		settings := slack.Config{Token: of.Token.Reveal(), AppToken: of.AppToken.Reveal(), URL: of.URL, Past: n.past}
		a, known := n.accounts[id]
		if !known || a.settings != settings {
			opened, err := slack.Open(id, settings)
			if err != nil {
				return nil, err
			}
			a = slackAccount{opened, settings}
			n.accounts[id] = a
		}
		connections = append(connections, app.Connection{Account: id, Adapter: a.Account})
	}
	return connections, nil
}
