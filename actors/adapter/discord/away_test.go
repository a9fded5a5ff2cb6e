package discord

import (
	"testing"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/messages"
)

// TestAway: what changed while nobody was connected, or when a session ended.
func TestAway(t *testing.T) {
	adaptertest.RunAway(t, func(t *testing.T) adaptertest.AwayRig {
		r := newRig(t)
		return adaptertest.AwayRig{
			Open: func(past adapter.Past) adapter.Adapter {
				a := r.open(t, r.bot)
				a.config.Past = past
				return a
			},
			Say: func(text string) messages.LineID {
				return messages.LineID(r.Say(r.general, "Ana", text))
			},
			Connected: func(times int) {
				r.Await(t, "a session", func() bool { return len(r.Identifies()) >= times && r.Connected() == 1 })
			},
			Left: func() {
				r.Await(t, "the connection's end", func() bool { return r.Connected() == 0 })
			},
			Edit:   func(id messages.LineID, text string) { r.Edit(r.general, string(id), text) },
			Delete: func(id messages.LineID) { r.Delete(r.general, string(id)) },
			Lose: func(happens func()) {
				release := r.Hold()
				r.Invalidate(false)
				happens()
				release()
			},
			Refuse: func() { r.Refuse("GET", "/messages", 403, 50001, "Missing Access") },
		}
	})
}
