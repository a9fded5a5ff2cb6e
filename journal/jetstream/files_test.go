package jetstream

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream/blocks"
	"familiar/journal/jetstream/store"
	"familiar/messages"
)

// TestFiles: the files give what the server gives, as far as they go, and stop where
// something was taken out.
func TestFiles(t *testing.T) {
	const records = 30_000 // two blocks
	for _, tt := range []struct {
		story  string
		change func(*testing.T, *Journal, string) // before the store is closed
		after  uint64
		want   uint64 // how far the files go
	}{
		{"all that was written", func(*testing.T, *Journal, string) {}, 0, records},
		{"from the middle", func(*testing.T, *Journal, string) {}, records / 2, records},
		{"the first are gone", func(t *testing.T, j *Journal, stream string) {
			if err := j.store.Purge(t.Context(), stream, records/3); err != nil {
				t.Fatal(err)
			}
		}, records / 3, records},
		{"one was taken out", func(t *testing.T, j *Journal, stream string) {
			if err := j.store.Delete(t.Context(), stream, false, records/2); err != nil {
				t.Fatal(err)
			}
		}, 10, 10},
		{"one was overwritten", func(t *testing.T, j *Journal, stream string) {
			if err := j.store.Delete(t.Context(), stream, true, records/2); err != nil {
				t.Fatal(err)
			}
		}, 10, 10},
	} {
		t.Run(tt.story, func(t *testing.T) {
			t.Parallel()
			c := Config{Folder: t.TempDir(), Partitions: 1}
			j := openTest(t, c)
			stream := j.store.Names.Lines(0)
			appendMany(t, j, records)
			tt.change(t, j, stream)
			if err := j.Close(); err != nil {
				t.Fatal(err)
			}
			j = openTest(t, c)
			appendMany(t, j, 10) // which the files had not when they were looked at
			var want, got []string
			say := func(seq uint64, at time.Time, subject string, data []byte) string {
				return fmt.Sprintf("%d %d %s %x", seq, at.UnixNano(), subject, data)
			}
			err := j.store.Scan(t.Context(), store.Reading{Stream: stream, After: tt.after, Until: tt.want}, func(m store.Message) error {
				if m.Seq <= tt.want {
					want = append(want, say(m.Seq, m.At, m.Subject, m.Data))
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			last, err := j.store.Files(t.Context(), blocks.Part{Stream: stream, After: tt.after, Until: math.MaxUint64}, func(r blocks.Record) error {
				got = append(got, say(r.Seq, r.At, string(r.Subject), r.Data))
				return nil
			})
			if err != nil || last != tt.want {
				t.Errorf("the files go to %d, %v; want %d", last, err, tt.want)
			}
			if tt.want > tt.after && !slices.Equal(got, want) {
				t.Errorf("the files have %d records, the server %d, or others", len(got), len(want))
			}
			seqs := map[uint64]bool{}
			handed := make(chan uint64, 1024)
			defer consuming(t, j, 0, tt.after, func(r journal.Record) { handed <- r.Seq })()
			for seq := range handed {
				if seqs[seq] {
					t.Fatalf("record %d came twice", seq)
				}
				if seqs[seq] = true; seq == records+10 {
					break
				}
			}
			if n := uint64(len(seqs)); n != records+10-tt.after && (tt.want != tt.after || n != records+9-tt.after) {
				t.Errorf("%d records were handed over after %d of %d", n, tt.after, records+10)
			}
		})
	}
}

// TestFileUnread: a file that is there and can't be read is as one that is missing: the
// server is asked, and the log says so.
func TestFileUnread(t *testing.T) {
	var log bytes.Buffer
	c := Config{Folder: t.TempDir(), Partitions: 1}
	j := openTest(t, c)
	appendMany(t, j, 100)
	stream := j.store.Names.Lines(0)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	c.Log = slog.New(slog.NewTextHandler(&log, nil))
	j = openTest(t, c)
	file := filepath.Join(j.store.Server.Blocks(stream), "1.blk")
	for _, change := range []func() error{ // reading a folder fails
		func() error { return os.Rename(file, file+".away") },
		func() error { return os.Mkdir(file, 0o700) },
	} {
		if err := change(); err != nil {
			t.Fatal(err)
		}
	}
	last, err := j.store.Files(t.Context(), blocks.Part{Stream: stream, Until: math.MaxUint64}, func(blocks.Record) error { return nil })
	if err != nil || last != 0 {
		t.Errorf("the files go to %d, %v; want nothing, and no error", last, err)
	}
	if !strings.Contains(log.String(), "journal file not read") {
		t.Errorf("the log doesn't say so:\n%s", &log)
	}
	if err := errors.Join(os.Remove(file), os.Rename(file+".away", file)); err != nil {
		t.Fatal(err)
	}
}

// TestFilesSince: of what came since a moment nothing is missing.
func TestFilesSince(t *testing.T) {
	c := Config{Folder: t.TempDir(), Partitions: 1}
	j := openTest(t, c)
	appendMany(t, j, 30_000)
	stream := j.store.Names.Lines(0)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	j = openTest(t, c)
	state, err := j.store.State(t.Context(), stream)
	if err != nil {
		t.Fatal(err)
	}
	since := state.FirstTime.Add(state.LastTime.Sub(state.FirstTime) / 3 * 2)
	first, count := uint64(0), uint64(0)
	last, err := j.store.Files(t.Context(), blocks.Part{Stream: stream, Until: state.LastSeq, Since: since}, func(r blocks.Record) error {
		if count++; first == 0 {
			first = r.Seq
		}
		if r.At.Before(since) {
			t.Fatalf("record %d came before", r.Seq)
		}
		return nil
	})
	if err != nil || last != state.LastSeq || first+count-1 != last {
		t.Errorf("%d records from %d to %d, %v", count, first, last, err)
	}
	before, err := j.store.At(t.Context(), stream, first-1)
	if err != nil || before == nil || !before.Time.Before(since) {
		t.Errorf("the one before the first is %v, %v: it belongs to them", before, err)
	}
}

func appendMany(t *testing.T, j *Journal, n int) {
	t.Helper()
	writers := make(chan error)
	for w := range 8 {
		go func() {
			var err error
			for i := w; i < n && err == nil; i += 8 {
				e := messages.Heard{Line: &messages.Line{ID: messages.LineID(fmt.Sprint(i)), Channel: here, Text: "so I went to the shop and they had none of it left, and then home again"}}
				_, err = j.Append(t.Context(), 0, messages.ChannelID(fmt.Sprint("test/w/", i%100)), e)
			}
			writers <- err
		}()
	}
	for range 8 {
		if err := <-writers; err != nil {
			t.Fatal(err)
		}
	}
}
