package jetstream

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream/embedded"
	"familiar/messages"
)

// TestVisitRefuses: what can't be looked at, and why; nothing is made.
func TestVisitRefuses(t *testing.T) {
	for _, test := range []struct {
		what  string
		there func(t *testing.T, c *Config)
		want  error
	}{
		{"a folder that is not there", func(*testing.T, *Config) {}, ErrNoStore},
		{"an empty folder", func(t *testing.T, c *Config) {
			if err := os.Mkdir(c.Folder, 0o700); err != nil {
				t.Fatal(err)
			}
		}, ErrNoStore},
		{"a store whose owner has no socket", func(t *testing.T, c *Config) {
			opened(t, *c)
			if err := os.Remove(filepath.Join(c.Folder, "journal.sock")); err != nil {
				t.Fatal(err)
			}
		}, embedded.ErrInUse},
		{"a store of a newer form", func(t *testing.T, c *Config) {
			j := opened(t, *c)
			if _, err := j.store.Publish(t.Context(), j.store.Names.Subject("meta", "form"), []byte(`{"format":99,"partitions":8}`), nil); err != nil {
				t.Fatal(err)
			}
		}, ErrNewer},
		{"states of a newer program", func(t *testing.T, c *Config) {
			c.StateVersion = 2
			opened(t, *c)
			c.StateVersion = 1
		}, ErrNewer},
	} {
		t.Run(test.what, func(t *testing.T) {
			c := Config{Folder: filepath.Join(t.TempDir(), "journal")}
			test.there(t, &c)
			if _, err := Visit(t.Context(), c); !errors.Is(err, test.want) {
				t.Errorf("got %v, want %v", err, test.want)
			}
		})
	}
	t.Run("nobody at the URL", func(t *testing.T) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		address := l.Addr().String()
		l.Close()
		if _, err := Visit(t.Context(), Config{URL: "nats://" + address}); err == nil {
			t.Error("got no error")
		}
	})
}

// TestVisitAppends: what a visitor appends reaches the owner's consumer, and
// the owner goes on.
func TestVisitAppends(t *testing.T) {
	c := Config{Folder: t.TempDir(), Partitions: 2}
	j := opened(t, c)
	const channel = "test/w/garden"
	if _, err := j.Append(t.Context(), j.Epoch(0), channel, said(channel, 1)); err != nil {
		t.Fatal(err)
	}
	visitor := visited(t, c)
	order := messages.Forgotten{Person: "ana"}
	if _, err := visitor.Append(t.Context(), 0, channel, order); err != nil {
		t.Fatal(err)
	}
	if _, err := j.Append(t.Context(), j.Epoch(0), channel, said(channel, 2)); err != nil {
		t.Errorf("the owner after a visit: %v", err)
	}
	if running, err := visitor.Running(t.Context()); err != nil || !running {
		t.Errorf("Running: %v, %v; want that somebody does", running, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	var got []journal.Record
	err := j.Consume(ctx, j.Partition(channel), 0, func(r journal.Record) {
		if got = append(got, r); len(got) == 3 {
			stop()
		}
	})
	if err != nil || len(got) != 3 || got[1].Event != messages.Event(order) {
		t.Errorf("consumed %v, %v; want the order between two lines", got, err)
	}
	if visitor.Epoch(0) != 0 {
		t.Errorf("a visitor has epoch %d", visitor.Epoch(0))
	}
}

// TestStatus counts what fill has written.
func TestStatus(t *testing.T) {
	c := Config{Folder: t.TempDir(), Partitions: 3}
	j := opened(t, c)
	fill(t, j)
	s, err := visited(t, c).Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var records uint64
	for _, p := range s.Partitions {
		if records += p.Records; p.Records > 0 && (p.Behind != 2 || p.Checkpoint != p.Last-2) {
			t.Errorf("partition with checkpoint %d of %d is %d behind, want 2", p.Checkpoint, p.Last, p.Behind)
		}
	}
	for _, count := range []struct {
		what      string
		got, want any
	}{
		{"records, one of each channel and the last are gone", records, uint64(4*9 - 1)},
		{"channels", s.Channels, uint64(4)},
		{"deadlines", s.Due, 1},
		{"the earliest", s.Earliest, messages.Instant(1 << 41)},
		{"posts that wait", s.Waiting, 4},
		{"epoch", s.Epoch, j.Epoch(0)},
		{"somebody runs it", s.Running, true},
		{"letters", s.Letters.Records, uint64(1)},
		{"the disk is looked at", s.Disk.Used > 0 && s.Disk.Free > 0, true},
	} {
		if count.got != count.want {
			t.Errorf("%s: got %v, want %v", count.what, count.got, count.want)
		}
	}
}

// TestRecordsOfSome: the channels that are asked for, however many, from a
// moment on.
func TestRecordsOfSome(t *testing.T) {
	now := time.UnixMilli(1_000_000)
	j := opened(t, Config{Folder: t.TempDir(), Partitions: 2, Clock: func() time.Time { return now }})
	var all []messages.ChannelID
	for n := range 300 {
		all = append(all, messages.ChannelID(fmt.Sprintf("test/w/c%d", n)))
		if _, err := j.Append(t.Context(), 0, all[n], said(all[n], n)); err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Second)
	}
	for _, test := range []struct {
		what     string
		since    messages.Instant
		channels []messages.ChannelID
		want     int
	}{
		{"all", 0, nil, 300},
		{"one", 0, all[:1], 1},
		{"more than the server is asked to choose", 0, all[:250], 250},
		{"one nobody knows", 0, []messages.ChannelID{"test/w/none"}, 0},
		{"from a moment on", 1_100_000, nil, 200},
		{"some from a moment on", 1_100_000, all[:250], 150},
		{"after all of them", 9_000_000, nil, 0},
	} {
		got := 0
		for _, err := range j.Records(t.Context(), test.since, test.channels...) {
			if err != nil {
				t.Fatal(err)
			}
			got++
		}
		if got != test.want {
			t.Errorf("%s: got %d records, want %d", test.what, got, test.want)
		}
	}
}
