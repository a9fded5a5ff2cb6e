package slack

import (
	"testing"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/slack/slacktest"
	"familiar/messages"
)

// TestAway: what changed while nobody was connected, in a channel and in a
// thread.
func TestAway(t *testing.T) {
	for _, in := range []string{"channel", "thread"} {
		t.Run(in, func(t *testing.T) {
			adaptertest.RunAway(t, func(t *testing.T) adaptertest.AwayRig {
				_, s := open(t)
				thread := ""
				if in == "thread" {
					thread = s.Keep("C1", slacktest.Message{"user": "U2", "text": "its root"})
				}
				away := false
				return adaptertest.AwayRig{
					Open: func(past adapter.Past) adapter.Adapter {
						return join(t, s, func(c *Config) { c.Past = past })
					},
					Say: func(text string) messages.LineID {
						m := slacktest.Message{"user": "U1", "text": text}
						if thread != "" {
							m["thread_ts"] = thread
						}
						if away {
							return messages.LineID(s.Keep("C1", m))
						}
						return messages.LineID(s.Write("C1", m))
					},
					Connected: func(times int) {
						if !s.Connected(times) {
							t.Error("it did not connect")
						}
					},
					Edit:   func(id messages.LineID, text string) { s.ChangeUnheard("C1", string(id), text) },
					Delete: func(id messages.LineID) { s.DeleteUnheard("C1", string(id)) },
					Lose: func(happens func()) {
						if !s.AllAcked() {
							t.Error("not all was acknowledged")
						}
						away = true
						happens()
						away = false
						s.Cut()
					},
					Refuse: func() {
						s.Refuse("conversations.history", slacktest.Refusal{Error: "missing_scope"})
						s.Refuse("conversations.replies", slacktest.Refusal{Error: "missing_scope"})
					},
				}
			})
		})
	}
}
