package telemetry

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/messages"
)

// TestDurations: each duration is in the bucket it belongs to, the sum and the
// count agree, and a clock that was set back counts as no time.
func TestDurations(t *testing.T) {
	for _, tt := range []struct {
		what   string
		took   time.Duration
		bucket int // as shortBounds has them
	}{
		{"less than the first", 99 * time.Microsecond, 0},
		{"exactly the first belongs to it", 100 * time.Microsecond, 0},
		{"a little more belongs to the next", 101 * time.Microsecond, 1},
		{"a second", time.Second, 12},
		{"longer than any", time.Hour, len(shortBounds)},
		{"a clock that was set back", -time.Second, 0},
	} {
		t.Run(tt.what, func(t *testing.T) {
			d := durations{name: "x"}
			d.add(tt.took)
			told, err := (&producer{all: []*durations{&d}}).Produce(t.Context())
			if err != nil || len(told) != 1 || len(told[0].Metrics) != 1 {
				t.Fatalf("got %v %v, want one metric", told, err)
			}
			for i := range d.buckets {
				want := uint64(0)
				if i == tt.bucket {
					want = 1
				}
				if got := d.buckets[i].Load(); got != want {
					t.Errorf("bucket %d: got %d, want %d", i, got, want)
				}
			}
			if got, want := time.Duration(d.sum.Load()), max(tt.took, 0); got != want {
				t.Errorf("sum: got %v, want %v", got, want)
			}
		})
	}
}

// TestShortDurationsAreOnThePage: as Prometheus reads a histogram, with Go's and
// the process's own numbers beside it.
func TestShortDurationsAreOnThePage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		to, err := Open(t.Context(), Options{Config: Config{Scrape: true}})
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		time.Sleep(3 * time.Millisecond)
		to.Appended(began)
		to.Reached(messages.InstantOf(began))
		time.Sleep(time.Second)
		to.Reached(messages.InstantOf(began))
		answer := httptest.NewRecorder()
		to.Metrics().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", http.NoBody))
		for _, want := range []string{
			`familiar_append_seconds_bucket{le="0.002"} 0`, `familiar_append_seconds_bucket{le="0.005"} 1`, `familiar_append_seconds_sum 0.003`,
			`familiar_decide_seconds_bucket{le="0.005"} 1`, `familiar_decide_seconds_bucket{le="2"} 2`, `familiar_decide_seconds_count 2`,
			"go_goroutines ", "process_cpu_seconds_total ", "process_open_fds ", "process_resident_memory_bytes ",
		} {
			if !strings.Contains(answer.Body.String(), "\n"+want) {
				t.Errorf("the page lacks %s:\n%s", want, answer.Body)
			}
		}
	})
}

func BenchmarkDurations(b *testing.B) {
	var d durations
	b.Run("add", func(b *testing.B) {
		for b.Loop() {
			d.add(700 * time.Microsecond)
		}
	})
	b.Run("with the clock", func(b *testing.B) {
		began := time.Now()
		for b.Loop() {
			d.add(time.Since(began))
		}
	})
}
