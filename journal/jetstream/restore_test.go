package jetstream

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"path/filepath"
	"testing"

	"familiar/journal/jetstream/embedded"
	"familiar/messages"
)

// TestRestoreKeepsSequences: the next record's sequence is the one it would
// have had, so that no snapshot takes it for a known one.
func TestRestoreKeepsSequences(t *testing.T) {
	t.Parallel()
	const channel = "test/w/garden"
	for _, test := range []struct {
		what string
		gone func(t *testing.T, j *Journal, stream string)
		next uint64
	}{
		{"all are there", func(*testing.T, *Journal, string) {}, 11},
		{"the oldest are gone", func(t *testing.T, j *Journal, stream string) { cut(t, j, stream, 5) }, 11},
		{"all are gone", func(t *testing.T, j *Journal, stream string) { cut(t, j, stream, 11) }, 11},
		{"the newest are gone", func(t *testing.T, j *Journal, stream string) {
			if err := j.store.Delete(t.Context(), stream, false, 8, 9, 10); err != nil {
				t.Fatal(err)
			}
		}, 11},
	} {
		t.Run(test.what, func(t *testing.T) {
			j := opened(t, Config{Folder: t.TempDir(), Partitions: 2})
			for n := range 10 {
				if _, err := j.Append(t.Context(), 0, channel, said(channel, n)); err != nil {
					t.Fatal(err)
				}
			}
			test.gone(t, j, j.store.Names.Lines(j.Partition(channel)))
			var file bytes.Buffer
			if err := j.Dump(t.Context(), &file, nil); err != nil {
				t.Fatal(err)
			}
			c := Config{Folder: filepath.Join(t.TempDir(), "journal")}
			if err := Restore(t.Context(), c, &file, nil); err != nil {
				t.Fatal(err)
			}
			other := opened(t, c)
			if got, want := contents(t, other), contents(t, j); !maps.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
			r, err := other.Append(t.Context(), 0, channel, messages.TimerFired{N: 1})
			if err != nil || r.Seq != test.next {
				t.Errorf("the next record got sequence %d, %v; want %d", r.Seq, err, test.next)
			}
		})
	}
}

func cut(t *testing.T, j *Journal, stream string, before uint64) {
	t.Helper()
	if err := j.store.Purge(t.Context(), stream, before); err != nil {
		t.Fatal(err)
	}
}

// killRestore leaves what a process does that is killed in the middle of a restore: it
// takes nothing back.
func killRestore(t *testing.T, c Config, whole []byte) {
	t.Helper()
	stopped := errors.New("killed")
	defer func() {
		if v := recover(); v != stopped { //nolint:errorlint // the very value
			t.Fatalf("got %v, want that it was killed", v)
		}
	}()
	_ = Restore(t.Context(), c, bytes.NewReader(whole), func(done, _ uint64) {
		if done == 20 {
			panic(stopped)
		}
	})
}

// TestRestoreOutside moves a store from a folder to a NATS server that others
// use, too.
func TestRestoreOutside(t *testing.T) {
	t.Parallel()
	j := opened(t, Config{Folder: t.TempDir(), Partitions: 2})
	fill(t, j)
	var file bytes.Buffer
	if err := j.Dump(t.Context(), &file, nil); err != nil {
		t.Fatal(err)
	}
	c := Config{URL: outside(t, t.TempDir(), -1).ClientURL(), Prefix: "moved"}
	if _, err := Visit(t.Context(), c); !errors.Is(err, ErrNoStore) {
		t.Errorf("before: got %v, want %v", err, ErrNoStore)
	}
	whole := file.Bytes()
	if err := Restore(t.Context(), c, bytes.NewReader(whole[:len(whole)-30]), nil); !errors.Is(err, ErrBackup) {
		t.Errorf("a cut file: got %v, want %v", err, ErrBackup)
	}
	killRestore(t, c, whole)
	for what, open := range map[string]func(context.Context, Config) (*Journal, error){"Open": Open, "Visit": Visit} {
		if _, err := open(t.Context(), c); !errors.Is(err, embedded.ErrUnfinished) {
			t.Errorf("%s of what a killed restore has left: got %v, want %v", what, err, embedded.ErrUnfinished)
		}
	}
	if err := Restore(t.Context(), c, bytes.NewReader(whole), nil); err != nil {
		t.Fatal(err)
	}
	if err := Restore(t.Context(), c, bytes.NewReader(whole), nil); !errors.Is(err, ErrNotEmpty) {
		t.Errorf("again: got %v, want %v", err, ErrNotEmpty)
	}
	visitor := visited(t, c)
	if running, err := visitor.Running(t.Context()); err != nil || running {
		t.Errorf("Running: %v, %v; want that nobody does", running, err)
	}
	if got, want := contents(t, visitor), contents(t, j); !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	opened(t, c)
	if running, err := visitor.Running(t.Context()); err != nil || !running {
		t.Errorf("Running: %v, %v; want that somebody does", running, err)
	}
}
