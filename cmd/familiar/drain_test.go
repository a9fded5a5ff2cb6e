//go:build unix

package main

import (
	"encoding/json"
	"regexp"
	"strconv"
	"testing"

	"familiar/internal/await"
	"familiar/journal/journaltest"
)

// idOf returns the id under which a process is listed.
func (h *troubled) idOf(p *program) (id string) {
	h.t.Helper()
	var nodes []struct {
		ID  string
		PID int
	}
	listed := ask(h.t, "nodes", "--json", "-c", h.main())
	if err := json.Unmarshal([]byte(listed.out), &nodes); listed.code != 0 || err != nil {
		h.t.Fatalf("%v: %s%s", err, listed.out, listed.err)
	}
	for _, n := range nodes {
		if n.PID == p.process.Pid {
			return n.ID
		}
	}
	h.t.Fatalf("%d is not in %s", p.process.Pid, listed.out)
	return ""
}

// TestNodesDrain: a process that is drained gives what it has to the others and goes on
// running: lines by its page are answered. It takes a share again when it is told to.
// The last one isn't drained by mistake.
func TestNodesDrain(t *testing.T) {
	t.Parallel()
	port := journaltest.Port(t)
	outside(t, t.TempDir(), port)
	h := newTroubled(t, "[journal]\nurl = \"nats://127.0.0.1:"+strconv.Itoa(port)+"\"\n")
	first := h.beside("p0")
	h.has(first)
	drained := h.idOf(first)
	ask(t, "nodes", "drain", drained, "-c", h.main()).wants(1, `no other process is there to take what it has: start one first`)
	ask(t, "nodes", "drain", "NOBODY", "-c", h.main()).wants(1, `no process NOBODY is running: there are `+drained+` \(.+, pid `+strconv.Itoa(first.process.Pid)+`\)`)

	second := h.beside("p1")
	h.has(first, second)
	gone := ask(t, "nodes", "drain", drained, "-c", h.main())
	gone.wants(0, `^`+drained+` is drained, after \d`)
	t.Log(gone.out)
	h.has(second)
	ask(t, "nodes", "-c", h.main()).wants(0, `(?m)^`+drained+` .* drained +- +-$`)
	page := visit(first)
	heard := page.listen("garden")
	page.say("garden", "l1", "@Aria t1")
	if n := answered(heard, "t1"); n != 1 {
		t.Errorf("a line by the page of the one that is drained is answered %d times, want once", n)
	}
	ask(t, "nodes", "drain", h.idOf(second), "-c", h.main()).wants(1, `no other process is there`)
	ask(t, "nodes", "drain", h.idOf(second), "--force", "-c", h.main()).wants(0, `keeps what it has until another process is there`)

	ask(t, "nodes", "undrain", drained, "-c", h.main()).wants(0, `^`+drained+` takes its share again\n$`)
	await.Until(t, "that the first has all that the second gave up", func() bool {
		return ask(t, "nodes", "-c", h.main()).code == 0 && ask(t, "nodes", "drain", h.idOf(second), "-c", h.main()).code == 0
	})
	h.has(first)
	ask(t, "audit", "-c", h.main(), "--verb", "drain", "--json").wants(0, `"verb":"drain","detail":"`+regexp.QuoteMeta(drained)+`"`)
	ask(t, "audit", "-c", h.main(), "--verb", "undrain", "--json").wants(0, `"verb":"undrain","detail":"`+regexp.QuoteMeta(drained)+`"`)
	second.stop()
	second.ends(0)
	first.stop()
	first.ends(0)
}
