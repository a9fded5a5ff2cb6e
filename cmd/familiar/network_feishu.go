package main

import (
	"familiar/actors/adapter"
	"familiar/actors/adapter/feishu"
	"familiar/app"
	"familiar/config"
	"familiar/messages"
)

// A feishuNetwork is the bots on Feishu and Lark.
type feishuNetwork struct {
	past     adapter.Past
	accounts map[messages.AccountID]feishuAccount
}

// A feishuAccount is one of them, with the settings it was opened with.
type feishuAccount struct {
	*feishu.Account
	settings feishu.Config
}

func newFeishu(s surroundings) network {
	return &feishuNetwork{s.past, make(map[messages.AccountID]feishuAccount)}
}

func (n *feishuNetwork) connect(c *config.Config) ([]app.Connection, error) {
	var connections []app.Connection
	for _, v := range c.Voices("feishu") {
		account := c.Accounts[v.Account]
		settings := feishu.Config{AppID: account.AppID, AppSecret: account.AppSecret.Reveal(), URL: account.URL, Past: n.past}
		a, known := n.accounts[v.Account]
		if !known || a.settings != settings {
			opened, err := feishu.Open(v.Account, settings)
			if err != nil {
				return nil, err
			}
			a = feishuAccount{opened, settings}
			n.accounts[v.Account] = a
		}
		connections = append(connections, app.Connection{Account: v.Account, Adapter: a.Account})
	}
	return connections, nil
}
