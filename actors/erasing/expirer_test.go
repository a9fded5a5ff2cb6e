package erasing

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/journal"
	"familiar/journal/audit"
	"familiar/journal/memory"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/retention"
)

// dayInDiscord keeps what is said on Discord for a day.
func dayInDiscord(id messages.ChannelID) retention.Rule {
	if id.Network() == "discord" {
		return retention.Rule{Match: "discord:*", Keep: 24 * time.Hour}
	}
	return retention.Rule{}
}

// expirerOf goes by that rule and by the clock of the test.
func expirerOf(j journal.Journal, trail audit.Trail) Expirer {
	return Expirer{
		Journal: j, Trail: trail,
		Retained: func() func(messages.ChannelID) retention.Rule { return dayInDiscord },
		Clock:    func() messages.Instant { return messages.InstantOf(time.Now()) },
	}
}

// shared is a journal whose first partition is another process's.
type shared struct{ journal.Journal }

func (j shared) Epoch(partition int) uint64 {
	if partition == 0 {
		return journal.NoEpoch
	}
	return j.Journal.Epoch(partition)
}

// savedIn saves a channel in which something was said just now.
func savedIn(t *testing.T, j journal.Journal, id messages.ChannelID) {
	t.Helper()
	r, err := j.Append(t.Context(), 0, id, messages.Heard{Line: &messages.Line{ID: "1", Channel: id, Text: "hi", Author: messages.Author{ID: "ana"}}})
	if err != nil {
		t.Fatal(err)
	}
	ch := conversation.New(id, &conversation.Config{Generation: 1, Room: conversation.DefaultRoom(), Expires: true})
	ch.Step(r.At, messages.Heard{Line: &messages.Line{ID: "1", Channel: id, Text: "hi", Author: messages.Author{ID: "ana"}}}, nil)
	body, err := ch.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := j.Save(t.Context(), j.Epoch(j.Partition(id)), journal.Snapshot{Channel: id, Seq: r.Seq, Body: body}); err != nil {
		t.Fatal(err)
	}
}

// TestExpirer: whose turn it is and who is this process's is told to forget, once, and
// the audit says how many these are before the first.
func TestExpirer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		whole := memory.New(memory.Config{Partitions: 2})
		j := shared{whole}
		trail := audit.NewMemory()
		e := expirerOf(j, trail)
		for _, id := range []messages.ChannelID{"discord/9/a", "discord/9/b", "discord/9/c", "discord/9/d", "web//a", "web//b"} {
			savedIn(t, whole, id)
		}
		forgotten := func(id messages.ChannelID) (before []messages.Instant) {
			for r := range whole.Replay(t.Context(), id, 0) {
				if f, is := r.Event.(messages.Forgotten); is && f.Erase {
					before = append(before, f.Before)
				}
			}
			return before
		}
		expire := func() {
			t.Helper()
			if full, err := e.expire(t.Context()); full || err != nil {
				t.Fatalf("got %v, %v, want all done", full, err)
			}
		}
		time.Sleep(23 * time.Hour)
		expire()
		if entries := auditOf(t, trail); len(entries) != 0 {
			t.Errorf("a day isn't over, and the audit has %q", entries)
		}
		time.Sleep(4 * time.Hour)
		savedIn(t, whole, "discord/9/new")
		time.Sleep(time.Millisecond)
		expire()
		mine := 0
		for _, id := range []messages.ChannelID{"discord/9/a", "discord/9/b", "discord/9/c", "discord/9/d", "discord/9/new", "web//a", "web//b"} {
			want := 0
			if id.Network() == "discord" && id != "discord/9/new" && whole.Partition(id) == 1 {
				want, mine = 1, mine+1
			}
			if got := forgotten(id); len(got) != want {
				t.Errorf("%s was told %d times to forget, want %d", id, len(got), want)
			}
		}
		if mine == 0 || mine == 4 {
			t.Fatalf("%d of 4 channels are this process's: other names are needed", mine)
		}
		entries := auditOf(t, trail)
		if len(entries) != 2 || !strings.HasPrefix(entries[0], "program expire: discord:* (keep 24h0m0s): ") || entries[1] != " : done" {
			t.Errorf("the audit has %q", entries)
		}
	})
}

// auditOf returns what a trail has.
func auditOf(t *testing.T, trail audit.Trail) (all []string) {
	t.Helper()
	for k, err := range trail.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(k.Via)+" "+k.Verb+": "+k.Detail+string(k.Result))
	}
	return all
}

// TestExpirerWithoutRules: where nothing is to be kept less long no channel is looked at.
func TestExpirerWithoutRules(t *testing.T) {
	e := expirerOf(torn{memory.New(memory.Config{})}, audit.NewMemory())
	e.Retained = func() func(messages.ChannelID) retention.Rule { return nil }
	if full, err := e.expire(context.Background()); full || err != nil {
		t.Errorf("got %v, %v", full, err)
	}
	e.Retained = func() func(messages.ChannelID) retention.Rule { return dayInDiscord }
	if _, err := e.expire(context.Background()); err == nil || !strings.Contains(err.Error(), "look for old texts: torn") {
		t.Errorf("got %v, want what failed", err)
	}
}

// TestExpirerGoesOn: a state that can't be read keeps no other channel from forgetting.
func TestExpirerGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := memory.New(memory.Config{Partitions: 1})
		savedIn(t, j, "discord/9/b")
		if _, err := j.Save(t.Context(), j.Epoch(0), journal.Snapshot{Channel: "discord/9/a", Body: []byte("nonsense")}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(30 * time.Hour)
		e := expirerOf(j, audit.NewMemory())
		if _, err := e.expire(t.Context()); err == nil || !strings.Contains(err.Error(), "how old the texts of discord/9/a are") {
			t.Errorf("got %v, want which state can't be read", err)
		}
		told := 0
		for r := range j.Replay(t.Context(), "discord/9/b", 0) {
			if _, is := r.Event.(messages.Forgotten); is {
				told++
			}
		}
		if told != 1 {
			t.Errorf("the other was told %d times to forget, want once", told)
		}
	})
}
