package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"familiar/llm/llmtest/server"
)

// TestHungModelDelaysNoOtherChannel: Mole's model is silent before its last
// word; what is said to Bea meanwhile is decided and answered. When the model
// comes back, Mole's answer comes, too.
func TestHungModelDelaysNoOtherChannel(t *testing.T) {
	back := make(chan struct{})
	model := server.New(server.Answer{Text: []string{"I was ", "digging."}, Hang: back})
	h := newHouse(t)
	text := fmt.Sprintf(hung, server.Start(t, model))
	h.write("hung.toml", text)
	p := start(t, "run", h.file("hung.toml"))
	v := visit(p)
	cellar, garden := v.listen("cellar"), v.listen("garden")
	v.say("cellar", "c1", "@Mole are you there?")
	cellar.until(`event: doing\ndata: .*"act":"composing"`, 1)

	const lines = 50
	began := time.Now()
	for i := range lines {
		v.say("garden", fmt.Sprintf("g%d", i), fmt.Sprintf("@Bea what blooms in week %d?", i))
	}
	for i := range lines {
		if got := garden.until(decided("bea", fmt.Sprintf("g%d", i)), 1); got[1] != "engage" {
			t.Errorf("line %d: decided %s, want engage", i, got[1])
		}
	}
	t.Logf("%d lines were said and decided in %v", lines, time.Since(began).Round(time.Millisecond))
	garden.until(`event: decision\ndata: .*"line":"g49".*"act":"settled","rung":"spoke"`, 1)
	garden.until(spoke("bea"), 1)
	if now, _ := model.InFlight(); now != 1 {
		t.Errorf("%d requests hang, want 1: nothing could be delayed", now)
	}
	if strings.Contains(cellar.String(), "digging") {
		t.Error("Mole answered before its model did")
	}
	close(back)
	if got := cellar.until(spoke("mole"), 1)[0]; !strings.Contains(got, "I was digging.") {
		t.Errorf("Mole said %s, want what its model said", got)
	}
	p.quit()
}

// hung is a configuration whose one model is at the address given.
const hung = `
[models.slow]
kind = "openai"
model = "slow"
url = "%s/v1"

[models.offline]
kind = "offline"

[familiars.mole]
name = "Mole"
model = "slow"
persona = "Digs."

[familiars.bea]
name = "Bea"
model = "offline"
persona = "Keeps bees."

[[channels]]
match = "web:cellar"
familiars = ["mole"]

[[channels]]
match = "web:garden"
familiars = ["bea"]

[control]
listen = "127.0.0.1:0"
`
