package app

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

const taking = `
[familiars.aria]
name = "Aria"
preset = "assigned"
persona = "Aria keeps moths."

[familiars.vesper]
name = "Vesper"
preset = "assigned"
persona = "Vesper keeps a lighthouse."

[[channels]]
match = "terminal:*"
familiars = ["aria", "vesper"]

[room.turns]
mode = "turn-based"
members = ["vesper", "aria"]
`

// A lossy adapter loses its network while down holds.
type lossy struct {
	adapter.Adapter
	down *atomic.Bool
}

func (l lossy) Listen(ctx context.Context, hear adapter.Hear) error {
	if l.down.Load() {
		return errors.New("no route to host")
	}
	return l.Adapter.Listen(ctx, hear)
}

func (l lossy) Identity(ctx context.Context) (messages.Author, error) {
	return l.Adapter.(adapter.Identifier).Identity(ctx)
}

// TestTurnPassesByWhoIsAway: a familiar whose account has lost its network
// loses the turn to who is there.
func TestTurnPassesByWhoIsAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		down, accounts := &atomic.Bool{}, 0
		down.Store(true)
		s := open(t, taking, func(a adapter.Adapter) adapter.Adapter {
			if accounts++; accounts == 2 { // Vesper's
				return lossy{a, down}
			}
			return a
		})
		s.say("ana: good morning")
		s.wait(time.Minute)
		if got := s.screen.String(); !strings.Contains(got, "Vesper is offline and loses the turn.") {
			t.Errorf("the screen shows %q, want to be told that Vesper is away", got)
		}
		before := len(s.screen.String())
		s.say("ana: anybody?")
		s.wait(time.Minute)
		if got := s.screen.String()[before:]; !strings.Contains(got, "Aria: ") {
			t.Errorf("the screen shows %q, want Aria to answer", got)
		}
		s.close()
	})
}
