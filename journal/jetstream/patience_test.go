package jetstream

import (
	"context"
	"testing"
)

func TestWithin(t *testing.T) {
	j := openTest(t, Config{Folder: t.TempDir(), Partitions: 1})
	bounded := func(ctx context.Context) context.Context {
		limit, _ := j.store.Bounded(ctx)
		return limit
	}
	for _, tt := range []struct {
		story  string
		ctx    context.Context
		shared bool
	}{
		{"nothing else bounds the calls", context.Background(), true},
		{"the callers may give up", t.Context(), false},
	} {
		first, second := bounded(tt.ctx), bounded(tt.ctx)
		if got := first == second; got != tt.shared {
			t.Errorf("%s: one limit for both is %v, want %v", tt.story, got, tt.shared)
		}
		if _, limited := first.Deadline(); !limited {
			t.Errorf("%s: they may last for ever", tt.story)
		}
	}
	limit := bounded(context.Background())
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if limit.Err() == nil {
		t.Error("the shared limit outlives the journal")
	}
}
