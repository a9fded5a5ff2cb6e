package jetstream

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"familiar/journal/audit"
	"familiar/journal/jetstream/layout"
)

// entries returns all of a journal's.
func entries(t *testing.T, j *Journal) (all []audit.Kept) {
	t.Helper()
	for k, err := range j.Trail().All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, k)
	}
	return all
}

// TestAuditIsOneChain: a program and commands beside it write at once, each reads what all
// wrote, the next program goes on, and nothing is wrong with the chain.
func TestAuditIsOneChain(t *testing.T) {
	c := Config{Folder: t.TempDir()}
	j := openTest(t, c)
	visitor, err := Visit(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	var writing sync.WaitGroup
	for w, of := range []*Journal{j, visitor, j, visitor} {
		writing.Go(func() {
			for i := range 10 {
				d := audit.Deed{Via: audit.ByCommand, Person: fmt.Sprint("writer", w), Verb: fmt.Sprint("verb", i)}
				if err := audit.Do(t.Context(), of.Trail(), d, audit.AlwaysFailed, func() error { return nil }); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writing.Wait()
	if got, beside := len(entries(t, j)), len(entries(t, visitor)); got != 80 || beside != 80 {
		t.Errorf("the program reads %d entries and the command %d, want 80", got, beside)
	}
	one, err := visitor.Trail().Pseudonym(t.Context(), "ana")
	if err != nil {
		t.Fatal(err)
	}
	if err := visitor.Close(); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	again := openTest(t, c)
	if n, err := again.Trail().Begin(t.Context(), audit.Deed{Verb: "later"}); n != 81 || err != nil {
		t.Errorf("the next entry is %d, %v; want 81", n, err)
	}
	if another, err := again.Trail().Pseudonym(t.Context(), "ana"); another != one || err != nil {
		t.Errorf("a person is %s after a restart, %v; was %s", another, err, one)
	}
	if problems, err := again.Verify(t.Context(), nil, nil); err != nil || len(problems) > 0 {
		t.Errorf("got %v, %v", problems, err)
	}
}

// TestAuditIsTamperEvident: an entry that was taken out of the stream, and one put in its
// place, are problems of the journal.
func TestAuditIsTamperEvident(t *testing.T) {
	j := openTest(t, Config{Folder: t.TempDir()})
	for range 3 {
		if _, err := j.Trail().Begin(t.Context(), audit.Deed{Verb: "quiet"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.store.Delete(t.Context(), j.store.Names.Stream(layout.AuditWord), false, 2); err != nil {
		t.Fatal(err)
	}
	raw(t, j, j.store.Names.Audit(), `{"n":4,"verb":"nothing","previous":"00"}`)
	problems, err := j.Verify(t.Context(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var told strings.Builder
	for _, p := range problems {
		fmt.Fprintln(&told, p)
	}
	for _, want := range []string{"entry 3 comes after entry 1", "entry 4 doesn't have the hash of entry 3"} {
		if !strings.Contains(told.String(), want) {
			t.Errorf("got\n%swant %q", &told, want)
		}
	}
}
