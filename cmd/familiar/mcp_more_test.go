package main

import (
	"os"
	"strings"
	"testing"
)

// TestWhatAnOwnerMayOverMCP: a familiar speaks in its operator's words with its
// mentions closed, thinks when it is woken, says why, keeps its configuration
// when the file is wrong, and forgets a person everywhere.
func TestWhatAnOwnerMayOverMCP(t *testing.T) {
	t.Setenv("GARDENER", "gardener-gardener-gardener")
	t.Setenv("READER", "reader-reader-reader")
	file := saved(t, steered)
	p := start(t, "run", file)
	v := visit(p)
	address, _, _ := strings.Cut(p.until(`The page: (\S+)`, 1)[1], "#")
	gardener, reader, owner := handOf(t, address, "gardener-gardener-gardener"), handOf(t, address, "reader-reader-reader"), handOf(t, address, v.token)
	garden, porch := v.listen("garden"), v.listen("porch")
	aria := func(more ...string) map[string]any {
		arguments := map[string]any{"channel": "web//garden", "familiar": "aria"}
		for i := 0; i < len(more); i += 2 {
			arguments[more[i]] = more[i+1]
		}
		return arguments
	}

	v.say("garden", "l1", "nobody in particular is meant")
	garden.until(`"familiar":"aria",.*"line":"l1",.*"act":"observe"`, 1)
	v.say("porch", "p1", "hello there")
	porch.until(`"line":"p1",.*"act"`, 1)

	owner.does("say", aria("text", "@everyone and here, listen"), `"done":true`, false)
	said := garden.until(`event: line\ndata: (.*and here, listen.*)\n`, 1)[1]
	if !strings.Contains(said, `"mentions":[]`) {
		t.Errorf("it says %s, want nobody called by it", said)
	}
	owner.does("why", map[string]any{"channel": "web//garden", "line": "l1"}, `"sentence":"quiet: `, false)
	owner.does("why", map[string]any{"channel": "web//garden", "line": "p1"}, "nothing was decided about it", true)
	reader.does("why", map[string]any{"channel": "web//garden", "last": 99}, "last: want 1 to 50", true)
	gardener.does("why", map[string]any{"channel": "web//porch"}, "this token is not for this channel", true)
	owner.does("wake", aria("prompt", "say good evening"), `"done":true`, false)
	garden.until(`"familiar":"aria",.*"act":"settled","rung":"silence",.*"trigger":"wake"`, 1)

	reader.does("decisions", map[string]any{"line": "p1"}, `"channel":"web//porch"`, false)
	reader.does("decisions", map[string]any{"person": "ana", "channel": "web//garden"}, `"line":"l1"`, false)
	if got, _ := gardener.use("decisions", nil); strings.Contains(got, "web//porch") || !strings.Contains(got, "web//garden") {
		t.Errorf("decisions of a token for the garden are %s", got)
	}

	if err := os.WriteFile(file, []byte(steered+"\nmoths = 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	owner.does("reload", nil, "refused, the old one stays", true)
	owner.does("quiet", aria("for", "10m"), `"done":true`, false)
	owner.does("wake", aria(), "told to be quiet", true)

	gardener.does("forget", map[string]any{"person": "ana"}, "this token is limited to some channels", true)
	owner.does("forget", map[string]any{"person": "nobody"}, "nobody with this id is known", true)
	owner.does("forget", map[string]any{"person": "ana"}, `{"ordered":true,"channels":2}`, false)
	p.until(`msg=control token="this run" via=mcp tool=forget channel="" familiar="" outcome=done`, 1)

	for _, secret := range []string{v.token, "gardener-gardener-gardener", "reader-reader-reader"} {
		if log := p.String(); strings.Contains(strings.ReplaceAll(log, "#token="+v.token, ""), secret) {
			t.Errorf("a token is in what the program prints:\n%s", log)
		}
	}
}
