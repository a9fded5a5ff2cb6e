package discord

import (
	"maps"
	"slices"
	"testing"
	"time"

	"familiar/actors/adapter/discord/wire"
)

// TestBegun: channels and threads that came up while nobody was connected are
// heard from what was said since then, in order.
func TestBegun(t *testing.T) {
	r := newRig(t)
	e := listen(t, r.account)
	r.connected(t)
	r.Say(r.general, "Ana", "heard")
	e.wants(t, "Ana: heard")
	release := r.Hold()
	r.Invalidate(false)
	channel, thread := r.AddChannel(r.guild, "new", 0), r.AddThread(r.general, "aside")
	r.AddChannel(r.guild, "silent", 0)
	r.Say(channel, "Ana", "first")
	r.Say(channel, "Ana", "second")
	r.Say(thread, "Ana", "aside")
	release()
	r.Await(t, "another session", func() bool { return len(r.Identifies()) == 2 && r.Connected() == 1 })
	e.until(t, 1+3)
	r.Say(channel, "Ana", "third")
	r.Say(thread, "Ana", "aloud")
	events := e.until(t, 1+3+2)[1:]
	got := map[string]string{}
	for _, event := range events {
		l := line(t, event)
		got[string(l.Channel)] += said("", l) + "; "
	}
	want := map[string]string{
		string(r.id(channel)):            "late Ana: first; late Ana: second; Ana: third; ",
		string(r.channel) + "/" + thread: "late Ana: aside; Ana: aloud; ",
	}
	if !maps.Equal(got, want) {
		t.Errorf("heard %q, want %q", got, want)
	}
	if n := len(r.Requests("GET", "/messages")); n != 2 {
		t.Errorf("asked for %d channels, want 2", n)
	}
}

// TestOpenAgain: which channels of a guild that comes up are asked for what was
// missed.
func TestOpenAgain(t *testing.T) {
	const guildID, early, heard, late = "300000000000000000", "400000000000000000", "500000000000000000", "600000000000000000"
	text := func(id, last string) wire.Channel { return wire.Channel{ID: id, LastMessageID: last} }
	thread := func(id, begun, last string) wire.Channel {
		c := wire.Channel{ID: id, Type: 11, ParentID: early, LastMessageID: last}
		c.Thread.Begun = begun
		return c
	}
	for _, tt := range []struct {
		story  string
		before *wire.Guild // of an earlier session; nil: there was none
		newest string      // an earlier process's newest message there; "": there was none
		now    wire.Channel
		want   bool
	}{
		{"the first time of all", nil, "", text(late, late), false},
		{"made since the process before", nil, heard, text(late, late), true},
		{"made since, and silent", nil, heard, text(late, ""), false},
		{"not heard of by the process before", nil, heard, text(early, late), false},
		{"a thread on an old message, begun since", nil, heard, thread(early, wire.Born(late).Format(time.RFC3339Nano), late), true},
		{"a thread of an old message, as old", nil, heard, thread(early, wire.Born(early).Format(time.RFC3339Nano), late), false},
		{"made since the session before", &wire.Guild{}, "", text(late, late), true},
		{"come into view since", &wire.Guild{Channels: []wire.Channel{text("1", heard)}}, "", text(early, late), true},
		{"come into view, with nothing new", &wire.Guild{Channels: []wire.Channel{text("1", heard)}}, "", text(early, early), false},
		{"known, and nothing new", &wire.Guild{Channels: []wire.Channel{text(early, heard)}}, "", text(early, heard), false},
	} {
		t.Run(tt.story, func(t *testing.T) {
			p := newPlaces()
			if tt.newest != "" {
				p.newest[guildID] = tt.newest
			}
			if tt.before != nil {
				tt.before.ID = guildID
				p.open(*tt.before, "me")
			}
			behind, _ := p.open(wire.Guild{ID: guildID, Channels: []wire.Channel{tt.now}}, "me")
			if got := slices.Contains(slices.Collect(maps.Keys(behind)), tt.now.ID); got != tt.want {
				t.Errorf("asked for: %v, want %v", got, tt.want)
			}
		})
	}
}
