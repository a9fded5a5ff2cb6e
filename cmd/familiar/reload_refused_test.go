package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"familiar/actors/adapter/telegram/telegramtest"
)

// TestRefusedReloadLeavesAccounts: a configuration is refused because of one account's
// token. What it would have changed of the others goes on as it was, as does that account.
func TestRefusedReloadLeavesAccounts(t *testing.T) {
	t.Parallel()
	s := telegramtest.New()
	defer s.Close()
	h := newHouse(t)
	came, other := secret(t, bridgeToken), secret(t, strings.Repeat("o", 16))
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
[accounts.moth-bridge]
network = "bridge"
familiars = ["moth"]
token = "` + came + `"
[[channels]]
match = "telegram:*"
familiars = ["moth"]
[[channels]]
match = "bridge:*"
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
		h.write("moth.toml", strings.NewReplacer(right, wrong, came, other, `"Moth"`, `"Mole"`).Replace(sound))
		p.until("configuration refused, the old one stays in force.*moth-telegram", n)
		if status := comesToBridge(v, bridgeToken); status != http.StatusOK {
			t.Errorf("a bridge that shows the token in force gets %d", status)
		}
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

// comesToBridge says hello as a bridge, and returns the status.
func comesToBridge(v *visitor, token string) int {
	v.t.Helper()
	request, err := http.NewRequestWithContext(v.t.Context(), http.MethodPost, v.base+"/v1/bridge", strings.NewReader(`{"me":{"id":"b1","name":"Moth"},"can":[]}`))
	if err != nil {
		v.t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		v.t.Fatal(err)
	}
	defer answer.Body.Close()
	return answer.StatusCode
}
