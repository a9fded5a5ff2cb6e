package discord

import (
	"context"
	"slices"
	"sync"
	"testing"

	"familiar/actors/adapter/discord/discordtest"
	"familiar/internal/await"
	"familiar/messages"
)

// TestDeletedThread: what was said and deleted in a thread that is gone by the time the
// journal takes it is of that thread, and of no channel of its own; then all of it goes.
func TestDeletedThread(t *testing.T) {
	r := newRig(t)
	var mu sync.Mutex
	var places []messages.ChannelID
	begun, full, taken := make(chan struct{}), make(chan struct{}), make(chan struct{})
	go func() {
		_ = r.account.Listen(t.Context(), func(_ context.Context, channel messages.ChannelID, e messages.Event) error {
			mu.Lock()
			defer mu.Unlock()
			if places = append(places, channel); len(places) == 1 {
				close(begun)
				<-full
			}
			if e == (messages.Forgotten{All: true}) {
				close(taken)
			}
			return nil
		})
	}()
	r.connected(t)
	thread := r.AddThread(r.general, "aside")
	r.Say(thread, "Ana", "one")
	await.Value(t, "the first line", begun)
	slip := r.Say(thread, "Ana", "my number is 555")
	r.Delete(thread, slip)
	r.DeleteChannel(thread)
	await.Until(t, "that the thread is gone", func() bool { _, known := r.account.places.at(thread); return !known })
	close(full)
	await.Value(t, "the deletion", taken)
	if at := r.channel + "/" + messages.ChannelID(thread); !slices.Equal(places, []messages.ChannelID{at, at, at, at}) {
		t.Errorf("heard in %q, want all of it in %s", places, at)
	}
}

// TestDeletedChannel: of a channel that is deleted as a whole no message is named; one that
// is only hidden from the account stays.
func TestDeletedChannel(t *testing.T) {
	r := newRig(t)
	gone, hidden := r.AddChannel(r.guild, "gone", 0), r.AddChannel(r.guild, "hidden", 0)
	e := listen(t, r.account)
	r.connected(t)
	r.Say(gone, "Ana", "one")
	r.Say(hidden, "Ana", "two")
	e.until(t, 2)
	r.Refuse("GET", "/channels/"+hidden, 403, 50001, "Missing Access")
	r.Send("CHANNEL_DELETE", discordtest.Object{"id": hidden, "guild_id": r.guild, "type": 0})
	await.Until(t, "the question whether it is gone", func() bool { return len(r.Requests("GET", "/channels/"+hidden)) == 1 })
	r.DeleteChannel(gone)
	events := e.until(t, 3)
	if got := words(r.id(gone), events[2]); len(events) != 3 || got != "forgotten "+string(r.id(gone)) {
		t.Errorf("heard %v", events)
	}
}

// TestDeletedMeanwhile: a channel or thread that was deleted while nobody was connected is
// found out, by the next process and by the next session; one that is only hidden stays.
func TestDeletedMeanwhile(t *testing.T) {
	r := newRig(t)
	before, hidden, here := r.AddChannel(r.guild, "before", 0), r.AddChannel(r.guild, "hidden", 0), r.AddChannel(r.guild, "here", 0)
	thread := r.AddThread(r.general, "aside")
	aside := r.channel + "/" + messages.ChannelID(thread)
	heard := past{}
	for channel, id := range map[string]messages.ChannelID{before: r.id(before), hidden: r.id(hidden), here: r.id(here), thread: aside} {
		heard[id] = messages.LineID(r.Say(channel, "Ana", "heard"))
	}
	r.DeleteChannel(before)
	r.DeleteChannel(thread)
	r.Only(r.AddBot("other"), hidden)
	r.account.config.Past = &heard
	e := listen(t, r.account)
	r.connected(t)
	e.until(t, 2)
	r.Say(here, "Ana", "one")
	e.until(t, 3)
	release := r.Hold()
	r.Invalidate(false)
	r.DeleteChannel(here)
	release()
	e.until(t, 4)
	r.Say(r.general, "Ana", "two")
	e.until(t, 5)
	slices.Sort(e.heard[:2])
	e.wants(t, "forgotten "+string(aside), "forgotten "+string(r.id(before)), "Ana: one", "forgotten "+string(r.id(here)), "Ana: two")
}
