package feishu

import (
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/feishu/feishutest"
	"familiar/internal/await"
	"familiar/messages"
)

// TestAway: what changed while nobody was connected.
func TestAway(t *testing.T) {
	adaptertest.RunAway(t, func(t *testing.T) adaptertest.AwayRig {
		n, _ := group(t)
		// The network's listings know seconds: what is said before the gap is older.
		away, said, began := false, 0, time.Now().Add(-time.Minute)
		return adaptertest.AwayRig{
			Open: func(past adapter.Past) adapter.Adapter {
				a := openOn(t, n)
				a.config.Past, a.config.Window = past, 5*time.Millisecond
				return a
			},
			Say: func(text string) messages.LineID {
				m := feishutest.Message{Chat: room, By: ana, Text: text}
				if _, now := n.Connections(); away || !now {
					return messages.LineID(n.Keep(m))
				}
				said++
				m.At = began.Add(time.Duration(said) * time.Millisecond).UnixMilli()
				return messages.LineID(n.Say(m))
			},
			Connected: func(times int) {
				await.Until(t, "a connection", func() bool { n, now := n.Connections(); return n >= times && now })
			},
			Left: func() {
				await.Until(t, "the connection's end", func() bool { _, now := n.Connections(); return !now })
			},
			Edit:   func(id messages.LineID, text string) { n.Edit(string(id), text) },
			Delete: func(id messages.LineID) { n.RecallUnheard(string(id)) },
			Lose: func(happens func()) {
				away = true
				happens()
				away = false
				n.Drop()
			},
			Refuse: func() { n.Fail(feishutest.Failure{Path: "/im/v1/messages", Status: 400, Code: 230027, Times: 100}) },
		}
	})
}
