package store

import (
	"testing"

	"github.com/nats-io/nats.go"
)

// TestDeletedTwice: what is gone already is no error.
func TestDeletedTwice(t *testing.T) {
	s := testStore(t)
	for range 2 {
		if _, err := s.Publish(t.Context(), "t.a", nil, nats.Header{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, overwrite := range []bool{false, false, true} {
		if err := s.Delete(t.Context(), "x", overwrite, 1); err != nil {
			t.Errorf("overwriting %v: %v", overwrite, err)
		}
	}
}
