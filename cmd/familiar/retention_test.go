package main

import (
	"log/slog"
	"strings"
	"syscall"
	"testing"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/internal/await"
	"familiar/internal/long"
	"familiar/journal/jetstream"
	"familiar/messages"
)

// TestRetention: what was said hours ago in places that keep texts for one leaves the
// program's journal, also where nobody has said anything since, and after a kill; what was
// said just now and what is said in other places stays; and the audit says so.
func TestRetention(t *testing.T) {
	long.Test(t)
	t.Parallel()
	h := newTroubled(t, "[[retention]]\nmatch = \"web:g*\"\nkeep = \"1h\"\n")
	h.saidBefore(3*time.Hour, "web//garden", "web//greenhouse", "web//attic")
	p := launch(t, "run", h.main())
	for _, chat := range []string{"garden", "greenhouse", "attic"} {
		visit(p).listen(chat).until(decided("aria", "old"), 1)
	}
	p.stop() // which saves their states
	p.ends(0)
	p = launch(t, "run", h.main())
	visit(p).say("garden", "before", "young before the kill")
	p.signal(syscall.SIGKILL)
	p.ends(-1)
	p = launch(t, "run", h.main())
	visit(p).say("garden", "after", "young after the kill")
	await.Until(t, "that the old texts are gone", func() bool {
		said := ask(t, "journal", "export", "-c", h.main()).out
		return !strings.Contains(said, "old in web//garden") && !strings.Contains(said, "old in web//greenhouse")
	})
	p.quit()
	said := ask(t, "journal", "export", "-c", h.main()).out
	for _, stays := range []string{"young before the kill", "young after the kill", "old in web//attic"} {
		if !strings.Contains(said, stays) {
			t.Errorf("%q is gone, too: %s", stays, said)
		}
	}
	if strings.Contains(said, "old in web//g") {
		t.Errorf("an old text is still there: %s", said)
	}
	ask(t, "audit", "-c", h.main()).wants(0, `program +expire +web:g\*`)
	ask(t, "journal", "verify", "-c", h.main()).wants(0, "no problems")
}

// saidBefore has bob have said something in channels that long ago.
func (h *troubled) saidBefore(ago time.Duration, channels ...messages.ChannelID) {
	h.t.Helper()
	loaded, err := config.Load(h.main())
	if err != nil {
		h.t.Fatal(err)
	}
	settings := command.Stored(loaded, slog.New(slog.DiscardHandler))
	settings.Clock = func() time.Time { return time.Now().Add(-ago) }
	j, err := jetstream.Open(h.t.Context(), settings)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, id := range channels {
		line := &messages.Line{ID: "old", Channel: id, At: messages.InstantOf(settings.Clock()), Author: messages.Author{ID: "bob", Name: "Bob"}, Text: "old in " + string(id)}
		if _, err := j.Append(h.t.Context(), 0, id, messages.Heard{Line: line}); err != nil {
			h.t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		h.t.Fatal(err)
	}
}
