package channel

import (
	"testing"
	"time"

	"familiar/messages"
	"familiar/policy/conversation"
)

// TestWaits: what a question or turn waited for, by how it came about.
func TestWaits(t *testing.T) {
	const second = messages.Instant(1000)
	floor := &messages.Note{Familiar: "aria", Act: messages.Wait, Rung: "floor", At: 10 * second}
	later := &messages.Note{Familiar: "aria", Act: messages.Wait, Rung: "floor", At: 15 * second}
	span := [8]byte{1}
	open := func(turn bool, why messages.Trigger, came messages.Instant) []conversation.OpenSpan {
		begun := conversation.OpenSpan{Turn: turn, Familiar: "aria", Trigger: why}
		begun.Meta = messages.Meta{SpanID: span, At: 20 * second}
		if came != 0 {
			begun.Lines = []conversation.Linked{{ID: "l2", Meta: messages.Meta{At: came + second}}, {ID: "l1", Meta: messages.Meta{At: came}}}
		}
		return []conversation.OpenSpan{begun}
	}
	post := messages.Post{Meta: messages.Meta{TraceID: [16]byte{1}, SpanID: span}}
	type step struct {
		now     messages.Instant
		event   messages.Event
		effects []conversation.Effect
		under   []conversation.OpenSpan // when it is over
	}
	for _, tt := range []struct {
		what  string
		steps []step
		want  []waited
	}{
		{
			"a thought waits for the floor, since it was first held back",
			[]step{{10 * second, nil, []conversation.Effect{floor}, nil}, {15 * second, nil, []conversation.Effect{later}, nil}, {20 * second, messages.TimerFired{}, nil, open(false, messages.Lull, 0)}},
			[]waited{{"floor", 10 * time.Second, 20 * second}},
		},
		{
			"who is called meanwhile has not waited for it",
			[]step{{10 * second, nil, []conversation.Effect{floor}, nil}, {20 * second, messages.Heard{}, nil, open(true, messages.Address, 0)}},
			nil,
		},
		{
			"an answer waits for more of the same, since the first line",
			[]step{{20 * second, messages.TimerFired{}, nil, open(true, messages.Address, 18*second)}},
			[]waited{{"debounce", 2 * time.Second, 20 * second}},
		},
		{
			"or for the turn before it",
			[]step{{20 * second, messages.Delivered{}, nil, open(true, messages.Address, 18*second)}},
			[]waited{{"busy", 2 * time.Second, 20 * second}},
		},
		{
			"a part waits until it could be typed, the next one from there",
			[]step{
				{20 * second, messages.Heard{}, nil, open(true, messages.Lull, 0)},
				{25 * second, messages.Composed{}, nil, open(true, messages.Lull, 0)},
				{28 * second, messages.TimerFired{}, []conversation.Effect{post}, open(true, messages.Lull, 0)},
				{29 * second, messages.Delivered{}, []conversation.Effect{post}, open(true, messages.Lull, 0)},
			},
			[]waited{{"pace", 3 * time.Second, 28 * second}},
		},
	} {
		t.Run(tt.what, func(t *testing.T) {
			var w waits
			var before []conversation.OpenSpan
			for _, s := range tt.steps {
				w.stepped(&conversation.Channel{State: conversation.State{Now: s.now}}, s.event, s.effects, before, s.under)
				before = s.under
			}
			got := w.of[span]
			if len(got) != len(tt.want) || len(got) > 0 && got[0] != tt.want[0] {
				t.Errorf("got %v, want %v", got, tt.want)
			}
			w.moveTo(nil, span)
			if len(w.of) != 0 {
				t.Error("what was told is kept")
			}
		})
	}
}
