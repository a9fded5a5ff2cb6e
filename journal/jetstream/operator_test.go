package jetstream

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"familiar/journal"
	"familiar/journal/jetstream/embedded"
	"familiar/messages"
)

// said is a line for a test.
func said(channel messages.ChannelID, n int) messages.Event {
	return messages.Heard{Line: &messages.Line{
		ID: messages.LineID(fmt.Sprintf("l%d", n)), Channel: channel, Account: "a",
		Author: messages.Author{ID: "ana", Name: "Ana"}, Text: fmt.Sprintf("line %d", n),
	}}
}

// opened returns an owner's journal, closed with the test.
func opened(t *testing.T, c Config) *Journal {
	t.Helper()
	j, err := Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	return j
}

// visited returns a visitor's journal, closed with the test.
func visited(t *testing.T, c Config) *Journal {
	t.Helper()
	j, err := Visit(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	return j
}

// places are the channels that fill fills.
var places = []messages.ChannelID{"test/w/garden", "test/w/garden/t1", "test//kitchen", "test/a%2Fb/c.d *>"}

// fill writes something of each kind: lines with a hole and without the newest,
// snapshots, of which one has a deadline, posts that wait and some that were
// removed, notes, a letter.
func fill(t *testing.T, j *Journal) {
	t.Helper()
	ctx, epoch := t.Context(), j.Epoch(0)
	for i, channel := range places {
		var last journal.Record
		for n := range 10 {
			var err error
			if last, err = j.Append(ctx, 0, channel, said(channel, n)); err != nil {
				t.Fatal(err)
			}
			if n == 4 { // a hole in the sequences
				if err := j.store.Delete(ctx, j.store.Names.Lines(j.Partition(channel)), false, last.Seq); err != nil {
					t.Fatal(err)
				}
			}
		}
		due := messages.Instant(0)
		if i == 0 {
			due = 1 << 41
		}
		if _, err := j.Save(ctx, epoch, journal.Snapshot{Channel: channel, Seq: last.Seq, Due: due, Body: []byte(channel)}); err != nil {
			t.Fatal(err)
		}
		for _, id := range []messages.PostID{"kept", "removed"} {
			if err := j.Enqueue(ctx, epoch, messages.Post{ID: id, Channel: channel, Account: "a", Text: "hello"}); err != nil {
				t.Fatal(err)
			}
		}
		if err := j.Remove(ctx, channel, "removed"); err != nil {
			t.Fatal(err)
		}
		notes := []*messages.Note{{Channel: channel, Line: "l1", At: last.At, Act: messages.Engage, Rung: "alias"}, {Channel: channel, Line: "l2", At: last.At, Act: messages.Observe, Rung: "rest"}}
		if err := j.Note(ctx, notes...); err != nil {
			t.Fatal(err)
		}
		if i == len(places)-1 { // the newest of its partition
			if err := j.store.Delete(ctx, j.store.Names.Lines(j.Partition(channel)), false, last.Seq); err != nil {
				t.Fatal(err)
			}
		}
		if err := j.SetCheckpoint(ctx, epoch, j.Partition(channel), last.Seq-2); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Bury(ctx, journal.Letter{At: 5, Channel: places[0], Post: &messages.Post{ID: "lost", Channel: places[0], Text: "hi"}, Reason: "gone"}); err != nil {
		t.Fatal(err)
	}
	if err := j.ledger.Flush(ctx); err != nil { // what is held would come later
		t.Fatal(err)
	}
}

// contents reads all that a store has, in words.
func contents(t *testing.T, j *Journal) map[string]string {
	t.Helper()
	all := make(map[string]string)
	for r, err := range j.Records(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		all[fmt.Sprintf("record %d %d", j.Partition(r.Channel), r.Seq)] = fmt.Sprintf("%s %v %d %v", r.Channel, r.At, r.Generation, r.Event.(messages.Heard).Line.Text)
	}
	for s, err := range j.Newest(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		all["snapshot "+string(s.Channel)] = fmt.Sprintf("%d %v %s", s.Seq, s.Due, s.Body)
	}
	for s, err := range j.Due(t.Context(), 1<<62) {
		if err != nil {
			t.Fatal(err)
		}
		all["due "+string(s.Channel)] = fmt.Sprint(s.Due)
	}
	for l, err := range j.Buried(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		all["letter "+string(l.Channel)] = fmt.Sprint(l.At, l.Post.ID, l.Post.Text, l.Reason)
	}
	for _, channel := range places {
		for n, err := range j.Notes(t.Context(), channel, 0) {
			if err != nil {
				t.Fatal(err)
			}
			all["note "+string(channel)+" "+string(n.Rung)] = fmt.Sprint(n.Line, n.At, n.Act)
		}
	}
	s, err := j.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	all["posts"] = fmt.Sprint(s.Waiting, s.Outbox.Records)
	for k, p := range s.Partitions {
		all[fmt.Sprintf("partition %d", k)] = fmt.Sprint(p.Records, p.Last, p.Checkpoint, p.Behind)
	}
	return all
}

// TestBackup follows a store into a file and out of it, while it is in use.
func TestBackup(t *testing.T) {
	t.Parallel()
	c := Config{Folder: t.TempDir(), Partitions: 3}
	j := opened(t, c)
	fill(t, j)
	var file bytes.Buffer
	if err := visited(t, c).Dump(t.Context(), &file, nil); err != nil {
		t.Fatal(err)
	}
	want := contents(t, j)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}

	target := Config{Folder: filepath.Join(t.TempDir(), "new", "journal")}
	if err := Restore(t.Context(), target, bytes.NewReader(file.Bytes()), nil); err != nil {
		t.Fatal(err)
	}
	other := opened(t, target)
	if got := contents(t, other); !maps.Equal(got, want) {
		t.Errorf("restored\n%v\nwant\n%v", got, want)
	}
	if other.Epoch(0) <= j.Epoch(0) {
		t.Errorf("epoch %d after %d, want a greater one", other.Epoch(0), j.Epoch(0))
	}
	if problems, err := other.Verify(t.Context(), nil, nil); err != nil || len(problems) > 0 {
		t.Errorf("the restored store: %v, %v", problems, err)
	}
	for i, channel := range places { // the state's revision is the new store's
		s, err := other.Load(t.Context(), channel)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := other.Save(t.Context(), other.Epoch(0), s); err != nil {
			t.Errorf("save of channel %d over what was restored: %v", i, err)
		}
	}
	if err := other.Enqueue(t.Context(), other.Epoch(0), messages.Post{ID: "removed", Channel: places[0], Account: "a"}); !errors.Is(err, journal.ErrExists) {
		t.Errorf("Enqueue of a post that was removed before the backup: %v, want ErrExists", err)
	}
}

// TestRestoreLeavesNothing: whatever is wrong, there is a whole store or none.
func TestRestoreLeavesNothing(t *testing.T) {
	t.Parallel()
	j := opened(t, Config{Folder: t.TempDir(), Partitions: 2})
	fill(t, j)
	var file bytes.Buffer
	if err := j.Dump(t.Context(), &file, nil); err != nil {
		t.Fatal(err)
	}
	whole := file.Bytes()
	damaged := bytes.Clone(whole)
	damaged[len(damaged)/2] ^= 0x40
	for _, test := range []struct {
		what string
		file []byte
		want error
	}{
		{"an empty file", nil, ErrBackup},
		{"something else", []byte("hello, this is no backup at all"), ErrBackup},
		{"a cut one", whole[:len(whole)*2/3], ErrBackup},
		{"one that lacks its last bytes", whole[:len(whole)-40], ErrBackup},
		{"one with a bit turned", damaged, ErrBackup},
	} {
		t.Run(test.what, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "journal")
			if err := Restore(t.Context(), Config{Folder: folder}, bytes.NewReader(test.file), nil); !errors.Is(err, test.want) {
				t.Errorf("got %v, want %v", err, test.want)
			}
			if _, err := os.Stat(folder); !os.IsNotExist(err) {
				t.Errorf("the folder is there: %v", err)
			}
		})
	}
	t.Run("called off", func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		folder := filepath.Join(t.TempDir(), "journal")
		err := Restore(ctx, Config{Folder: folder}, bytes.NewReader(whole), func(done, _ uint64) {
			if done == 20 {
				stop()
			}
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want that it was called off", err)
		}
		if _, err := os.Stat(folder); !os.IsNotExist(err) {
			t.Errorf("the folder is there: %v", err)
		}
	})
	t.Run("killed", func(t *testing.T) {
		c := Config{Folder: t.TempDir(), Partitions: 2}
		if err := os.MkdirAll(filepath.Join(embedded.Files(embedded.Restoring(c.Folder)), "jetstream"), 0o700); err != nil {
			t.Fatal(err)
		}
		for what, open := range map[string]func(context.Context, Config) (*Journal, error){"Open": Open, "Visit": Visit} {
			if _, err := open(t.Context(), c); !errors.Is(err, embedded.ErrUnfinished) || !strings.Contains(err.Error(), "run familiar restore again") {
				t.Errorf("%s: got %v, want no empty journal in the place of the one that was to be restored", what, err)
			}
		}
		if err := Restore(t.Context(), c, bytes.NewReader(whole), nil); err != nil {
			t.Fatal(err)
		}
		if got, want := contents(t, opened(t, c)), contents(t, j); !maps.Equal(got, want) {
			t.Errorf("restored again it has %v, want %v", got, want)
		}
	})
	t.Run("over a store", func(t *testing.T) {
		c := Config{Folder: t.TempDir(), Partitions: 2}
		there := opened(t, c)
		fill(t, there)
		want := contents(t, there)
		if err := there.Close(); err != nil {
			t.Fatal(err)
		}
		if err := Restore(t.Context(), c, bytes.NewReader(whole), nil); !errors.Is(err, ErrNotEmpty) {
			t.Errorf("got %v, want %v", err, ErrNotEmpty)
		}
		if got := contents(t, visited(t, c)); !maps.Equal(got, want) {
			t.Errorf("the store that was there has now\n%v\nwant\n%v", got, want)
		}
	})
}
