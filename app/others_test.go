package app

import (
	"context"
	"testing"

	"familiar/messages"
)

// FuzzAsked: whatever another process sends is read or refused.
func FuzzAsked(f *testing.F) {
	f.Add([]byte(`{"Channel":"web//room","Post":"1"}`))
	f.Add([]byte(`{"Order":{"N":1},"Within":5}`))
	f.Add([]byte(`[{"Account":"a","Known":true,"Meeting":{"Me":{"ID":"1"}}}]`))
	f.Add([]byte(`{"web//room":100}`))
	answers := []func(context.Context, []byte) (any, error){
		asked(func(context.Context, askingStill) (any, error) { return true, nil }),
		asked(func(context.Context, askingMembers) (any, error) { return nil, nil }),
		asked(func(_ context.Context, q askingCommand) (any, error) { return messages.DecodeEvent(q.Event) }),
		heard(func([]attendance) {}),
		heard(func(map[messages.ChannelID]int) {}),
	}
	f.Fuzz(func(_ *testing.T, sent []byte) {
		for _, answer := range answers {
			_, _ = answer(context.Background(), sent)
		}
	})
}
