package main

import (
	"net/http"
	"strings"
	"testing"

	"familiar/internal/long"
	"familiar/internal/ngircd"
)

const personas = `
data = "kept"

[familiars.aria]
name = "Aria"
persona = "Keeps moths."
preset = "ladder"

[familiars.pip]
name = "Pip"
persona = "Keeps lamps."
preset = "ladder"
`

// TestPersonasOnIRC: two familiars on one nick, each called by its own name,
// also after a restart and when one of them has left.
func TestPersonasOnIRC(t *testing.T) {
	long.Test(t)
	server := ngircd.Start(t, ngircd.Config{})
	bob := server.Person(t, "bob", "#moths")
	eve := server.Person(t, "eve", "#moths")
	h := &house{t, t.TempDir()}
	h.write("familiar.toml", personas+`
[accounts.garden]
network = "irc"
persona = true
familiars = ["aria", "pip"]
server = "`+server.Address+`"
tls = false
nick = "Garden"
join = ["#moths"]

[[channels]]
match = "irc:*"
familiars = ["pip", "aria"]

[control]
listen = ""
`)
	p := start(t, "run", h.file("familiar.toml"))
	bob.Until(":Garden!", 1)
	eve.Say("#moths", "bob: hello")
	bob.Say("#moths", "Garden: what is a moth?")
	bob.Until("PRIVMSG #moths :<Aria> ", 1)
	eve.Say("#moths", "Pip, and what is a lamp?")
	bob.Until("PRIVMSG #moths :<Pip> ", 1)
	p.quit()

	p = start(t, "run", h.file("familiar.toml"))
	bob.Until(":Garden!~Garden@127.0.0.1 JOIN", 2)
	bob.Say("#moths", "Garden: Pip, is it?")
	bob.Until("PRIVMSG #moths :<Pip> ", 2)
	if aria := bob.Told("PRIVMSG #moths :<Aria> "); len(aria) != 1 {
		t.Errorf("Aria answers what was said to Pip: %q", aria)
	}

	h.change("familiar.toml", `familiars = ["aria", "pip"]`, `familiars = ["pip"]`, `familiars = ["pip", "aria"]`, `familiars = ["pip"]`)
	p.until("configuration reloaded", 1)
	bob.Say("#moths", "Garden: who is here?")
	bob.Until("PRIVMSG #moths :<Pip> ", 3)
	p.quit()
}

// TestPersonasOnThePage: in the example each post is shown under its familiar's name.
func TestPersonasOnThePage(t *testing.T) {
	long.Test(t)
	t.Parallel()
	h := newHouse(t)
	h.change("personas.toml", "127.0.0.1:7077", "127.0.0.1:0")
	p := start(t, "run", h.file("personas.toml"))
	v := visit(p)
	garden := v.listen("garden")
	v.say("garden", "l0", "good night, Aria and Pip")
	garden.until(spoke("aria"), 1)
	garden.until(spoke("pip"), 1)
	say := func(line string) {
		answer := v.ask(http.MethodPost, "/v1/channels/garden/lines", []byte(line))
		if answer.Body.Close(); answer.StatusCode != http.StatusAccepted {
			t.Fatalf("%s: got %s", line, answer.Status)
		}
	}
	say(`{"id":"l1","author":{"id":"bob","name":"Bob"},"mentions":["garden"],"text":"@garden what is a moth?"}`)
	if got := garden.until(spoke("aria"), 2)[0]; !strings.Contains(got, `"id":"garden","name":"Aria"`) {
		t.Errorf("got %s, want it shown as Aria's", got)
	}
	if got := garden.until(decided("pip", "l1"), 1); got[1] != "observe" {
		t.Errorf("Pip decided %s by %s of what was said to Aria, want observe", got[1], got[2])
	}
	say(`{"id":"l2","author":{"id":"bob","name":"Bob"},"mentions":["garden"],"text":"@Pip what is a lamp?"}`)
	if got := garden.until(decided("aria", "l2"), 1); got[1] != "observe" {
		t.Errorf("Aria decided %s by %s of what was said to Pip, want observe", got[1], got[2])
	}
	if got := garden.until(spoke("pip"), 2)[0]; !strings.Contains(got, `"id":"garden","name":"Pip"`) {
		t.Errorf("got %s, want it shown as Pip's", got)
	}
	p.quit()
}
