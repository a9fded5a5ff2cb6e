package adapter

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

func TestServerClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		answer := func(date string) *http.Response { return &http.Response{Header: http.Header{"Date": {date}}} }
		var c ServerClock
		for _, tt := range []struct {
			story string
			date  string
			want  time.Duration
		}{
			{"an answer without a time changes nothing", "", 0},
			{"it is ahead", time.Now().Add(5 * time.Minute).UTC().Format(http.TimeFormat), 5 * time.Minute},
			{"what is no time changes nothing", "soon", 5 * time.Minute},
			{"it was put right", time.Now().UTC().Format(http.TimeFormat), 0},
		} {
			c.See(answer(tt.date))
			if got := c.Ahead(); got != tt.want {
				t.Errorf("%s: got %v ahead, want %v", tt.story, got, tt.want)
			}
		}
	})
}
