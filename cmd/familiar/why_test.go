package main

import (
	"net/http"
	"strings"
	"testing"
)

// TestWhyWhileItRuns asks a program at work in each of the ways there are, and
// the journal once it is stopped.
func TestWhyWhileItRuns(t *testing.T) {
	h := newHouse(t)
	file := h.file("web.toml")
	p := start(t, "run", file)
	v := visit(p)
	garden := v.listen("garden")
	v.say("garden", "l1", "@Aria what is 17 times 3?")
	garden.until(spoke("aria"), 1)

	const told = `answered: the line (mentions|names) Aria; it would have kept quiet if `
	ask(t, "why", "-c", file, "l1").wants(0, `^Aria on l1 in web//garden, .*Z\n  `+told)
	ask(t, "why", "-c", file, "web//garden", "--json").wants(0, `"line":"l1","familiar":"aria".*"sentence":"`+told)
	ask(t, "why", "-c", file, "l1", "--in", "web//garden", "--familiar", "aria", "--by", "ana", "--act", "engage", "--since", "1h").wants(0, told)
	for _, none := range [][]string{{"nobody"}, {"web//garden", "--by", "zed"}, {"web//garden", "--act", "denied"}, {"l1", "--familiar", "ben"}} {
		ask(t, append([]string{"why", "-c", file}, none...)...).wants(1, `no decision about `+none[0])
	}
	ask(t, "why", "-c", file, "web//attic").wants(1, `nothing of the channel web//attic; it has web//garden`)
	ask(t, "why", "-c", file, "web//garden", "--in", "web//attic").wants(2, `is itself a channel`)
	ask(t, "why", "-c", file, "https://example.com/1").wants(2, `want a link to a message on Discord, Slack or Telegram`)

	v.say("garden", "l2", "/why")
	garden.until(`Aria on what .* wrote .* ago: answered: the line`, 1)

	listed := ask(t, "decisions", "-c", file, "--message", "l1", "--person", "ana", "--act", "engage")
	listed.wants(0, `^\d\d-\d\d \d\d:\d\d:\d\d  garden       aria     engage \(\w+\)  line l1\n$`)
	ask(t, "decisions", "-c", file, "web//garden", "--json", "--since", "1h", "--familiar", "aria", "--limit", "1").wants(0, `^\{"channel":"web//garden","familiar":"aria","name":"Aria",.*\}\n$`)
	for _, none := range [][]string{{"--person", "zed"}, {"--rung", "sung"}, {"--until", "1h"}} {
		ask(t, append([]string{"decisions", "-c", file}, none...)...).wants(0, `^$`)
	}
	ask(t, "decisions", "-c", file, "web//attic").wants(1, `nothing of the channel web//attic; it has web//garden`)
	ask(t, "decisions", "-c", file, "garden").wants(2, `garden`)
	ask(t, "decisions", "-c", file, "--limit", "0").wants(2, `want 1 to 10000`)
	ask(t, "decisions", "-c", file, "--act", "sing").wants(2, `must be one of`)

	v.say("garden", "l3", "@Aria never mind")
	gone := v.ask(http.MethodDelete, "/v1/channels/garden/lines/l3", nil)
	if gone.Body.Close(); gone.StatusCode != http.StatusAccepted {
		t.Errorf("deleting it: status %d", gone.StatusCode)
	}
	garden.until(`"rung":"deleted"`, 1)

	p.quit()
	ask(t, "why", "-c", file, "l3").wants(0, `^Aria on l3 in web//garden, .*Z\n  was to answer: .* Then quiet: what it would have answered was deleted`)
	ask(t, "decisions", "-c", file, "--person", "ana", "--act", "engage").wants(0, `engage \(\w+\)  line l1\n$`)
	left := ask(t, "why", "-c", file, "web//garden", "--last", "5")
	left.wants(0, told)
	if strings.Count(left.out, "Aria on ") != 2 {
		t.Errorf("a command was explained, too:\n%s", left.out)
	}
}
