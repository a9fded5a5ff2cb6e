package settings

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/retry"
	"familiar/config"
	"familiar/messages"
)

// TestFollowDays: channels are told when an experiment begins, each day while it
// draws days, when it ends, and not otherwise.
func TestFollowDays(t *testing.T) {
	for _, tt := range []struct {
		story, by string
		told      int // times in a month
	}{
		{"days are drawn", "day", 11},
		{"channels are drawn", "channel", 2},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, err := config.Parse("test.toml", []byte(`
[familiars.aria]
judge = "offline"
persona = "kind"
[[channels]]
match = "terminal:*"
familiars = ["aria"]
[journal]
keep_notes = "720h"
[experiments.calmer]
familiar = "aria"
match = "terminal:*"
by = "`+tt.by+`"
begin = "2000-01-03"
end = "2000-01-13"
b = { chattiness.lull = "40s" }
`))
				if err != nil {
					t.Fatal(err)
				}
				c.Drawn = Now()
				var told []int
				f := New(c, nil, Options{
					Tell:  func(_ context.Context, generation int) error { told = append(told, generation); return nil },
					Retry: retry.Retrier{Log: slog.New(slog.DiscardHandler)}, Log: slog.New(slog.DiscardHandler),
				})
				ctx, stop := context.WithCancel(t.Context())
				go f.FollowDays(ctx)
				plan := &c.Plans()[0]
				const den = messages.ChannelID("terminal//den")
				for range 30 {
					time.Sleep(24*time.Hour + time.Second)
					if got, want := f.Now().Channel(den).Seats[0].Arm, plan.Arm(den, plan.DayOf(Now())); got != want {
						t.Errorf("at %s the arm is %q, want %q", Now(), got, want)
					}
				}
				stop()
				synctest.Wait()
				if len(told) != tt.told || !slices.IsSorted(told) {
					t.Errorf("channels were told of the generations %v, want %d of them", told, tt.told)
				}
			})
		})
	}
}
