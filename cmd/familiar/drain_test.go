//go:build unix

package main

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"familiar/control"
	"familiar/internal/await"
	"familiar/internal/long"
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
	long.Test(t)
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
	// The page gives the same order, to whichever process: here one asks itself, then the other.
	ask(t, "nodes", "undrain", h.idOf(second), "-c", h.main()).wants(0, `takes its share again`)
	await.Until(t, "that the second takes a share", func() bool { return visit(first).has(h.idOf(second)) > 0 })
	for _, p := range []*program{second, first} {
		visit(first).orders(202, http.MethodPost, "/v1/nodes/"+h.idOf(p)+"/drain", "")
		await.Until(t, "that it has nothing", func() bool { return visit(first).has(h.idOf(p)) == 0 })
		visit(first).orders(202, http.MethodPost, "/v1/nodes/"+h.idOf(p)+"/undrain", "")
		await.Until(t, "that it takes its share again", func() bool { return visit(first).has(h.idOf(p)) > 0 })
	}
	visit(first).orders(404, http.MethodPost, "/v1/nodes/NOBODY/drain", "")
	second.quit()
	first.quit()
}

// has returns how many partitions a process has, as home tells it; -1: home doesn't.
func (v *visitor) has(node string) int {
	v.t.Helper()
	var home control.Home
	v.read("/v1/home", nil, &home)
	for _, n := range home.Nodes {
		if n.Node == node {
			return n.Partitions
		}
	}
	return -1
}

// TestNodesReload: one command has all processes read their configurations again, and
// says which refused its own, and whether all have the same.
func TestNodesReload(t *testing.T) {
	t.Parallel()
	port := journaltest.Port(t)
	outside(t, t.TempDir(), port)
	h := newTroubled(t, "[journal]\nurl = \"nats://127.0.0.1:"+strconv.Itoa(port)+"\"\n")
	ask(t, "nodes", "reload", "-c", h.main()).wants(1, "no process is running")
	first, second := h.beside("p0"), h.beside("p1")
	h.has(first, second)
	one, other := h.idOf(first), h.idOf(second)
	same := ask(t, "nodes", "reload", "-c", h.main())
	same.wants(0, `(?m)^`+one+` +\S+ +[0-9a-f]{12}$`)
	same.wants(0, `(?m)^`+other+` +\S+ +[0-9a-f]{12}$`)
	write := func(name, more string) {
		t.Helper()
		file := h.file(filepath.Join(name, "familiar.toml"))
		text, err := os.ReadFile(h.main())
		if err == nil {
			err = os.WriteFile(file, append(text, more...), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	write("p1", "\n# another\n")
	ask(t, "nodes", "reload", "-c", h.main()).wants(1, "the processes have 2 different configurations")
	write("p1", "\nunknown_key = 1\n")
	broken := ask(t, "nodes", "reload", "-c", h.main())
	broken.wants(1, "1 of 2 processes kept what they had")
	if !regexp.MustCompile(`(?m)^` + other + ` .*unknown_key`).MatchString(broken.out) {
		t.Errorf("it doesn't say what is wrong: %s", broken.out)
	}
	for _, p := range []*program{first, second} {
		p.quit()
	}
}
