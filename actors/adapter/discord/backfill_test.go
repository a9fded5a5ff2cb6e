package discord

import (
	"fmt"
	"testing"
)

// TestBackfill: after a gap the newest missed lines of every known channel
// are heard, before what is said now; channels in which nothing was said cost
// no request.
func TestBackfill(t *testing.T) {
	r := newRig(t)
	dm := r.AddChannel("", "Ana", 1)
	thread := r.AddThread(r.general, "aside")
	r.AddChannel(r.guild, "silent", 0)
	r.account.config.Backfill = 3
	e := listen(t, r.account)
	r.connected(t)
	r.Say(dm, "Ana", "psst")
	want := []string{"Ana: psst"}
	e.wants(t, want...)
	release := r.Hold()
	r.Invalidate(false)
	for _, where := range []struct {
		id   string
		said int
	}{{r.general, 5}, {thread, 2}, {dm, 1}} {
		for n := range where.said {
			r.Say(where.id, "Ana", fmt.Sprint("missed ", n))
		}
	}
	release()
	r.Await(t, "another session", func() bool { return len(r.Identifies()) == 2 && r.Connected() == 1 })
	r.Say(r.general, "Ana", "now")
	r.Say(thread, "Ana", "now")
	e.until(t, 1+3+2+1+2)
	r.Say(dm, "Ana", "now") // nobody says where a direct message's gap ends
	events := e.until(t, 1+3+2+1+3)[1:]
	got := map[string][]string{}
	for _, event := range events {
		l := line(t, event)
		got[string(l.Channel)] = append(got[string(l.Channel)], said("", l))
	}
	for id, want := range map[string][]string{
		string(r.channel):                {"late Ana: missed 2", "late Ana: missed 3", "late Ana: missed 4", "Ana: now"},
		string(r.channel) + "/" + thread: {"late Ana: missed 0", "late Ana: missed 1", "Ana: now"},
		"discord//" + dm:                 {"late Ana: missed 0", "Ana: now"},
	} {
		if fmt.Sprint(got[id]) != fmt.Sprint(want) {
			t.Errorf("%s: heard %q, want %q", id, got[id], want)
		}
	}
	if n := len(r.Requests("GET", "/messages")); n != 3 {
		t.Errorf("asked for %d channels, want 3", n)
	}
}

// TestBackfillRefused: where history may not be read the account goes on with
// what is said now.
func TestBackfillRefused(t *testing.T) {
	r := newRig(t)
	e := listen(t, r.account)
	r.connected(t)
	release := r.Hold()
	r.Invalidate(false)
	r.Say(r.general, "Ana", "missed")
	r.Refuse("GET", "/messages", 403, 50001, "Missing Access")
	release()
	r.Await(t, "another session", func() bool { return len(r.Identifies()) == 2 && r.Connected() == 1 })
	r.Say(r.general, "Ana", "now")
	e.wants(t, "Ana: now")
}
