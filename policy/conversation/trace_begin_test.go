package conversation

import (
	"testing"

	"familiar/messages"
)

// TestTraceBegins: where a traced line was received is kept with a moment.
func TestTraceBegins(t *testing.T) {
	const now = messages.Instant(1_772_366_400_000)
	traced := messages.Meta{TraceID: [16]byte{1}, SpanID: [8]byte{2}}
	early := traced
	early.At = now - 40
	late := traced
	late.At = now
	for _, tt := range []struct {
		what string
		meta messages.Meta
		want *messages.Meta
	}{
		{"nobody traces", messages.Meta{}, nil},
		{"told when it was heard", early, &early},
		{"told no time: when the journal took it", traced, &late},
	} {
		t.Run(tt.what, func(t *testing.T) {
			s := New(scriptChannel, testConfig(t, "social"))
			var n *messages.Note
			for _, effect := range s.Step(now, messages.Heard{Line: &messages.Line{ID: "m1", Channel: scriptChannel, Author: messages.Author{ID: "ana", Name: "Ana"}, Text: "hi", Meta: tt.meta}}, nil) {
				if note, ok := effect.(*messages.Note); ok {
					n = note
				}
			}
			if n == nil {
				t.Fatal("nothing was decided")
			}
			if want := tt.want; want == nil && n.Meta != (messages.Meta{}) || want != nil && n.Meta != *want {
				t.Errorf("the decision stands at %+v, want %+v", n.Meta, want)
			}
		})
	}
}
