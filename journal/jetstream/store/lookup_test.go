package store

import (
	"testing"

	"github.com/nats-io/nats.go"
)

// TestDeletedTwice: what is gone already is no error, and who deletes a message alone is
// told so.
func TestDeletedTwice(t *testing.T) {
	s := testStore(t)
	for range 2 {
		if _, err := s.Publish(t.Context(), "t.a", nil, nats.Header{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []bool{true, false} {
		if deleted, err := s.DeleteThis(t.Context(), "x", 1); deleted != want || err != nil {
			t.Errorf("deleted: %v, %v, want %v", deleted, err, want)
		}
	}
	for _, overwrite := range []bool{false, true} {
		if err := s.Delete(t.Context(), "x", overwrite, 1); err != nil {
			t.Errorf("overwriting %v: %v", overwrite, err)
		}
	}
}
