package jetstream

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream/embedded"
	"familiar/messages"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const here messages.ChannelID = "test/w/here"

// quiet keeps what tests provoke out of their output.
var quiet = slog.New(slog.DiscardHandler)

func openTest(t *testing.T, c Config) *Journal {
	t.Helper()
	return openBy(t, Open, c)
}

// openStill opens a journal in which nothing runs in the background, and so
// nothing is compacted but by the test.
func openStill(t *testing.T, c Config) *Journal {
	t.Helper()
	return openBy(t, takeStore, c)
}

func openBy(t *testing.T, open func(context.Context, Config) (*Journal, error), c Config) *Journal {
	t.Helper()
	if c.Log == nil {
		c.Log = quiet
	}
	j, err := open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})
	return j
}

// leave writes some of everything this file's tests look for.
func leave(t *testing.T, j *Journal) {
	t.Helper()
	ctx := t.Context()
	for n := range 3 {
		if _, err := j.Append(ctx, j.Epoch(0), here, messages.TimerFired{N: uint64(n)}, messages.TimerFired{N: 100}); err != nil {
			t.Fatal(err)
		}
	}
	r, err := j.Save(ctx, j.Epoch(0), journal.Snapshot{Channel: here, Seq: 3, Due: 70, Body: []byte("old")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := j.Save(ctx, j.Epoch(0), journal.Snapshot{Channel: here, Revision: r, Seq: 4, Due: 77, Body: []byte("state")}); err != nil {
		t.Fatal(err)
	}
	if err := j.SetCheckpoint(ctx, j.Epoch(0), j.Partition(here), 4); err != nil {
		t.Fatal(err)
	}
}

// left checks that what leave wrote is there.
func left(t *testing.T, j *Journal) {
	t.Helper()
	ctx, p := t.Context(), j.Partition(here)
	if last, err := j.Last(ctx, p); err != nil || last != 6 {
		t.Errorf("last is %d, %v; want 6", last, err)
	}
	if at, err := j.Checkpoint(ctx, p); err != nil || at != 4 {
		t.Errorf("checkpoint is %d, %v; want 4", at, err)
	}
	var got []messages.Event
	for r, err := range j.Replay(ctx, here, 4) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, r.Event)
	}
	if want := []messages.Event{messages.TimerFired{N: 2}, messages.TimerFired{N: 100}}; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("replayed %v, want %v", got, want)
	}
	s, err := j.Load(ctx, here)
	if err != nil || string(s.Body) != "state" || s.Seq != 4 || s.Due != 77 {
		t.Errorf("loaded %+v, %v", s, err)
	}
	n := 0
	for d, err := range j.Due(ctx, 77) {
		if n++; err != nil || d.Channel != here || d.Due != 77 || d.Seq != 4 {
			t.Errorf("due is %+v, %v", d, err)
		}
	}
	if n != 1 {
		t.Errorf("%d are due, want 1", n)
	}
}

func TestReopen(t *testing.T) {
	folder := t.TempDir()
	first := openTest(t, Config{Folder: folder})
	leave(t, first)
	left(t, first)
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second := openTest(t, Config{Folder: folder})
	left(t, second)
	if second.Epoch(0) != first.Epoch(0)+1 {
		t.Errorf("the second opening has epoch %d after %d", second.Epoch(0), first.Epoch(0))
	}
	if _, err := second.Append(t.Context(), first.Epoch(0), here, messages.TimerFired{}); !errors.Is(err, journal.ErrConflict) {
		t.Errorf("the first opening's epoch: got %v, want ErrConflict", err)
	}
	for d, err := range second.Due(t.Context(), 76) {
		t.Errorf("due before its time: %+v, %v", d, err)
	}
}

// TestKilled opens what a killed process leaves: its files as they are.
func TestKilled(t *testing.T) {
	folder, copied := t.TempDir(), t.TempDir()
	first := openTest(t, Config{Folder: folder})
	leave(t, first)
	if err := os.CopyFS(filepath.Join(copied, "store"), os.DirFS(filepath.Join(folder, "store"))); err != nil {
		t.Fatal(err)
	}
	left(t, openTest(t, Config{Folder: copied}))
}

func TestDeadlineGone(t *testing.T) {
	folder := t.TempDir()
	j := openTest(t, Config{Folder: folder})
	leave(t, j)
	s, err := j.Load(t.Context(), here)
	if err != nil {
		t.Fatal(err)
	}
	s.Due = 0
	if _, err := j.Save(t.Context(), 0, s); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	for d, err := range openTest(t, Config{Folder: folder}).Due(t.Context(), 1<<50) {
		t.Errorf("due though its deadline is gone: %+v, %v", d, err)
	}
}

func TestClockGoesBack(t *testing.T) {
	now, folder := time.UnixMilli(1000), t.TempDir()
	config := Config{Folder: folder, Clock: func() time.Time { return now }, Generation: func() int { return 7 }}
	j := openTest(t, config)
	for _, step := range []struct {
		story     string
		reopen    bool
		set, want int64
	}{
		{"a first line", false, 1000, 1000},
		{"the clock was set back", false, 400, 1000},
		{"it goes on", false, 1500, 1500},
		{"it was set back while nobody ran", true, 700, 1500},
	} {
		if step.reopen {
			if err := j.Close(); err != nil {
				t.Fatal(err)
			}
			j = openTest(t, config)
		}
		now = time.UnixMilli(step.set)
		r, err := j.Append(t.Context(), 0, here, messages.TimerFired{})
		if err != nil || int64(r.At) != step.want || r.Generation != 7 {
			t.Errorf("%s: got %+v, %v; want at %d, generation 7", step.story, r, err, step.want)
		}
	}
}

func TestOpenRefused(t *testing.T) {
	inUse, newer, four, file := t.TempDir(), t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "file")
	openTest(t, Config{Folder: inUse})
	made := func(folder string, change func(*Journal)) {
		j := openTest(t, Config{Folder: folder, StateVersion: 3})
		change(j)
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
	made(four, func(*Journal) {})
	made(newer, func(j *Journal) {
		var stored form
		revision, err := j.store.ReadMeta(t.Context(), "form", &stored)
		if err == nil {
			_, err = j.store.WriteMeta(t.Context(), "form", revision, form{Format: storeFormat + 1, Partitions: 8})
		}
		if err != nil {
			t.Fatal(err)
		}
	})
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		story  string
		config Config
		is     error
		says   string
	}{
		{"neither a folder nor a URL", Config{}, nil, "want a folder"},
		{"another process has the folder", Config{Folder: inUse}, embedded.ErrInUse, inUse},
		{"a file stands where the folder should be", Config{Folder: file}, nil, file},
		{"the store is of a newer form", Config{Folder: newer}, ErrNewer, fmt.Sprint("format ", storeFormat+1)},
		{"its states are newer", Config{Folder: four, StateVersion: 2}, ErrNewer, "version 3"},
		{"it has another number of partitions", Config{Folder: four, Partitions: 8}, nil, "set it to 4"},
		{"nobody answers at the URL", Config{URL: "nats://ana:secret@127.0.0.1:1"}, nil, "nats://ana:xxxxx@127.0.0.1:1"},
		{"the URL is none", Config{URL: "nats://ana:sec ret@%%"}, nil, "invalid URL"},
		{"the credentials are missing", Config{URL: "nats://127.0.0.1:1", Credentials: "/nowhere/creds"}, nil, "creds"},
	} {
		tt.config.Log = quiet
		j, err := Open(t.Context(), tt.config)
		if err == nil {
			j.Close()
			t.Errorf("%s: opened", tt.story)
			continue
		}
		if tt.is != nil && !errors.Is(err, tt.is) || !strings.Contains(err.Error(), tt.says) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: got %q", tt.story, err)
		}
	}
	again := openTest(t, Config{Folder: four})
	if again.Partitions() != embeddedPartitions {
		t.Errorf("opened with %d partitions, the store has %d", again.Partitions(), embeddedPartitions)
	}
}

// TestPartitionsUnasked: a store keeps the partitions that it has, and a new one has fewer
// where nobody can share it.
func TestPartitionsUnasked(t *testing.T) {
	folder, server := t.TempDir(), outside(t, t.TempDir(), -1)
	for _, tt := range []struct {
		story  string
		config Config
		want   int
	}{
		{"three are asked for", Config{Folder: folder, Partitions: 3}, 3},
		{"the store has them", Config{Folder: folder}, 3},
		{"a new one of the embedded server", Config{Folder: t.TempDir()}, embeddedPartitions},
		{"a new one on a NATS server", Config{URL: server.ClientURL()}, journal.DefaultPartitions},
	} {
		j := openTest(t, tt.config)
		if got := j.Partitions(); got != tt.want {
			t.Errorf("%s: it has %d, want %d", tt.story, got, tt.want)
		}
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	}
}
