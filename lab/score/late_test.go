package score

import (
	"testing"

	"familiar/lab/corpus"
	"familiar/messages"
)

func TestLate(t *testing.T) {
	gold := &corpus.Gold{
		Moments: []corpus.Moment{
			{Reply: "r1", At: 2000, Parents: []messages.LineID{"a", "b"}},
			{Reply: "r2", At: 9000, Parents: []messages.LineID{"b", "c"}},
		},
		Replied: []messages.LineID{"a", "b", "c"},
	}
	for _, tt := range []struct {
		says  string
		woken map[messages.LineID]messages.Instant
		want  int
	}{
		{"nothing was called", nil, 0},
		{"a call at the answer's own instant is in time", map[messages.LineID]messages.Instant{"a": 2000}, 0},
		{"one after it is late", map[messages.LineID]messages.Instant{"a": 2001}, 1},
		{"of two answers the first counts", map[messages.LineID]messages.Instant{"b": 8000, "c": 8000}, 1},
		{"a line nobody answered is never late", map[messages.LineID]messages.Instant{"x": 99000}, 0},
	} {
		t.Run(tt.says, func(t *testing.T) {
			if got := late(gold, tt.woken); got != tt.want {
				t.Errorf("got %d, want %d", got, tt.want)
			}
		})
	}
}
