package matrix

import (
	"log/slog"
	"strings"
	"sync"
	"testing"

	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/matrix/matrixtest"
)

// TestUpgraded: a room that is upgraded is followed, if whoever did that may ask the
// account anywhere; the log says what a configuration has to name now.
func TestUpgraded(t *testing.T) {
	const next = "!next:test.example"
	for _, tt := range []struct {
		story  string
		by     string
		to     string
		follow bool
		refuse int
		says   string // in the log
	}{
		{"by somebody of its homeserver", matrixtest.Ana, next, true, 0, "matrix room upgraded"},
		{"by somebody elsewhere", "@eve:elsewhere.example", next, false, 0, "matrix room upgraded and not followed"},
		{"to a room that lets nobody in", matrixtest.Ana, next, true, 403, "matrix room upgraded and not followed"},
		{"to nowhere", matrixtest.Ana, "", false, 0, ""},
		{"to itself", matrixtest.Ana, matrixtest.Garden, false, 0, ""},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var log strings.Builder
			var mu sync.Mutex
			a, s := open(t, func(c *Config) { c.Log = slog.New(slog.NewTextHandler(locked{&mu, &log}, nil)) })
			s.AddRoom(next, matrixtest.Ana, matrixtest.Bob)
			s.Open(next)
			j := &adaptertest.Taken{}
			listen(t, a, j)
			s.Say(matrixtest.Garden, matrixtest.Ana, "let's move")
			j.Until(t, 1)
			if tt.refuse != 0 {
				s.Refuse("join", matrixtest.Refusal{Status: tt.refuse, Code: "M_FORBIDDEN"})
			}
			s.Send(matrixtest.Garden, matrixtest.Object{"type": "m.room.tombstone", "state_key": "", "sender": tt.by, "content": matrixtest.Object{"body": "This room has been replaced", "replacement_room": tt.to}})
			s.Say(matrixtest.Garden, matrixtest.Ana, "the last word")
			j.Until(t, 2)
			if tt.follow {
				if calls := s.Until("join", 1); len(calls) != 1 || calls[0].Path[1] != next {
					t.Fatalf("joined %+v", calls)
				}
			}
			if tt.follow && tt.refuse == 0 {
				s.Say(next, matrixtest.Bob, "here we are")
				if e := j.Until(t, 3)[2]; e.Channel != (place{room: next}).channel() {
					t.Errorf("heard in %s", e.Channel)
				}
			}
			if calls := s.Calls("join"); len(calls) > 0 && !tt.follow {
				t.Errorf("joined %+v", calls)
			}
			mu.Lock()
			defer mu.Unlock()
			if got := log.String(); tt.says == "" && strings.Contains(got, "upgraded") || tt.says != "" && !strings.Contains(got, `msg="`+tt.says+`"`) {
				t.Errorf("the log says %s, want %q", got, tt.says)
			}
		})
	}
}
