package app

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"familiar/cluster/clock"
	"familiar/messages"
)

// TestHearTime: a process counts from what others count, unless that is an hour ahead, and
// says so once.
func TestHearTime(t *testing.T) {
	const (
		slow     = "this machine's clock is slow"
		followed = "not followed"
	)
	for _, tt := range []struct {
		story string
		ahead time.Duration // what another process counts
		want  time.Duration // how far ahead this one counts then
		says  string
	}{
		{"a slow one is followed by nobody", -5 * time.Minute, 0, ""},
		{"what a message takes is no difference", time.Second, time.Second, ""},
		{"one that is fast is followed", 10 * time.Minute, 10 * time.Minute, slow},
		{"one that is off by more than an hour isn't", 61 * time.Minute, 0, followed},
	} {
		t.Run(tt.story, func(t *testing.T) {
			at := time.UnixMilli(1790000000000)
			var said bytes.Buffer
			a := &App{others: others{timing: newTiming()}}
			a.Clock, a.Log = clock.New(func() time.Time { return at }), slog.New(slog.NewTextHandler(&said, nil))
			for range 2 {
				a.hearTime("another", messages.InstantOf(at.Add(tt.ahead)))
			}
			if got := a.Clock.Ahead(); got != tt.want {
				t.Errorf("got %v ahead, want %v", got, tt.want)
			}
			wanted := min(1, len(tt.says))
			if got := strings.Count(said.String(), "\n"); got != wanted || !strings.Contains(said.String(), tt.says) {
				t.Errorf("got %q, want one line with %q", said.String(), tt.says)
			}
		})
	}
}
