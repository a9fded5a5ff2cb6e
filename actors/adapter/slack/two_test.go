package slack

import (
	"fmt"
	"testing"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/slack/slacktest"
	"familiar/messages"
)

// TestTwoOfOneNetwork: a stand-in is the workspace as one app sees it.
func TestTwoOfOneNetwork(t *testing.T) {
	adaptertest.RunTwo(t, func(t *testing.T) adaptertest.TwoRig {
		var servers [2]*slacktest.Server
		names := [2]messages.AccountID{"moth", "wasp"}
		var apps [2]adapter.Adapter
		for k := range apps {
			s := slacktest.New()
			t.Cleanup(s.Close)
			for _, c := range []slacktest.Chat{{ID: fmt.Sprint("D", 1+k), Kind: "im", With: "U1"}, {ID: fmt.Sprint("G", 1+k), Name: "private"}} {
				c.Members = []string{slacktest.Bot, "U1"}
				s.AddChat(c)
			}
			apps[k], servers[k] = joinAs(t, names[k], s), s
		}
		said := 0
		return adaptertest.TwoRig{
			Adapters: apps, Accounts: names,
			Say: func(text string) {
				said++
				for _, s := range servers {
					s.Write("C1", slacktest.Message{"user": "U1", "text": text, "ts": fmt.Sprintf("1900000000.00000%d", said)})
				}
			},
			Whisper: func(to int, text string) { servers[to].Say(fmt.Sprint("D", 1+to), "U1", text) },
			Confide: func(to int, text string) { servers[to].Say(fmt.Sprint("G", 1+to), "U1", text) },
		}
	})
}
