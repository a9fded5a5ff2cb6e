package telemetry_test

import (
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"familiar/telemetry"
)

func TestSeldom(t *testing.T) {
	for _, tt := range []struct {
		what  string
		every time.Duration
		at    []time.Duration // since the first; one is counted at each
		said  string          // at which moment, and how many
		rest  int64
	}{
		{"one is said at once", 0, []time.Duration{0}, "0s 1, ", 0},
		{"many at the same time are one line, and a rest", 0, []time.Duration{0, 0, 0, 0}, "0s 1, ", 3},
		{"the next line has those left out", 0, []time.Duration{0, 1, 2, time.Second}, "0s 1, 1s 3, ", 0},
		{"a moment before it is time is before it is time", 0, []time.Duration{0, time.Second - 1}, "0s 1, ", 1},
		{"after a long time of nothing one is said at once", 0, []time.Duration{0, time.Hour, time.Hour + 1}, "0s 1, 1h0m0s 1, ", 1},
		{"a line a minute", time.Minute, []time.Duration{0, time.Second, time.Minute}, "0s 1, 1m0s 2, ", 0},
	} {
		t.Run(tt.what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				seldom, said := telemetry.Seldom{Every: tt.every}, ""
				began := time.Now()
				for _, at := range tt.at {
					time.Sleep(at - time.Since(began))
					if n, say := seldom.Count(1); say {
						said += fmt.Sprintf("%v %d, ", at, n)
					}
				}
				if rest := seldom.Rest(); said != tt.said || rest != tt.rest {
					t.Errorf("said %q and %d are left, want %q and %d", said, rest, tt.said, tt.rest)
				}
				if rest := seldom.Rest(); rest != 0 {
					t.Errorf("%d are left when the rest is told", rest)
				}
			})
		})
	}
}

// TestSeldomLosesNone: what many count at the same time is all there.
func TestSeldomLosesNone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seldom telemetry.Seldom
		var mu sync.Mutex
		var lines, total int64
		for range 8 {
			go func() {
				for range 100 {
					n, say := seldom.Count(2)
					mu.Lock()
					if total += n; say {
						lines++
					}
					mu.Unlock()
					time.Sleep(30 * time.Millisecond)
				}
			}()
		}
		time.Sleep(4 * time.Second)
		synctest.Wait()
		if total += seldom.Rest(); total != 1600 || lines != 3 {
			t.Errorf("%d are counted in %d lines, want 1600 in 3, one a second", total, lines)
		}
	})
}
