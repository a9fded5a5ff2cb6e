package control

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestAStreamReadsItsPastAsARequest: what is read of the journal at once is
// bounded, whoever reads it.
func TestAStreamReadsItsPastAsARequest(t *testing.T) {
	for _, path := range []string{garden, "/v1/decisions?since=1h"} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, nil)
			if err := r.requests.Acquire(r.keyOf("reader"), r.requests.Share); err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			w := r.ask("GET", path, "", "Authorization", "Bearer reader")
			if waited := time.Since(began); w.Code != 429 || waited != callTime {
				t.Errorf("%s: got %d after %v, want 429 after %v", path, w.Code, waited, callTime)
			}
			if r.streams.InUse() != 0 {
				t.Errorf("%s: its slot is still taken", path)
			}
		})
	}
}
