//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"familiar/internal/await"
	"familiar/internal/long"
	"familiar/journal"
	"familiar/journal/journaltest"
)

// beside runs the program with the same configuration and a data folder of its own,
// as on another machine.
func (h *troubled) beside(name string) *program {
	h.t.Helper()
	text, err := os.ReadFile(h.main())
	if err != nil {
		h.t.Fatal(err)
	}
	file := h.file(filepath.Join(name, "familiar.toml"))
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		h.t.Fatal(err)
	}
	if err := os.WriteFile(file, text, 0o600); err != nil {
		h.t.Fatal(err)
	}
	return launch(h.t, "run", file)
}

// signal sends one to the process.
func (p *program) signal(s os.Signal) {
	p.t.Helper()
	if err := p.process.Signal(s); err != nil {
		p.t.Fatal(err)
	}
}

// has waits until every process that goes on has partitions, all of them together, and
// one of these processes has the account.
func (h *troubled) has(processes ...*program) {
	h.t.Helper()
	type node struct {
		PID        int
		Partitions []int
		Accounts   []string
	}
	await.Until(h.t, "that all is divided among them", func() bool {
		var nodes []node
		listed := ask(h.t, "nodes", "--json", "-c", h.main())
		if err := json.Unmarshal([]byte(listed.out), &nodes); listed.code != 0 || err != nil {
			return false
		}
		share, partitions, accounts := journal.DefaultPartitions/len(processes), 0, 0
		for _, p := range processes {
			at := slices.IndexFunc(nodes, func(n node) bool { return n.PID == p.process.Pid })
			if at < 0 || len(nodes[at].Partitions) < share {
				return false
			}
			partitions, accounts = partitions+len(nodes[at].Partitions), accounts+len(nodes[at].Accounts)
		}
		return partitions == journal.DefaultPartitions && accounts == 1
	})
}

// TestTogether: several processes with one journal divide what there is to do. When one
// is killed, frozen or stopped, the others go on with what it had: each line, by
// whichever page it came, is answered once and seen on every page, and one that was
// frozen says nothing twice.
func TestTogether(t *testing.T) {
	long.Test(t)
	t.Parallel()
	port := journaltest.Port(t)
	outside(t, t.TempDir(), port)
	h := newTroubled(t, "[journal]\nurl = \"nats://127.0.0.1:"+strconv.Itoa(port)+"\"\n")
	var kept, tokens []string
	stays, goes := h.beside("p0"), h.beside("p1")
	for n, end := range []func(p *program){
		func(p *program) { p.signal(syscall.SIGKILL) },
		func(p *program) { p.signal(syscall.SIGSTOP) },
		func(p *program) { p.stop() },
	} {
		h.has(stays, goes)
		here, there := visit(stays), visit(goes)
		var streams []*written
		say := func(v *visitor, k int) {
			id := fmt.Sprintf("l%d%d", n, k)
			asked := fmt.Sprintf("t%d%d", n+1, k)
			v.say(fmt.Sprintf("room%d", k), id, "@Aria "+asked)
			kept, tokens = append(kept, id), append(tokens, asked)
		}
		const rooms = 8
		for k := range rooms {
			streams = append(streams, here.listen(fmt.Sprintf("room%d", k)))
			say(there, k)
		}
		ended := time.Now()
		end(goes)
		say(here, rooms) // what nobody has yet
		streams = append(streams, here.listen(fmt.Sprintf("room%d", rooms)))
		for k := range rooms + 1 {
			if n := answered(streams[k], fmt.Sprintf("t%d%d", n+1, k)); n != 1 {
				t.Errorf("line %d is answered %d times, want once", k, n)
			}
		}
		t.Logf("all was answered %v after the %s", time.Since(ended).Round(10*time.Millisecond), []string{"kill", "freeze", "stop"}[n])
		h.has(stays)
		switch n {
		case 1:
			goes.signal(syscall.SIGCONT)
		case 2:
			goes.ends(0)
			continue
		}
		if n == 0 {
			goes = h.beside("again")
		}
	}
	stays.quit()
	h.wantKept(kept, tokens)
}
