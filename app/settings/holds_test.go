package settings

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/retry"
	"familiar/config"
	"familiar/journal"
)

// TestFollowHolds: what is held is in force from the start and within seconds of a
// change, of which channels are told once; while it can't be read it stays as it was.
func TestFollowHolds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, err := config.Parse("test.toml", []byte("[familiars.aria]\npersona = \"kind\"\n[[channels]]\nmatch = \"terminal:*\"\nfamiliars = [\"aria\"]\n"))
		if err != nil {
			t.Fatal(err)
		}
		var mu sync.Mutex // of what follows, and of kept and away
		var told []int
		f := New(c, nil, Options{
			Tell: func(_ context.Context, generation int) error {
				mu.Lock()
				defer mu.Unlock()
				told = append(told, generation)
				return nil
			},
			Retry: retry.Retrier{Log: slog.New(slog.DiscardHandler)}, Log: slog.New(slog.DiscardHandler),
		})
		kept := journal.Holds{All: []journal.Hold{{Match: "terminal:den"}}}
		var away error
		read := func(context.Context) (journal.Holds, error) {
			mu.Lock()
			defer mu.Unlock()
			return journal.Holds{All: slices.Clone(kept.All)}, away
		}
		if err := f.RecallHolds(t.Context(), read); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go f.FollowHolds(ctx, read)
		for _, tt := range []struct {
			story     string
			change    func()
			den, shed bool
			told      []int
		}{
			{"from the start", func() {}, true, false, nil},
			{"another", func() { kept.All = append(kept.All, journal.Hold{Match: "terminal:shed"}) }, true, true, []int{3}},
			{"it can't be read", func() { away = errors.New("away") }, true, true, []int{3}},
			{"one that a newer program wrote", func() { away, kept.All = nil, []journal.Hold{{Match: "moon:*"}} }, true, true, []int{3}},
			{"the first is released", func() { kept.All = []journal.Hold{{Match: "terminal:shed"}} }, false, true, []int{3, 4}},
			{"all are", func() { kept.All = nil }, false, false, []int{3, 4, 5}},
		} {
			mu.Lock()
			tt.change()
			mu.Unlock()
			time.Sleep(2 * lookForHolds)
			synctest.Wait()
			mu.Lock()
			if den, shed := f.Now().In("terminal//den").Held, f.Now().In("terminal//shed").Held; den != tt.den || shed != tt.shed || !slices.Equal(told, tt.told) {
				t.Errorf("%s: held %v and %v, told %v", tt.story, den, shed, told)
			}
			mu.Unlock()
		}
	})
}
