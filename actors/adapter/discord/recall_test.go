package discord

import (
	"context"
	"testing"

	"familiar/actors/adapter"
	"familiar/messages"
)

// A past is what an earlier process heard last, by channel.
type past map[messages.ChannelID]messages.LineID

func (p past) Known(_ context.Context, _ messages.Network, most int) (known []messages.ChannelID) {
	for id := range p {
		known = append(known, id)
	}
	return known[:min(most, len(known))]
}

func (p past) Last(_ context.Context, id messages.ChannelID) (messages.LineID, messages.Instant) {
	return p[id], 1
}

// Lately knows nothing.
func (past) Lately(context.Context, messages.ChannelID, int) []adapter.Said { return nil }

// TestRecall: another process hears what was said while none ran, after what
// the one before had heard and before what is said now, and each line once.
func TestRecall(t *testing.T) {
	r := newRig(t)
	dm, quiet, other := r.AddChannel("", "Ana", 1), r.AddChannel(r.guild, "quiet", 0), r.AddChannel(r.guild, "other", 0)
	private := messages.Channel{Network: network, Chat: dm}.ID()
	r.Say(other, "Ana", "never heard of")
	heard := past{
		r.channel:   messages.LineID(r.Say(r.general, "Ana", "heard")),
		private:     messages.LineID(r.Say(dm, "Ana", "heard")),
		r.id(quiet): messages.LineID(r.Say(quiet, "Ana", "heard")),
	}
	begun := r.AddChannel(r.guild, "begun", 0)
	r.Say(begun, "Ana", "first")
	r.Say(r.general, "Ana", "missed")
	r.Say(dm, "Ana", "psst")
	r.account.config.Past = &heard
	e := listen(t, r.account)
	r.connected(t)
	e.until(t, 3)
	r.Say(r.general, "Ana", "now")
	e.until(t, 4)
	r.Invalidate(false) // another session of the same process asks for nothing it has
	r.Await(t, "another session", func() bool { return len(r.Identifies()) == 2 && r.Connected() == 1 })
	r.Say(r.general, "Ana", "then")
	events := e.until(t, 5)
	got := map[messages.ChannelID]string{}
	for _, event := range events {
		l := line(t, event)
		got[l.Channel] += said("", l) + "; "
	}
	if want := "late Ana: missed; Ana: now; Ana: then; "; got[r.channel] != want || got[private] != "late Ana: psst; " || got[r.id(begun)] != "late Ana: first; " || len(got) != 3 {
		t.Errorf("heard %q, want %q, the direct message and what the new channel began with", got, want)
	}
}
