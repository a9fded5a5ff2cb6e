package main

import (
	"strings"
	"testing"

	"familiar/llm/llmtest/server"
)

// TestWhyAsksTheJudge: a verdict of one word has no reason, and only --ask gets
// one: of a stand-in at once, of a model that costs something only when that was
// agreed to.
func TestWhyAsksTheJudge(t *testing.T) {
	script := server.Func(func(r server.Request) server.Answer {
		if r.Verdict {
			return server.Say(`{"speak":false,"reason":"she only says where she goes"}`)
		}
		return server.Say("NO")
	})
	h := newHouse(t)
	file := h.file("web.toml")
	h.change("web.toml", `judge = "offline"`, "judge = \"clerk\"\npreset = \"relevance\"", "[control]", `[models.clerk]
kind = "openai"
model = "small-1"
url = "`+server.Start(t, script)+`/v1"
price_input = 1
price_output = 2

[models.offline]
kind = "offline"

[control]`, `name = "Aria"`, "name = \"Aria\"\nmodel = \"offline\"")
	p := start(t, "run", file)
	v := visit(p)
	garden := v.listen("garden")
	v.say("garden", "l1", "I am going home now")
	garden.until(`"rung":"judge"`, 1)
	p.quit()
	if n := len(script.Requests()); n != 1 {
		t.Fatalf("the judge was asked %d times, want once", n)
	}

	ask(t, "why", "-c", file, "l1").wants(0, `settled by judge, .*Z\n$`)
	ask(t, "why", "-c", file, "l1", "--yes").wants(2, `--yes goes with --ask`)
	ask(t, "why", "-c", file, "l1", "--ask").wants(1, `Ask for 1 reason afterwards: clerk, about \d+ tokens in and at most 160 out, at most about \$0\.00\d\d\? There is no terminal to confirm on: give --yes`)
	if n := len(script.Requests()); n != 1 {
		t.Errorf("the judge was asked %d times unconfirmed", n-1)
	}
	ask(t, "why", "-c", file, "l1", "--ask", "--yes").wants(0, `settled by judge, .*Z\n  asked afterwards, clerk says no: she only says where she goes\n    about 1 line and 0 before, as they read now\n$`)
	ask(t, "why", "-c", file, "l1", "--ask", "--yes", "--json").wants(0, `"afterwards":\[\{"at":".*","judge":"clerk","verdict":"no","reason":"she only says where she goes","lines":1,"before":0\}\]`)
	asked := script.Requests()
	if page := asked[len(asked)-1].Messages[0].Text; len(asked) != 3 || !strings.Contains(page, "Ana: I am going home now") {
		t.Errorf("of %d requests the last one shows\n%s", len(asked), page)
	}
	ask(t, "decisions", "-c", file, "--rung", "judge").wants(0, `settled \(judge\).*: no  line l1\n$`) // and the record stays what it was
}
