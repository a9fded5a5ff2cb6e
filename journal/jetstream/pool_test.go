package jetstream

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"familiar/journal"
)

// TestPool: a word is written over the revision that is known only, and not again
// where one was removed; whether its process has the store doesn't matter.
func TestPool(t *testing.T) {
	t.Parallel()
	s := outside(t, t.TempDir(), -1)
	c, ctx := Config{URL: s.ClientURL(), Partitions: 1, Log: quiet, renewEvery: never}, t.Context()
	first := openTest(t, c)
	pool := first.Pool("spent", "former")
	holds := func(p *Pool, want string) {
		t.Helper()
		names, err := p.Names()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, name := range names {
			body, revision, err := p.Read(name)
			if err != nil || revision == 0 {
				t.Fatalf("%s: revision %d, %v", name, revision, err)
			}
			got = append(got, name+"="+string(body[:min(len(body), 5)]))
		}
		if !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("got %q, want %s", got, want)
		}
	}
	write := func(p *Pool, name string, over uint64, body string) uint64 {
		t.Helper()
		revision, err := p.Write(name, over, []byte(body))
		if err != nil {
			t.Fatal(err)
		}
		return revision
	}
	refused := func(p *Pool, name string, over uint64) {
		t.Helper()
		if _, err := p.Write(name, over, nil); !errors.Is(err, journal.ErrConflict) {
			t.Errorf("%s over %d: got %v, want ErrConflict", name, over, err)
		}
	}
	holds(pool, "")
	if body, revision, err := pool.Read("a"); body != nil || revision != 0 || err != nil {
		t.Errorf("none: got %q, %d, %v", body, revision, err)
	}
	a := write(pool, "a", 0, strings.Repeat("a day's dollars, ", 100_000))
	refused(pool, "a", 0)
	a2 := write(pool, "a", a, "one")
	refused(pool, "a", a)
	write(pool, "b", 0, "two")
	write(pool, "former", 0, "past")
	write(first.Pool("other", "former"), "a", 0, "else")
	holds(visited(t, c).Pool("spent", "former"), "a=one b=two former=past")
	if _, err := visited(t, c).Pool("spent", "former").Write("c", 0, nil); err == nil {
		t.Error("a visitor writes")
	}

	if _, err := first.store.WriteMeta(ctx, "owner", first.owner.lent.revision, holder{}); err != nil { // as if it had given the store back
		t.Fatal(err)
	}
	second := openTest(t, c).Pool("spent", "former")
	for range 2 { // that it is gone is no error
		if err := second.Remove("a"); err != nil {
			t.Fatal(err)
		}
	}
	refused(pool, "a", a2)
	write(pool, "c", 0, "three")
	holds(second, "b=two c=three former=past")
}
