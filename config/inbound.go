package config

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"familiar/actors/adapter/inbound"
	"familiar/config/document"
	"familiar/messages"
)

// telegram is the network that may come to its account by a webhook.
const telegram messages.Network = "telegram"

// inbound checks how a network comes to an account, where it does.
func (v *validation) inbound(path string, a *Account) {
	switch a.Network {
	case onebot:
		v.reverse(path, a)
	case telegram:
		v.webhook(path, a)
	}
}

// reverse checks whether the implementation is dialled or comes to the account.
func (v *validation) reverse(path string, a *Account) {
	switch {
	case a.URL == "" && a.Listen == "":
		v.wrong(path, "want url, the address of the implementation's WebSocket, or listen, where it comes to; %s says which", pageOf(onebot))
	case a.URL != "" && a.Listen != "":
		v.wrong(document.Inside(path, "listen"), "url is there, too: want one of them, as the implementation is dialled or comes by itself")
	case a.Listen != "":
		v.listening(path, a, a.Token.from != "")
	}
	if strings.Trim(a.SelfID, "0123456789") != "" {
		v.wrong(document.Inside(path, "self_id"), "%q: want the account's number on QQ", a.SelfID)
	}
	if a.SelfID != "" && a.Listen == "" {
		v.wrong(document.Inside(path, "self_id"), "needs listen: it tells apart who comes there")
	}
}

// webhook checks where Telegram comes to, and by which address. It always shows a secret.
func (v *validation) webhook(path string, a *Account) {
	switch at, err := url.Parse(a.Webhook); {
	case a.Webhook == "" && a.Listen == "":
		return
	case a.Webhook == "":
		v.wrong(document.Inside(path, "listen"), "needs webhook: the address at which Telegram reaches it")
	case a.Listen == "":
		v.wrong(document.Inside(path, "webhook"), "needs listen: where what Telegram sends to it arrives, such as 127.0.0.1:8443")
	case err != nil || at.Scheme != "https" || at.Host == "" || at.User != nil || at.Fragment != "":
		v.wrong(document.Inside(path, "webhook"), "want an https address that Telegram can reach, such as https://bot.example.org/telegram")
	default:
		v.listening(path, a, true)
	}
}

// listening checks the address that an account listens at.
func (v *validation) listening(path string, a *Account, secret bool) {
	if err := inbound.Check(a.Listen, secret); err != nil {
		v.wrong(document.Inside(path, "listen"), "%q: %v", a.Listen, err)
	}
}

// receptions checks that accounts to which OneBot implementations come at one address can
// be told apart.
func (v *validation) receptions() {
	type reception struct{ listen, self string }
	at, taken := map[string]messages.AccountID{}, map[reception]messages.AccountID{}
	for _, id := range slices.Sorted(maps.Keys(v.Accounts)) {
		a := v.Accounts[id]
		if a.Network != onebot || a.Listen == "" {
			continue
		}
		path := document.Inside("accounts", string(id))
		other, shared := at[a.Listen]
		this := reception{a.Listen, a.SelfID}
		switch same, twice := taken[this]; {
		case shared && (a.SelfID == "" || v.Accounts[other].SelfID == ""):
			v.wrong(document.Inside(path, "listen"), "%s listens there, too: want self_id of both, by which they are told apart", other)
		case twice:
			v.wrong(document.Inside(path, "self_id"), "%s is that account already", same)
		}
		at[a.Listen], taken[this] = id, id
	}
}
