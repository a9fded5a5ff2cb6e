package telemetry_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/messages"
	"familiar/telemetry"
	"familiar/telemetry/telemetrytest"
)

func of(trace, span byte) messages.Meta {
	return messages.Meta{TraceID: [16]byte{trace}, SpanID: [8]byte{span}}
}

// TestRecent: without a collector the newest traces stay in memory, with nothing of
// what was said, and no trace without end.
func TestRecent(t *testing.T) {
	to := open(t, telemetry.Config{Recent: 2}, &telemetrytest.Receiver{}, nil)
	begun := time.UnixMilli(1_000)
	_, turn := to.Begin(t.Context(), telemetry.SpanTurn, telemetry.Place{Meta: of(1, 1), Begun: begun}, telemetry.Seat.String("aria"))
	_, chat := to.Begin(t.Context(), "chat x", telemetry.Place{Meta: of(1, 2), Parent: of(1, 1), Begun: begun},
		telemetry.Input.String("a secret"), telemetry.Output.String("a secret"), telemetry.System.String("a secret"), telemetry.Arguments.String("a secret"),
		telemetry.Result.String("a secret"), telemetry.Reason.String("a secret"), telemetry.Model.String(strings.Repeat("m", 500)))
	chat.Waited("queue", 250*time.Millisecond, begun.Add(time.Second))
	chat.Fail("no answer " + strings.Repeat("!", 500))
	chat.EndAt(begun.Add(2 * time.Second))
	turn.EndAt(begun.Add(3 * time.Second))

	got, known := to.RecentTrace("01000000000000000000000000000000")
	if !known || len(got.Spans) != 2 || got.Left != 0 {
		t.Fatalf("got %+v, %v", got, known)
	}
	if parent, child := got.Spans[0], got.Spans[1]; parent.Name != telemetry.SpanTurn || parent.Parent != "" || child.Parent != parent.ID || child.Took != 2*time.Second || child.Begun != begun {
		t.Errorf("got %+v below %+v", child, parent)
	}
	if w := got.Spans[1].Waits; len(w) != 1 || w[0].Term != "queue" || w[0].Took != 250*time.Millisecond || !w[0].Until.Equal(begun.Add(time.Second)) {
		t.Errorf("it waited %+v", w)
	}
	if all := fmt.Sprint(got); strings.Contains(all, "secret") || len(all) > 1200 || !strings.Contains(all, "no answer") || got.Spans[0].Fact(telemetry.Seat) != "aria" {
		t.Errorf("got %s", all)
	}

	for range 300 {
		to.Record(telemetry.SpanPost, telemetry.Place{Meta: of(2, 1)}, begun)
	}
	to.Record(telemetry.SpanPost, telemetry.Place{Meta: of(1, 3), Parent: of(1, 1)}, begun) // the first grows
	to.Record(telemetry.SpanPost, telemetry.Place{Meta: of(3, 1)}, begun)
	all := to.Recent(9)
	if one := to.Recent(1); len(one) != 1 || one[0].ID[:2] != "03" {
		t.Errorf("the newest is %v", one)
	}
	if len(all) != 2 || all[0].ID[:2] != "03" || all[1].ID[:2] != "01" || len(all[1].Spans) != 3 {
		t.Errorf("got %v", slices.Collect(func(yield func(string) bool) {
			for _, at := range all {
				yield(fmt.Sprint(at.ID, " ", len(at.Spans)))
			}
		}))
	}
	if _, known := to.RecentTrace("02000000000000000000000000000000"); known {
		t.Error("the oldest is still there")
	}
	if _, known := to.RecentTrace("no id"); known {
		t.Error("what is no id is found")
	}
}

// TestRecentBounded: of a trace without end some spans stay, and the rest is counted.
func TestRecentBounded(t *testing.T) {
	to := open(t, telemetry.Config{Recent: 1}, &telemetrytest.Receiver{}, nil)
	for range 300 {
		to.Record(telemetry.SpanPost, telemetry.Place{Meta: of(2, 1)}, time.UnixMilli(1_000))
	}
	if got, _ := to.RecentTrace("02000000000000000000000000000000"); len(got.Spans) != 256 || got.Left != 44 {
		t.Errorf("%d spans, %d left", len(got.Spans), got.Left)
	}
}

func TestLink(t *testing.T) {
	for _, tt := range []struct {
		link string
		ok   bool
	}{
		{"", true},
		{"http://127.0.0.1:16686/trace/{trace}", true},
		{"https://jaeger.example/x?id={trace}", true},
		{"http://127.0.0.1:16686/trace/", false},
		{"javascript:alert({trace})", false},
		{"/trace/{trace}", false},
	} {
		c := telemetry.Default()
		c.Link = tt.link
		if err := c.Validate(); (err == nil) != tt.ok {
			t.Errorf("%q: got %v", tt.link, err)
		}
	}
	if got := (telemetry.Config{Link: "http://x/{trace}"}).LinkTo("07"); got != "http://x/07" {
		t.Errorf("got %q", got)
	}
}
