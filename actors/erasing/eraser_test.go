package erasing

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/activity"
	"familiar/journal"
	"familiar/journal/memory"
	"familiar/messages"
)

// A stalled journal erases nothing until another process is heard again.
type stalled struct {
	journal.Journal
	until time.Time
	asked int
}

func (j *stalled) Erase(context.Context, ...messages.Erase) error {
	if j.asked++; time.Now().Before(j.until) {
		return errors.New("1 of 2 other processes didn't say what they have written")
	}
	return nil
}

// TestEraseAgain: what can't be erased while another process stands still is erased
// soon after it goes on, since all that its channel orders later waits for it. Nothing
// is erased behind a deadline: that was ordered again.
func TestEraseAgain(t *testing.T) {
	for _, tt := range []struct {
		what  string
		stall time.Duration
		want  time.Duration // until it is told, 1 at once; 0: it isn't
	}{
		{"nobody stands still", 0, 1},
		{"somebody does for a moment", 50 * time.Millisecond, erasePause},
		{"somebody does for eight seconds", 8 * time.Second, 2*eraseAgain + 11*erasePause},
		{"somebody does for longer than a minute", 90 * time.Second, 0},
	} {
		t.Run(tt.what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				j := &stalled{memory.New(memory.Config{}), began.Add(tt.stall), 0}
				under := activity.New(1)
				var told time.Duration
				e := New(Options{Journal: j, Activity: under, Log: slog.New(slog.DiscardHandler), Erased: func(id messages.ChannelID, is messages.Erased) {
					if told != 0 || id != "web//den" || is.N != 7 {
						t.Errorf("got %v of %s after %v", is, id, told)
					}
					told = max(time.Since(began), 1)
				}})
				ctx, stop := context.WithCancel(t.Context())
				go e.Run(ctx)
				e.Erase(messages.Erase{N: 7, Channel: "web//den", Person: "ana", Deadline: messages.InstantOf(began.Add(time.Minute))})
				time.Sleep(2 * time.Second)
				synctest.Wait()
				if n := under.Count(); n != 0 {
					t.Errorf("%d are under way while nothing can be done, want 0", n)
				}
				time.Sleep(2 * time.Minute)
				stop()
				synctest.Wait()
				if told != tt.want {
					t.Errorf("told after %v, want %v", told, tt.want)
				}
				if most := eraseTries + int(time.Minute/eraseAgain); j.asked > most {
					t.Errorf("asked %d times, want at most %d", j.asked, most)
				}
			})
		})
	}
}
