package adapter

import (
	"errors"
	"log/slog"
	"strings"
	"testing"
)

func TestFenced(t *testing.T) {
	away := errors.New("away")
	for _, tt := range []struct {
		story string
		call  func() error
		want  string // the error
		log   []string
	}{
		{"what goes well is left alone", func() error { return nil }, "", nil},
		{"an error is the call's own", func() error { return away }, "away", nil},
		{
			"a panic is an error without its words, which stand in the log", func() error { panic("token xoxb-1 is odd") },
			"members: the network's client failed",
			[]string{`msg="network call panicked" account=moth call=members`, "token xoxb-1 is odd", "fence_test.go"},
		},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var log strings.Builder
			err := Fenced(slog.New(slog.NewTextHandler(&log, nil)), "moth", "members", tt.call)
			if got := text(err); got != tt.want {
				t.Errorf("got the error %q, want %q", got, tt.want)
			}
			for _, want := range tt.log {
				if !strings.Contains(log.String(), want) {
					t.Errorf("the log is %s, want %q in it", log.String(), want)
				}
			}
			if tt.log == nil && log.Len() > 0 {
				t.Errorf("the log is %s, want it empty", log.String())
			}
		})
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
