package web

import (
	"strconv"
	"testing"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/messages"
)

// TestTwoOfOneNetwork: by configuration both are everywhere but in one channel, and
// a chat that names an account is that account's.
func TestTwoOfOneNetwork(t *testing.T) {
	adaptertest.RunTwo(t, func(t *testing.T) adaptertest.TwoRig {
		names := [2]messages.AccountID{"web/felix", "web/nora"}
		private := [2]messages.ChannelID{Channel("felix's", ""), Channel("nora's", "")}
		n := Open(Config{Present: func(id messages.ChannelID) []messages.AccountID {
			for k := range private {
				if id == private[k] {
					return names[k : k+1]
				}
			}
			return names[:]
		}})
		said := 0
		say := func(channel messages.ChannelID, text string, dm bool) {
			said++
			l := line(strconv.Itoa(said), text)
			l.Channel, l.DM = channel, dm
			untilTaken(t, n, l)
		}
		return adaptertest.TwoRig{
			Adapters: [2]adapter.Adapter{add(t, n, names[0], "Felix"), add(t, n, names[1], "Nora")}, Accounts: names,
			Say:     func(text string) { say(garden, text, false) },
			Whisper: func(to int, text string) { say(Channel("ana@"+[]string{"felix", "web/nora"}[to], ""), text, true) },
			Confide: func(to int, text string) { say(private[to], text, false) },
		}
	})
}

// TestWhoseChat: only the name of an account that is there makes a chat its own.
func TestWhoseChat(t *testing.T) {
	n := Open(Config{Present: func(messages.ChannelID) []messages.AccountID { return []messages.AccountID{"web/felix", "nora"} }})
	add(t, n, "web/felix", "Felix")
	add(t, n, "web/else", "Else")
	for chat, want := range map[string]int{
		"garden": 1, "ana@felix": 1, "ana@web/felix": 1,
		"ana@nora":        0, // who is not connected yet
		"ana@example.org": 1, "ana@else": 1, "ana@": 1, "felix": 1,
	} {
		if got := n.present(Channel(chat, "")); len(got) != want {
			t.Errorf("%s has %d accounts, want %d", chat, len(got), want)
		}
	}
}
