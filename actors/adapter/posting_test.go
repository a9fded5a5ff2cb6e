package adapter

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestPosting: an echo waits for the answer to a post to its place, and for no other.
func TestPosting(t *testing.T) {
	for _, tt := range []struct {
		story string
		place string        // the echo's
		after time.Duration // until the post to "room" is answered
		known bool          // by that answer
		waits time.Duration
	}{
		{"for the answer", "room", time.Second, true, time.Second},
		{"for an answer to another post, which is the last", "room", time.Second, false, time.Second},
		{"no longer than two seconds", "room", time.Minute, true, 2 * time.Second},
		{"not for what is posted elsewhere", "hall", time.Second, true, 0},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var p Posting
				var known atomic.Bool
				end, began := p.Begin("room"), time.Now()
				time.AfterFunc(tt.after, func() {
					known.Store(tt.known)
					end()
				})
				p.Await(t.Context(), tt.place, known.Load)
				if waited := time.Since(began); waited != tt.waits {
					t.Errorf("it waited %v, want %v", waited, tt.waits)
				}
				time.Sleep(tt.after)
			})
		})
	}
}
