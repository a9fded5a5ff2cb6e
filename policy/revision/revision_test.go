package revision

import (
	"testing"
	"time"

	"familiar/messages"
)

func TestFresh(t *testing.T) {
	const said = messages.Instant(1_780_000_000_000)
	for _, tt := range []struct {
		story string
		later time.Duration
		want  bool
	}{
		{"just said", 0, true},
		{"by a clock that is ahead", -time.Minute, true},
		{"an hour ago to the millisecond", time.Hour, true},
		{"a millisecond before that", time.Hour + time.Millisecond, false},
	} {
		if got := Fresh(said, said.Add(tt.later)); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.story, got, tt.want)
		}
	}
}
