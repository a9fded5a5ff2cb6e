package main

import (
	"io"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"familiar/internal/await"
	"familiar/internal/long"
)

// TestHold: what is deleted, forgotten and too old in a channel that is held leaves
// whatever is shown, and stays in the journal, over a kill and a restart, until it is
// released. In other channels it goes as always.
func TestHold(t *testing.T) {
	long.Test(t)
	t.Parallel()
	h := newTroubled(t, "[[retention]]\nmatch = \"web:*\"\nkeep = \"1h\"\n")
	h.saidBefore(3*time.Hour, "web//garden", "web//attic")
	ask(t, "hold", "-c", h.main()).wants(0, "^nothing is held")
	ask(t, "hold", "add", "web:garden", "--reason", "case 7", "-c", h.main()).wants(0, "the next familiar run")
	ask(t, "hold", "add", "web:garden", "--reason", "again", "-c", h.main()).wants(1, "is held already")
	p := launch(t, "run", h.main())
	for _, chat := range []string{"garden", "attic"} {
		v := visit(p)
		v.listen(chat).until(decided("aria", "old"), 1)
		v.say(chat, "new", "new in web//"+chat)
	}
	said := func() string { return ask(t, "journal", "export", "-c", h.main()).out }
	await.Until(t, "that what is too old is gone where nothing is held", func() bool { return !strings.Contains(said(), "old in web//attic") })
	await.Until(t, "that the new lines are there", func() bool {
		now := said()
		return strings.Contains(now, "new in web//attic") && strings.Contains(now, "new in web//garden")
	})
	ask(t, "forget", "ana", "--yes", "-c", h.main()).wants(0, `(?s)A hold keeps it in the journal in web//garden, .*erased in 1 channel`)
	p.signal(syscall.SIGKILL)
	p.ends(-1)
	p = launch(t, "run", h.main())
	visit(p).listen("garden").until(decided("aria", "new"), 1)
	stays := func(moment string) {
		t.Helper()
		now := said()
		for _, held := range []string{"old in web//garden", "new in web//garden"} {
			if !strings.Contains(now, held) {
				t.Errorf("%s %q is gone, though it is held: %s", moment, held, now)
			}
		}
		if strings.Contains(now, "new in web//attic") {
			t.Errorf("%s what was forgotten where nothing is held is there: %s", moment, now)
		}
	}
	stays("after a kill")
	p.quit()
	p = launch(t, "run", h.main())
	visit(p).listen("garden").until(decided("aria", "new"), 1)
	stays("after a restart")
	home := visit(p).ask(http.MethodGet, "/v1/home", nil)
	told, err := io.ReadAll(home.Body)
	home.Body.Close()
	if err != nil || !strings.Contains(string(told), `"held":["web:garden"]`) {
		t.Errorf("home doesn't tell what is held: %s, %v", told, err)
	}
	ask(t, "hold", "-c", h.main()).wants(0, `web:garden .*case 7`)
	ask(t, "hold", "release", "web:attic", "--yes", "-c", h.main()).wants(1, `is not held: held are web:garden`)
	ask(t, "hold", "release", "web:garden", "--yes", "-c", h.main()).wants(0, "within ten seconds")
	visit(p).say("garden", "newest", "newest in web//garden") // wakes it: asleep it would look within an hour
	await.Until(t, "that what should have gone is gone once it is released", func() bool {
		now := said()
		return !strings.Contains(now, "old in web//garden") && !strings.Contains(now, "new in web//garden")
	})
	if now := said(); !strings.Contains(now, "newest in web//garden") {
		t.Errorf("what was said since then is gone, too: %s", now)
	}
	p.quit()
	ask(t, "audit", "-c", h.main()).wants(0, `(?s)hold +web:garden: case 7.*release +web:garden`)
	ask(t, "journal", "verify", "-c", h.main()).wants(0, "no problems")
}
