package jetstream

import (
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"familiar/journal"
	"familiar/messages"
)

// TestVerify: each thing that can be wrong is found, and nothing else.
func TestVerify(t *testing.T) {
	const channel = "test/w/garden"
	for _, test := range []struct {
		what string
		harm func(t *testing.T, j *Journal)
		want string // a part of the only problem; "": there is none
	}{
		{"nothing is wrong", func(*testing.T, *Journal) {}, ""},
		{"a record is no record", func(t *testing.T, j *Journal) {
			raw(t, j, j.store.Names.Line(j.Partition(channel), "test.w.garden"), "nonsense")
		}, "record is truncated"},
		{"a record is of a kind nobody knows", func(t *testing.T, j *Journal) {
			raw(t, j, j.store.Names.Line(j.Partition(channel), "test.w.garden"), string(plainly(1<<42, []byte(`{"sung":{}}`))))
		}, "unknown kind"},
		{"a record is in another's partition", func(t *testing.T, j *Journal) {
			raw(t, j, j.store.Names.Line(1-j.Partition(channel), "test.w.garden"), line(t, 1<<42))
		}, "belongs to partition"},
		{"time goes back", func(t *testing.T, j *Journal) {
			raw(t, j, j.store.Names.Line(j.Partition(channel), "test.w.garden"), line(t, 7))
		}, "it came at 1970-01-01T00:00:00.007Z"},
		{"a checkpoint is past the log", func(t *testing.T, j *Journal) {
			raw(t, j, j.store.Names.Subject("meta", j.store.Names.CheckpointWord(0)), "4711")
		}, "its checkpoint is 4711"},
		{"a snapshot's header is lost", func(t *testing.T, j *Journal) {
			raw(t, j, j.store.Names.Snapshot(j.Partition(channel), "test.w.garden"), "body")
		}, "snapshot's header"},
		{"a snapshot's state is damaged", func(t *testing.T, j *Journal) {
			save(t, j, journal.Snapshot{Channel: channel, Seq: 1, Body: []byte("damaged")})
		}, "of test/w/garden: damaged state; its channel is made anew"},
		{"a snapshot is past the log", func(t *testing.T, j *Journal) {
			save(t, j, journal.Snapshot{Channel: channel, Seq: 4711})
		}, "it has seen record 4711"},
		{"a deadline is not in the index", func(t *testing.T, j *Journal) {
			save(t, j, journal.Snapshot{Channel: channel, Seq: 1, Due: 5})
			raw(t, j, j.store.Names.Subject("due", "test.w.garden"), "9 1")
		}, "is not in the index"},
		{"a deadline is earlier in the index, as after a crash", func(t *testing.T, j *Journal) {
			save(t, j, journal.Snapshot{Channel: channel, Seq: 1, Due: 5})
			raw(t, j, j.store.Names.Subject("due", "test.w.garden"), "3 1")
		}, ""},
		{"a post is none", func(t *testing.T, j *Journal) { raw(t, j, j.store.Names.Subject("out", "test.w.garden.p.a"), "{") }, "post"},
		{"a note is none", func(t *testing.T, j *Journal) { raw(t, j, j.store.Names.Subject("note", "test.w.garden"), "{") }, "note"},
		{"packed notes are cut", func(t *testing.T, j *Journal) { raw(t, j, j.store.Names.Subject("seen", "test.w.garden"), "\x01\x01") }, "pack of notes is damaged"},
		{"a letter is none", func(t *testing.T, j *Journal) { raw(t, j, j.store.Names.Subject("dead", "test.w.garden.p"), "{") }, "letter"},
	} {
		t.Run(test.what, func(t *testing.T) {
			c := Config{Folder: t.TempDir(), Partitions: 2}
			j := opened(t, c)
			fill(t, j)
			if test.harm(t, j); t.Failed() {
				return
			}
			check := func(s journal.Snapshot) error {
				if string(s.Body) == "damaged" {
					return errors.New("damaged state")
				}
				return nil
			}
			var done, total uint64
			problems, err := visited(t, c).Verify(t.Context(), check, func(d, of uint64) { done, total = d, of })
			switch {
			case err != nil:
				t.Error(err)
			case done == 0 || done != total:
				t.Errorf("told of %d of %d at the end", done, total)
			case test.want == "" && len(problems) > 0:
				t.Errorf("got %v, want no problem", problems)
			case test.want != "" && (len(problems) != 1 || !strings.Contains(problems[0].String(), test.want)):
				t.Errorf("got %v, want one with %q", problems, test.want)
			}
		})
	}
}

// raw writes a message past everything that looks at it.
func raw(t *testing.T, j *Journal, subject, body string) {
	t.Helper()
	if _, err := j.store.Publish(t.Context(), subject, []byte(body), nil); err != nil {
		t.Fatal(err)
	}
}

// save writes a snapshot over whatever there is.
func save(t *testing.T, j *Journal, s journal.Snapshot) {
	t.Helper()
	newest, err := j.Load(t.Context(), s.Channel)
	if err != nil {
		t.Fatal(err)
	}
	s.Revision = newest.Revision
	if _, err := j.Save(t.Context(), j.Epoch(0), s); err != nil {
		t.Fatal(err)
	}
}

// line returns the bytes of a record of that time.
func line(t *testing.T, at messages.Instant) string {
	t.Helper()
	event, err := messages.EncodeEvent(messages.TimerFired{N: 1})
	if err != nil {
		t.Fatal(err)
	}
	return string(plainly(at, event))
}

// plainly returns the bytes of a record that is not sealed.
func plainly(at messages.Instant, event []byte) []byte {
	b := binary.AppendUvarint([]byte{1}, uint64(at))
	return append(append(b, 0, 0), event...)
}
