//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"familiar/internal/await"
	"familiar/internal/long"
	"familiar/journal/journaltest"
)

// TestEveryNode: whichever process is asked tells of all of them, and names one that
// doesn't answer.
func TestEveryNode(t *testing.T) {
	long.Test(t)
	t.Parallel()
	port := journaltest.Port(t)
	outside(t, t.TempDir(), port)
	h := newTroubled(t, "[journal]\nurl = \"nats://127.0.0.1:"+strconv.Itoa(port)+"\"\n")
	here, there := h.beside("p0"), h.beside("p1")
	h.has(here, there)
	page, other := visit(here), h.idOf(there)

	const rooms = 8
	for k := range rooms {
		page.say(fmt.Sprintf("room%d", k), fmt.Sprintf("l%d", k), "@Aria t1")
	}
	type overview struct {
		Channels []struct{ Channel string }
		Silent   []struct{ Process, Host string }
	}
	look := func() (all overview) {
		t.Helper()
		answer := page.ask(http.MethodPost, "/v1/tools/channels", []byte("{}"))
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err == nil {
			err = json.Unmarshal(text, &all)
		}
		if err != nil {
			t.Fatalf("channels: %s %s, %v", answer.Status, text, err)
		}
		return all
	}
	await.Until(t, "that all rooms are told of", func() bool { return len(look().Channels) == rooms })
	actors := page.actors()["channel"]
	if len(actors) != rooms {
		t.Errorf("got the channels %v", actors)
	}
	told := ask(t, "inspect", "--actors", "-c", h.file("p0/familiar.toml"))
	if told.code != 0 || !strings.Contains(told.out, " in "+other) {
		t.Errorf("inspect: exit code %d, %s%s", told.code, told.out, told.err)
	}

	mine := h.file("p0/familiar.toml")
	ask(t, "doctor", "-c", mine).wants(0, `(?m)^ok +node +\S+ \(`+other+`, .*\) answers, has 4 partitions, and all parts are ready$`)

	decisions := page.follow("/v1/decisions")
	for k := range rooms {
		room := fmt.Sprintf("room%d", k)
		page.listen(room).until(`event: doing\ndata: .*"familiar":"aria"`, 1)
		await.Until(t, "that decisions in "+room+" are shown as they are made", func() bool {
			page.say(room, fmt.Sprintf("more%d-%d", k, time.Now().UnixNano()), "@Aria t1")
			return strings.Contains(decisions.String(), `"channel":"web//`+room+`"`)
		})
	}

	there.signal(syscall.SIGSTOP)
	defer there.signal(syscall.SIGCONT)
	var all overview
	await.Until(t, "that one is named that is frozen", func() bool {
		all = look() // it may answer once more before all of it stands still
		return len(all.Silent) > 0
	})
	if len(all.Silent) != 1 || all.Silent[0].Process != other || all.Silent[0].Host == "" || len(all.Channels) == 0 || len(all.Channels) >= rooms {
		t.Errorf("as one is frozen: got %+v, want %s silent and its channels missing", all, other)
	}
	there.signal(syscall.SIGCONT)
	await.Until(t, "that all answer", func() bool { all := look(); return len(all.Silent) == 0 && len(all.Channels) >= rooms })
	there.signal(syscall.SIGSTOP)
	found := ask(t, "doctor", "-c", mine)
	if says := regexp.MustCompile(`(?m)^wrong +node +\S+ \(` + other + `, .*\) did not answer: `); found.code != 1 || !says.MatchString(found.out) {
		t.Errorf("doctor: exit code %d, %s, want 1 and %s", found.code, found.out, says)
	}
}
