//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"familiar/internal/await"
	"familiar/internal/long"
	"familiar/journal/audit"
	"familiar/journal/journaltest"
)

// TestHoldsAndAuditTogether: a hold that is set beside one process binds what is ordered
// of another, and each shows it. What people had several processes do at once is one
// audit, the same by each: nothing is missing or twice in it, and its hashes hold.
func TestHoldsAndAuditTogether(t *testing.T) {
	long.Test(t)
	t.Parallel()
	port := journaltest.Port(t)
	outside(t, t.TempDir(), port)
	h := newTroubled(t, "[journal]\nurl = \"nats://127.0.0.1:"+strconv.Itoa(port)+"\"\n")
	both := []*program{h.beside("p0"), h.beside("p1")}
	h.has(both...)
	pages := []*visitor{visit(both[0]), visit(both[1])}
	for i, chat := range []string{"garden", "attic"} {
		pages[i].say(chat, "l1", "told in web//"+chat)
	}
	said := func(chat string) bool {
		return strings.Contains(ask(t, "journal", "export", "-c", h.main()).out, "told in web//"+chat)
	}
	await.Until(t, "that both lines are there", func() bool { return said("garden") && said("attic") })
	held := func(want string) {
		t.Helper()
		for n, page := range pages {
			await.Until(t, fmt.Sprint("that process ", n, " tells what is held"), func() bool {
				var home struct{ Held []string }
				page.read("/v1/home", nil, &home)
				return strings.Join(home.Held, " ") == want
			})
		}
	}
	ask(t, "hold", "add", "web:garden", "--reason", "case 7", "-c", h.file("p0/familiar.toml")).wants(0, "within ten seconds")
	held("web:garden")
	pages[1].read("/v1/tools/forget", map[string]string{"channel": "web//garden", "person": "ana"}, nil)
	pages[0].read("/v1/tools/forget", map[string]string{"channel": "web//attic", "person": "ana"}, nil)
	await.Until(t, "that what was forgotten where nothing is held is gone", func() bool { return !said("attic") })
	if !said("garden") {
		t.Error("what one process was told to forget is gone, though it is held")
	}
	ask(t, "hold", "release", "web:garden", "--yes", "-c", h.file("p1/familiar.toml")).wants(0, "within ten seconds")
	held("")
	pages[0].say("garden", "l2", "good evening") // wakes it: asleep it would look within an hour
	await.Until(t, "that it is gone once the hold is released", func() bool { return !said("garden") })

	const each = 20
	var asking errgroup.Group
	for n, page := range pages {
		asking.Go(func() error {
			for k := range each {
				channel := fmt.Sprintf("room%d-%d", n, k)
				answer, err := page.send(t.Context(), http.MethodPost, "/v1/channels/"+channel+"/commands", []byte(`{"command":"quiet","familiar":"aria"}`), "Content-Type", "application/json")
				if err != nil {
					return err
				}
				answer.Body.Close()
				if answer.StatusCode != http.StatusAccepted {
					return fmt.Errorf("%s: %s", channel, answer.Status)
				}
			}
			return nil
		})
	}
	if err := asking.Wait(); err != nil {
		t.Fatal(err)
	}
	trails := [][]string{pages[0].audited(), pages[1].audited()}
	for n := range both {
		exported := ask(t, "audit", "--json", "-c", h.file(fmt.Sprintf("p%d/familiar.toml", n)))
		trails = append(trails, strings.Split(strings.TrimSpace(exported.out), "\n"))
	}
	deeds, results, asked := map[string]int{}, map[uint64]int{}, 0
	for i, line := range trails[0] {
		var e audit.Entry
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if e.N != uint64(i+1) {
			t.Fatalf("entry %d has the number %d", i+1, e.N)
		}
		if e.Of != 0 {
			results[e.Of]++
			continue
		}
		deeds[e.Verb+" "+string(e.Channel)]++
		if e.Via != audit.ByItself {
			asked++
		}
	}
	for n := range pages {
		for k := range each {
			if told := deeds[fmt.Sprintf("quiet web//room%d-%d", n, k)]; told != 1 {
				t.Errorf("process %d, room %d: it is told %d times, want once", n, k, told)
			}
		}
	}
	if want := 2*each + 4; asked != want || len(trails[0]) != 2*len(results) { // two holds' and two forgettings' besides
		t.Errorf("%d deeds, want %d, and %d entries have %d results: %v", asked, want, len(trails[0]), len(results), deeds)
	}
	for n, trail := range trails {
		if !slices.Equal(trail, trails[0]) {
			t.Errorf("trail %d of page, page, export, export has %d entries, the first %d", n, len(trail), len(trails[0]))
		}
	}
	for n, p := range both {
		ask(t, "audit", "--verify", "-c", h.file(fmt.Sprintf("p%d/familiar.toml", n))).wants(0, "")
		p.quit()
	}
}

// audited turns over what people had the program do, oldest first.
func (v *visitor) audited() (all []string) {
	v.t.Helper()
	for before := uint64(0); ; {
		address := "/v1/audit?limit=7"
		if before != 0 {
			address += fmt.Sprint("&before=", before)
		}
		var page struct {
			Entries []json.RawMessage
			Next    uint64
		}
		v.read(address, nil, &page)
		for _, e := range page.Entries {
			all = append(all, string(e))
		}
		if before = page.Next; before == 0 {
			slices.Reverse(all)
			return all
		}
	}
}
