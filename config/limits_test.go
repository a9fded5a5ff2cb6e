package config

import (
	"testing"

	"familiar/messages"
	"familiar/policy/split"
)

// TestSeatsKnowHowLongAMessageMayBe: by the network of the channel they are in.
func TestSeatsKnowHowLongAMessageMayBe(t *testing.T) {
	for _, tt := range []struct {
		story   string
		channel messages.ChannelID
		want    split.Limit
	}{
		{"Discord takes 2,000 characters", "discord/1/2", split.Limit{Max: 2000, Unit: split.Runes}},
		{"a post on IRC is few enough lines", "irc/irc.libera.chat/#moths", split.Limit{Max: 4000, Unit: split.Bytes}},
		{"the web takes any length", "web//garden", split.Limit{}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			c, err := load(t, `
unknown = "default"
[familiars.moth]
persona = "moths"
[accounts.d]
network = "discord"
familiars = ["moth"]
token = "env:HOME"
[accounts.i]
network = "irc"
familiars = ["moth"]
server = "irc.libera.chat:6697"
nick = "moth"
`)
			if err != nil {
				t.Fatal(err)
			}
			in := c.Channel(tt.channel)
			if in == nil || in.Seats[0].Limit != tt.want {
				t.Errorf("got %+v, want the limit %v", in, tt.want)
			}
		})
	}
}
