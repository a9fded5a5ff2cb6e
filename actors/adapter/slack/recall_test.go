package slack

import (
	"context"
	"slices"
	"testing"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/slack/slacktest"
	"familiar/messages"
)

// A past is what an earlier process heard last in the general channel.
type past struct{ last messages.LineID }

func (past) Known(context.Context, messages.Network, int) []messages.ChannelID {
	return []messages.ChannelID{general}
}

func (p past) Last(context.Context, messages.ChannelID) (messages.LineID, messages.Instant) {
	return p.last, 1
}

func (past) Lately(context.Context, messages.ChannelID, int) []adapter.Said { return nil }

// TestRecall: another process hears what was said while none ran, once, before
// what is said now.
func TestRecall(t *testing.T) {
	a, s := open(t)
	a.config.Past = past{"1700000000.000100"}
	for ts, text := range map[string]string{"1700000000.000100": "heard", "1700000001.000100": "missed"} {
		s.Keep("C1", slacktest.Message{"user": "U1", "text": text, "ts": ts})
	}
	j := &adaptertest.Taken{}
	listen(t, a, j)
	j.Until(t, 1)
	s.Say("C1", "U1", "now")
	events := j.Until(t, 2)
	if want := []string{"missed", "now"}; !slices.Equal(j.Texts(), want) {
		t.Fatalf("heard %q, want %q", j.Texts(), want)
	}
	if first, second := events[0].Event.(messages.Heard).Line, events[1].Event.(messages.Heard).Line; !first.Backfilled || second.Backfilled {
		t.Errorf("backfilled are %v and %v, want only the first", first.Backfilled, second.Backfilled)
	}
	s.Cut()
	s.Say("C1", "U1", "then")
	j.Until(t, 3)
	if want := []string{"missed", "now", "then"}; !slices.Equal(j.Texts(), want) {
		t.Errorf("heard %q, want %q", j.Texts(), want)
	}
}
