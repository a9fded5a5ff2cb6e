package feishu

import (
	"fmt"
	"testing"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/feishu/feishutest"
	"familiar/messages"
)

// TestTwoOfOneNetwork: a stand-in is the tenant as one app sees it.
func TestTwoOfOneNetwork(t *testing.T) {
	adaptertest.RunTwo(t, func(t *testing.T) adaptertest.TwoRig {
		var networks [2]*feishutest.Network
		names := [2]messages.AccountID{"moths", "wasps"}
		var apps [2]adapter.Adapter
		for k := range apps {
			n, _ := group(t)
			n.Add(feishutest.Chat{ID: fmt.Sprint("oc_dm", k), Mode: "p2p", People: []feishutest.Person{ana}})
			n.Add(feishutest.Chat{ID: fmt.Sprint("oc_private", k), Name: "private", People: []feishutest.Person{ana}})
			apps[k], networks[k] = openAs(t, names[k], n), n
		}
		said := 0
		say := func(to int, chat, text string) {
			said++
			networks[to].Say(feishutest.Message{ID: fmt.Sprint("om_own", said), Chat: chat, By: ana, Text: text})
		}
		return adaptertest.TwoRig{
			Adapters: apps, Accounts: names,
			Say: func(text string) {
				said++
				for _, n := range networks {
					n.Say(feishutest.Message{ID: fmt.Sprint("om_both", said), Chat: room, By: ana, Text: text})
				}
			},
			Whisper: func(to int, text string) { say(to, fmt.Sprint("oc_dm", to), text) },
			Confide: func(to int, text string) { say(to, fmt.Sprint("oc_private", to), text) },
		}
	})
}
