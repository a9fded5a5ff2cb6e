package slack

import (
	"fmt"
	"slices"
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

// TestTombstone: a root that was deleted while nobody was connected, and whose
// thread stays, is deleted; the thread's lines are not.
func TestTombstone(t *testing.T) {
	past := adaptertest.NewPast()
	a, s := open(t, func(c *Config) { c.Past = past })
	j := &adaptertest.Taken{}
	j.Answer(func(channel messages.ChannelID, e messages.Event) error { return past.Hear(t.Context(), channel, e) })
	listen(t, a, j)
	root := s.Say("C1", "U1", "the root")
	s.Write("C1", slacktest.Message{"user": "U2", "text": "in its thread", "thread_ts": root})
	s.Say("C1", "U2", "beside it")
	j.Until(t, 3)
	if !s.AllAcked() {
		t.Fatal("not all was acknowledged")
	}
	s.DeleteUnheard("C1", root)
	s.Cut()
	if !s.Connected(2) {
		t.Fatal("it did not connect again")
	}
	s.Say("C1", "U1", "now")
	s.Write("C1", slacktest.Message{"user": "U2", "text": "now there", "thread_ts": root})
	var told []string
	for _, e := range j.Until(t, 6)[3:] {
		if gone, ok := e.Event.(messages.Deleted); ok {
			told = append(told, fmt.Sprintf("%s: %s is gone", e.Channel, gone.ID))
		}
	}
	if want := []string{fmt.Sprintf("%s: %s is gone", general, root)}; !slices.Equal(told, want) {
		t.Errorf("told %q, want %q", told, want)
	}
}
