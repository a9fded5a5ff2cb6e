package irc

import (
	"testing"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/internal/ngircd"
	"familiar/messages"
)

func TestTwoOfOneNetwork(t *testing.T) {
	adaptertest.RunTwo(t, func(t *testing.T) adaptertest.TwoRig {
		server := ngircd.Start(t, ngircd.Config{})
		ana := server.Person(t, "ana", "#moths", "#felix", "#nora")
		circle := NewCircle()
		open := func(id messages.AccountID, nick string) *Account {
			c := quick(t, server)
			c.Nick, c.Join, c.Circle = nick, []string{"#moths", "#" + string(id)}, circle
			return account(t, id, c)
		}
		say := func(to, text string) {
			ana.Say(to, text)
			ana.Settle()
		}
		names := [2]messages.AccountID{"felix", "nora"}
		return adaptertest.TwoRig{
			Adapters: [2]adapter.Adapter{open("felix", "Felix"), open("nora", "Nora")}, Accounts: names,
			Say: func(text string) {
				for _, joined := range []string{"Felix!", "Nora!"} {
					ana.Until(joined, 2) // both of its channels
				}
				say("#moths", text)
			},
			Whisper: func(to int, text string) { say([]string{"Felix", "Nora"}[to], text) },
			Confide: func(to int, text string) { say("#"+string(names[to]), text) },
		}
	})
}
