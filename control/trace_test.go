package control

import (
	"strings"
	"testing"

	"familiar/messages"
)

// TestTraceOfADecision: a decision and a post name the trace they stand in, for
// whoever looks for it in a collector; one of which nobody is told doesn't.
func TestTraceOfADecision(t *testing.T) {
	meta := messages.Meta{TraceID: [16]byte{0xab, 15: 1}, SpanID: [8]byte{2}}
	sampled := meta
	sampled.Flags = 1
	const id = `"trace":"ab000000000000000000000000000001"`
	for _, tt := range []struct {
		story string
		note  messages.Note
		want  bool
	}{
		{"it leads to a turn", messages.Note{Act: messages.Engage, Meta: meta}, true},
		{"it is of a turn", messages.Note{Act: messages.Settled, N: 7, Meta: meta}, true},
		{"it is only observed, and not sampled", messages.Note{Act: messages.Observe, Meta: meta}, false},
		{"it is only observed, and sampled", messages.Note{Act: messages.Observe, Meta: sampled}, true},
		{"it has none", messages.Note{Act: messages.Engage}, false},
	} {
		t.Run(tt.story, func(t *testing.T) {
			told, err := DecisionJSON(&tt.note, "Aria", "quiet")
			if err != nil || strings.Contains(string(told), id) != tt.want || strings.Contains(string(told), `"trace"`) != tt.want {
				t.Errorf("got %s %v, want a trace: %v", told, err, tt.want)
			}
		})
	}
	r, channel := newRig(t, nil), channelID("garden", "")
	post := line("p", "hello")
	post.Author, post.Nonce, post.Meta = messages.Author{ID: "aria", Bot: true}, "n", meta
	r.hear(channel, messages.Heard{Line: post})
	if got := r.ask("GET", "/v1/channels/garden/posts", "").Body.String(); !strings.Contains(got, id) {
		t.Errorf("got %s, want %s in it", got, id)
	}
}
