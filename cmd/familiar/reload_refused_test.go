package main

import (
	"fmt"
	"strings"
	"testing"

	"familiar/actors/adapter/telegram/telegramtest"
)

// TestRefusedReloadLeavesAccounts: a configuration is refused because of one account's
// token. What it would have changed of the others goes on as it was, as does that account.
func TestRefusedReloadLeavesAccounts(t *testing.T) {
	s := telegramtest.New()
	defer s.Close()
	h := newHouse(t)
	right, wrong := secret(t, telegramtest.Token), secret(t, strings.ToUpper(telegramtest.Token))
	sound := `
[familiars.moth]
name = "Moth"
persona = "Keeps bees."
[accounts.moth-telegram]
network = "telegram"
familiars = ["moth"]
token = "` + right + `"
url = "` + s.URL + `"
[[channels]]
match = "telegram:*"
familiars = ["moth"]
[[channels]]
match = "web:*"
familiars = ["moth"]
[control]
listen = "127.0.0.1:0"
`
	h.write("moth.toml", sound)
	p := start(t, "run", h.file("moth.toml"))
	if !s.UntilPolling(1) {
		t.Fatalf("it did not connect: %s", p)
	}
	v := visit(p)
	garden := v.listen("garden")
	for n := 1; n <= 2; n++ {
		h.write("moth.toml", strings.NewReplacer(right, wrong, `"Moth"`, `"Mole"`).Replace(sound))
		p.until("configuration refused, the old one stays in force.*moth-telegram", n)
		v.say("garden", fmt.Sprint("l", n), "@Moth are you there?")
		garden.until(spoke("moth"), n)
		s.Say(telegramtest.Group, telegramtest.Ana, "@moth_bot are you?")
		if calls := s.Until("sendMessage", n); len(calls) != n {
			t.Errorf("%d answers were posted, want %d", len(calls), n)
		}
		h.write("moth.toml", sound+strings.Repeat("\n", n)) // sound again: what follows is a change
		p.until("configuration reloaded", n)
	}
	if asked := len(s.Calls("getMe")); asked != 1 {
		t.Errorf("the bot was connected %d times by the token that holds, want once", asked)
	}
	p.quit()
}
