package jetstream

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"familiar/journal"
)

// keptFor returns how long the streams of a store keep by age: of lines, posts and dead
// letters, which must all be the same, and of notes.
func keptFor(t *testing.T, j *Journal) (texts, notes time.Duration) {
	t.Helper()
	for i, word := range []string{j.store.Names.Lines(0), j.store.Names.Lines(j.Partitions() - 1), j.store.Names.Stream("outbox"), j.store.Names.Stream("dead"), j.store.Names.Stream("notes")} {
		stream, err := j.store.JetStream().Stream(t.Context(), word)
		if err != nil {
			t.Fatal(err)
		}
		switch age := stream.CachedInfo().Config.MaxAge; {
		case i == 0:
			texts = age
		case i == 4:
			notes = age
		case age != texts:
			t.Errorf("%s keeps for %s, others for %s", word, age, texts)
		}
	}
	return texts, notes
}

// TestHolds: while anything is held no text goes by its age, whoever opens, divides or
// restores the store, and whatever the configuration says; programs that know no holds
// are refused.
func TestHolds(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		story string
		c     func(t *testing.T) Config
	}{
		{"embedded", func(t *testing.T) Config { return Config{Folder: t.TempDir()} }},
		{"one outside server", func(t *testing.T) Config {
			return Config{URL: outside(t, t.TempDir(), -1).ClientURL()}
		}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			ctx, c := t.Context(), tt.c(t)
			c.Log, c.Partitions, c.MaxAge = quiet, 2, 48*time.Hour
			j, err := Open(ctx, c)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = j.Close() }()
			wants := func(moment string, j *Journal, held bool) {
				t.Helper()
				want := c.MaxAge
				if held {
					want = 0
				}
				if texts, notes := keptFor(t, j); texts != want || notes != Default().MaxNotes {
					t.Errorf("%s: texts are kept for %s, notes for %s; want %s and %s", moment, texts, notes, want, Default().MaxNotes)
				}
			}
			wants("before", j, false)
			none, err := j.Holds(ctx)
			if err != nil || none.Revision != 0 || len(none.All) != 0 {
				t.Fatalf("before anything is held: %+v, %v", none, err)
			}
			visitor, err := Visit(ctx, c)
			if err != nil {
				t.Fatal(err)
			}
			case7 := journal.Hold{Match: "web:*", Reason: "case 7", By: "ana@desk", Since: time.Now().UTC().Truncate(time.Second)}
			if err := visitor.SetHolds(ctx, journal.Holds{All: []journal.Hold{case7}}); err != nil {
				t.Fatal(err)
			}
			if err := j.SetHolds(ctx, none); !errors.Is(err, journal.ErrConflict) {
				t.Errorf("over what somebody else has written: %v, want a conflict", err)
			}
			wants("held", j, true)
			if got, err := j.Holds(ctx); err != nil || len(got.All) != 1 || got.All[0] != case7 || got.Of("web:*") != 0 || got.Of("web:x") != -1 {
				t.Errorf("held are %+v, %v", got, err)
			}
			if err := errors.Join(visitor.Close(), j.Close()); err != nil {
				t.Fatal(err)
			}
			if err := Repartition(ctx, Config{Folder: c.Folder, URL: c.URL, Log: quiet, MaxAge: c.MaxAge}, 4, nil); err != nil {
				t.Fatal(err)
			}
			c.Partitions = 4
			if j, err = Open(ctx, c); err != nil {
				t.Fatal(err)
			}
			wants("divided and opened again", j, true)
			var stored form
			if _, err := j.store.ReadMeta(ctx, "form", &stored); err != nil || stored.Format != storeFormat || stored.isFenced() != (c.URL != "") {
				t.Errorf("the form is %+v, %v", stored, err)
			}
			var file bytes.Buffer
			if err := j.Dump(ctx, &file, nil); err != nil {
				t.Fatal(err)
			}
			restored := Config{Folder: t.TempDir(), Log: quiet, MaxAge: c.MaxAge}
			if err := Restore(ctx, restored, &file, nil); err != nil {
				t.Fatal(err)
			}
			copied, err := Open(ctx, restored)
			if err != nil {
				t.Fatal(err)
			}
			wants("restored and opened", copied, true)
			if err := copied.Close(); err != nil {
				t.Fatal(err)
			}
			held, err := j.Holds(ctx)
			if err != nil {
				t.Fatal(err)
			}
			held.All = nil
			if err := j.SetHolds(ctx, held); err != nil {
				t.Fatal(err)
			}
			wants("released", j, false)
		})
	}
}
