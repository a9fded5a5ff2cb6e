package main

import (
	"path/filepath"
	"strings"
	"testing"

	"familiar/actors/adapter/telegram/telegramtest"
	"familiar/internal/long"
	"familiar/internal/ngircd"
)

const ircHouse = `
[familiars.aria]
name = "Aria Bell"
persona = "Keeps moths."

[accounts.aria-irc]
network = "irc"
familiars = ["aria"]
server = "SERVER"
tls = false
join = ["#moths"]

[[channels]]
match = "irc:*"
familiars = ["aria"]

[control]
listen = ""
`

// TestRunOnIRC: an account in the configuration is all it takes.
func TestRunOnIRC(t *testing.T) {
	long.Test(t)
	t.Parallel()
	server := ngircd.Start(t, ngircd.Config{})
	bob := server.Person(t, "bob", "#moths")
	file := saved(t, ircHouse)
	h := &house{t, filepath.Dir(file)}
	h.change("familiar.toml", "SERVER", server.Address)
	p := start(t, "run", file)
	bob.Until(":Aria_Bell!", 1)
	bob.Say("#moths", "Aria_Bell: what is a moth?")
	bob.Until(":Aria_Bell!~Aria_Bell@127.0.0.1 PRIVMSG #moths :", 1)

	// Told another nick, it leaves and comes back.
	h.change("familiar.toml", `tls = false`, "tls = false\nnick = \"Moth\"")
	bob.Until(" QUIT ", 1)
	bob.Until(":Moth!", 1)
	bob.Say("#moths", "Moth: and what is a lamp?")
	bob.Until(":Moth!~Moth@127.0.0.1 PRIVMSG #moths :", 1)
	p.quit()
	bob.Until(":Moth!~Moth@127.0.0.1 QUIT", 1)
}

// TestRefusedReloadOnIRC: an account that was to have another nick comes back with its own if
// the configuration is refused for what another network says.
func TestRefusedReloadOnIRC(t *testing.T) {
	long.Test(t)
	t.Parallel()
	server := ngircd.Start(t, ngircd.Config{})
	telegram := telegramtest.New()
	defer telegram.Close()
	bob := server.Person(t, "bob", "#moths")
	file := saved(t, ircHouse)
	h := &house{t, filepath.Dir(file)}
	h.change("familiar.toml", "SERVER", server.Address)
	p := start(t, "run", file)
	bob.Until(":Aria_Bell!", 1)
	h.change("familiar.toml", "tls = false", "tls = false\nnick = \"Moth\"", "[control]", `
[accounts.aria-telegram]
network = "telegram"
familiars = ["aria"]
token = "`+secret(t, strings.ToUpper(telegramtest.Token))+`"
url = "`+telegram.URL+`"
[[channels]]
match = "telegram:*"
familiars = ["aria"]
[control]`)
	p.until("configuration refused, the old one stays in force.*aria-telegram", 1)
	bob.Until(":Aria_Bell!~Aria_Bell@127.0.0.1 JOIN ", 2)
	bob.Say("#moths", "Aria_Bell: what is a moth?")
	bob.Until(":Aria_Bell!~Aria_Bell@127.0.0.1 PRIVMSG #moths :", 1)
	p.quit()
}
