package main

import (
	"encoding/json"
	"log/slog"
	"os"
	"reflect"
	"strconv"
	"testing"
	"time"

	"familiar/cluster/membership"
	"familiar/internal/await"
	"familiar/internal/long"
	"familiar/journal/jetstream"
	"familiar/journal/journaltest"
	"familiar/policy/conversation"
)

// TestNodes: a process on an outside NATS is listed while it runs, with what it is
// and what it has; one that was killed, too, until it is forgotten.
func TestNodes(t *testing.T) {
	long.Test(t)
	t.Parallel()
	port := journaltest.Port(t)
	outside(t, t.TempDir(), port)
	url := "nats://127.0.0.1:" + strconv.Itoa(port)
	h := newTroubled(t, "[journal]\nurl = \""+url+"\"\n")
	ask(t, "nodes", "-c", h.main()).wants(0, `^no process is running\n$`)
	ask(t, "nodes", "--json", "-c", h.main()).wants(0, `^\[\]\n$`)

	type listed struct {
		ID, Host, Version string
		PID               int
		StoreFormat       int `json:"store_format"`
		StateVersion      int `json:"state_version"`
		Started           time.Time
		Draining          bool
		Partitions        []int
		Accounts, Shards  []string
	}
	list := func() (nodes []listed) {
		t.Helper()
		a := ask(t, "nodes", "--json", "-c", h.main())
		if err := json.Unmarshal([]byte(a.out), &nodes); a.code != 0 || err != nil {
			t.Fatalf("exit code %d, %v: %s%s", a.code, err, a.out, a.err)
		}
		return nodes
	}
	began := time.Now().Add(-time.Minute)
	p := launch(t, "run", h.main())
	await.Until(t, "the process in the list, with all there is", func() bool {
		all := list()
		return len(all) == 1 && len(all[0].Partitions) == 8 && len(all[0].Accounts) == 1
	})
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	first := list()[0]
	want := listed{
		ID: first.ID, Host: host, PID: p.process.Pid, Version: versionName(version, buildInfo()), Started: first.Started,
		StoreFormat: jetstream.Format, StateVersion: conversation.Version,
		Partitions: []int{0, 1, 2, 3, 4, 5, 6, 7}, Accounts: []string{"web/aria"}, Shards: []string{},
	}
	if !reflect.DeepEqual(first, want) || first.ID == "" || first.Started.Before(began) {
		t.Errorf("got %+v, want %+v", first, want)
	}

	conn, err := membership.Dial(url, "", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	other, err := membership.Join(t.Context(), conn, membership.Config{Log: slog.New(slog.DiscardHandler), Self: membership.Member{
		Host: "else\x1b[31mwhere", PID: 7, Version: "v9", Started: time.Date(2026, 11, 25, 20, 0, 0, 0, time.UTC), Draining: true,
		StoreFormat: first.StoreFormat, StateVersion: first.StateVersion,
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	ask(t, "nodes", "-c", h.main()).wants(0, `(?m)^ID +HOST +PID +VERSION +SINCE +STATE +PARTITIONS +ACCOUNTS\n(.*\n)*`+other.ID()+` +"else\\x1b\[31mwhere" +7 +v9 +2026-11-25T20:00:00Z +drained +- +-$`)
	ask(t, "nodes", "-c", h.main()).wants(0, `(?m)^`+first.ID+` +\S+ +`+strconv.Itoa(p.process.Pid)+` +\S+ +\S+ +works +0,1,2,3,4,5,6,7 +web/aria$`)
	other.Close()

	if err := p.process.Kill(); err != nil {
		t.Fatal(err)
	}
	killed := time.Now()
	await.Until(t, "that the killed process is forgotten", func() bool { return len(list()) == 0 })
	t.Logf("forgotten %v after it was killed", time.Since(killed).Round(100*time.Millisecond))
}

// TestNodesStopped: a process that stops leaves the list at once.
func TestNodesStopped(t *testing.T) {
	long.Test(t)
	t.Parallel()
	port := journaltest.Port(t)
	outside(t, t.TempDir(), port)
	h := newTroubled(t, "[journal]\nurl = \"nats://127.0.0.1:"+strconv.Itoa(port)+"\"\nprefix = \"other\"\n")
	p := launch(t, "run", h.main())
	await.Until(t, "the process in the list", func() bool { return ask(t, "nodes", "-c", h.main()).out != "no process is running\n" })
	visit(p).say("garden", "l1", "is anybody there?") // while it starts it can't be stopped in peace
	p.quit()
	ask(t, "nodes", "-c", h.main()).wants(0, `^no process is running\n$`)
}

// TestNodesRefused: what can't be asked is said, with what to do.
func TestNodesRefused(t *testing.T) {
	t.Parallel()
	h := newTroubled(t, "")
	ask(t, "nodes", "-c", h.main()).wants(1, `embedded in its one process, which familiar health asks: several need the url`)
	h = newTroubled(t, "[journal]\nurl = \"nats://127.0.0.1:"+strconv.Itoa(journaltest.Port(t))+"\"\n")
	ask(t, "nodes", "-c", h.main()).wants(1, `reach the NATS server`)
}
