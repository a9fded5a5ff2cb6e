package jetstream

import (
	"errors"
	"strings"
	"testing"

	"familiar/journal"
)

// TestRegister: what one process kept beside the channels the next one has, and one
// that lost the store, or only visits it, keeps nothing more.
func TestRegister(t *testing.T) {
	t.Parallel()
	s := outside(t, t.TempDir(), -1)
	c, ctx := Config{URL: s.ClientURL(), Partitions: 1, Log: quiet}, t.Context()
	first := openTest(t, c)
	spent := first.Register("spent")
	if body, err := spent.Load(); body != nil || err != nil {
		t.Fatalf("a new store: got %q, %v", body, err)
	}
	long := strings.Repeat("a day's dollars, ", 100_000)
	for _, body := range []string{"one", "two", long, ""} {
		if err := spent.Save([]byte(body)); err != nil {
			t.Fatal(err)
		}
		if got, err := visited(t, c).Register("spent").Load(); string(got) != body || err != nil {
			t.Fatalf("got %d bytes, %v, want %d", len(got), err, len(body))
		}
	}
	if body, err := first.Register("other").Load(); body != nil || err != nil {
		t.Errorf("another register: got %q, %v", body, err)
	}
	spent.revision-- // its last answer was lost
	if err := spent.Save([]byte("three")); err != nil {
		t.Errorf("after an answer that was lost: %v", err)
	}
	if err := visited(t, c).Register("spent").Save(nil); !errors.Is(err, journal.ErrConflict) {
		t.Errorf("a visitor: got %v, want ErrConflict", err)
	}

	if _, err := first.store.WriteMeta(ctx, "owner", first.owner.lent.revision, holder{}); err != nil { // as if it had given the store back
		t.Fatal(err)
	}
	second := openTest(t, c)
	taken := second.Register("spent")
	if got, err := taken.Load(); string(got) != "three" || err != nil {
		t.Fatalf("the next process: got %q, %v", got, err)
	}
	if err := taken.Save([]byte("four")); err != nil {
		t.Fatal(err)
	}
	if err := spent.Save([]byte("five")); !errors.Is(err, journal.ErrConflict) { // it doesn't know yet that it lost the store
		t.Errorf("one that lost the store: got %v, want ErrConflict", err)
	}
	if got, err := taken.Load(); string(got) != "four" || err != nil {
		t.Errorf("got %q, %v, want what the owner kept", got, err)
	}
}
