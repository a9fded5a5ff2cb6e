package discord

import (
	"context"
	"os"
	"strconv"
	"testing"

	"familiar/messages"

	"familiar/actors/adapter"

	"familiar/actors/adapter/discord/gateway"

	"familiar/actors/adapter/discord/wire"
)

// BenchmarkDispatch is one message from the gateway's bytes to hear, over a
// hundred channels.
func BenchmarkDispatch(b *testing.B) {
	raw, err := os.ReadFile("testdata/gateway_message_create.json")
	if err != nil {
		b.Fatal(err)
	}
	a := aloneAccount(b)
	g := wire.Guild{ID: "1290000000000000001"}
	for n := range 100 {
		g.Channels = append(g.Channels, wire.Channel{ID: strconv.Itoa(1290000000000000777 + n)})
	}
	a.places.open(g, "")
	l := newListener(b.Context(), a, func(context.Context, messages.ChannelID, messages.Event) error { return nil })
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		var e gateway.Event
		if err := adapter.DecodeLenient(raw, &e); err != nil {
			b.Fatal(err)
		}
		a.dispatch(l, e)
	}
	l.wait()
}
