package feishu

import (
	"context"
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/feishu/feishutest"
	"familiar/messages"
)

// A past is what an earlier process heard last in the room.
type past struct {
	last messages.LineID
	at   messages.Instant
}

func (past) Known(context.Context, messages.Network, int) []messages.ChannelID {
	return []messages.ChannelID{channelOf("")}
}

func (p past) Last(context.Context, messages.ChannelID) (messages.LineID, messages.Instant) {
	return p.last, p.at
}

func (past) Lately(context.Context, messages.ChannelID, int) []adapter.Said { return nil }

// TestMissed: another process hears what was said while none ran. The line that
// the one before heard last may come again under its id.
func TestMissed(t *testing.T) {
	n, _ := group(t)
	a := openOn(t, n)
	heard := n.Keep(feishutest.Message{Chat: room, By: ana, Text: "heard"})
	a.config.Past = past{messages.LineID(heard), messages.InstantOf(time.Now())}
	n.Keep(feishutest.Message{Chat: room, By: bob, Text: "missed"})
	l := listen(t, a)
	line := l.line()
	if string(line.ID) == heard {
		line = l.line()
	}
	if line.Text != "missed" || !line.Backfilled {
		t.Errorf("heard %+v, want the missed line, backfilled", line)
	}
}
