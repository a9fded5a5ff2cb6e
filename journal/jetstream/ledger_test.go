package jetstream

import (
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"familiar/journal/jetstream/store"
	"familiar/messages"
)

func noted(t *testing.T, j *Journal, notes ...*messages.Note) {
	t.Helper()
	if err := j.Note(t.Context(), notes...); err != nil {
		t.Fatal(err)
	}
}

func linesNoted(t *testing.T, j *Journal, channel messages.ChannelID, limit int) (found []string) {
	t.Helper()
	for n, err := range j.Notes(t.Context(), channel, limit) {
		if err != nil {
			t.Fatal(err)
		}
		if n.Channel != channel {
			t.Errorf("note of %s among those of %s", n.Channel, channel)
		}
		found = append(found, string(n.Act)+" "+string(n.Line))
	}
	return found
}

// TestNotesAreOneStory: whichever way a note was kept, and while it still is
// held, it comes in its place.
func TestNotesAreOneStory(t *testing.T) {
	const channel = "test/w/c"
	folder := t.TempDir()
	j := opened(t, Config{Folder: folder, Partitions: 1})
	var want []string
	for n := range 3*packOf + 5 {
		note := observed(channel, n)
		note.Line = messages.LineID(fmt.Sprint("m", n))
		if n%10 == 3 {
			note.Act = messages.Engage
		}
		noted(t, j, note, observed("test/w/other", n))
		want = append(want, string(note.Act)+" "+string(note.Line))
	}
	slices.Reverse(want)
	for _, story := range []string{"some are held", "all were written at the end"} {
		for _, limit := range []int{0, 1, 7, 2 * packOf, 1000} {
			some := want
			if limit > 0 && limit < len(want) {
				some = want[:limit]
			}
			if got := linesNoted(t, j, channel, limit); !slices.Equal(got, some) {
				t.Errorf("%s, limit %d:\ngot  %v\nwant %v", story, limit, got, some)
			}
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		j = opened(t, Config{Folder: folder})
	}
	// A crash came before the state was saved: the same decisions again.
	for n := range 5 {
		note := observed(channel, n+3*packOf)
		note.Line = messages.LineID(fmt.Sprint("m", n+3*packOf))
		if (n+3*packOf)%10 == 3 {
			note.Act = messages.Engage
		}
		noted(t, j, note)
	}
	if got := linesNoted(t, j, channel, 0); !slices.Equal(got, want) {
		t.Errorf("noted again:\ngot  %v\nwant %v", got, want)
	}
}

// TestCloseWaitsForNoServer: with very much queued for a server that takes it
// and doesn't answer, the end comes soon, and says how much is lost.
func TestCloseWaitsForNoServer(t *testing.T) {
	const many = 8000
	s := outside(t, t.TempDir(), -1)
	var log strings.Builder
	j := opened(t, Config{URL: s.ClientURL(), Partitions: 1, Within: time.Second, Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err := j.store.JetStream().DeleteStream(t.Context(), j.store.Names.Stream("notes")); err != nil {
		t.Fatal(err)
	}
	silent, err := j.store.AnotherConnection()
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	if _, err := silent.SubscribeSync(j.store.Names.Subject("note", ">")); err != nil {
		t.Fatal(err)
	}
	if err := silent.Flush(); err != nil {
		t.Fatal(err)
	}
	notes := make([]*messages.Note, many)
	for n := range notes {
		notes[n] = &messages.Note{Channel: here, Line: messages.LineID(fmt.Sprint("m", n)), Act: messages.Engage}
	}
	noted(t, j, notes...)
	began := time.Now()
	if err := j.Close(); err != nil {
		t.Error(err)
	}
	if took := time.Since(began); took > many/maxAwaited*time.Second/2 {
		t.Errorf("it took %v to close: one batch after another was waited for", took)
	}
	lost := 0
	for _, m := range regexp.MustCompile(`msg="notes not kept" count=(\d+)`).FindAllStringSubmatch(log.String(), -1) {
		n, err := strconv.Atoi(m[1])
		if err != nil {
			t.Fatal(err)
		}
		lost += n
	}
	if lost != many {
		t.Errorf("it says that %d notes are lost, want all %d", lost, many)
	}
}

// TestNotesFarBack: a quiet channel's notes are found behind those of others.
func TestNotesFarBack(t *testing.T) {
	j := opened(t, Config{Folder: t.TempDir(), Partitions: 1})
	engage := func(channel messages.ChannelID, n int) *messages.Note {
		note := observed(channel, n)
		note.Act, note.Line = messages.Engage, messages.LineID(fmt.Sprint(n))
		return note
	}
	for n := range 2 {
		noted(t, j, engage("test/w/quiet", n))
	}
	for n := range 3 * store.FirstStretch {
		noted(t, j, engage("test/w/loud", n))
	}
	noted(t, j, engage("test/w/quiet", 2))
	for limit, want := range [][]string{{"engage 2", "engage 1", "engage 0"}, {"engage 2"}, {"engage 2", "engage 1"}} {
		if got := linesNoted(t, j, "test/w/quiet", limit); !slices.Equal(got, want) {
			t.Errorf("limit %d: got %v, want %v", limit, got, want)
		}
	}
}

func TestPacksAreBounded(t *testing.T) {
	var s packs
	written := 0
	channel := func(n int) messages.ChannelID { return messages.ChannelID(fmt.Sprint("test/w/", n)) }
	for n := range maxBuffered + 10 {
		p := s.add(observed(channel(n), n))
		if p == nil {
			continue
		}
		if want := channel(written); p.channel != want {
			t.Fatalf("%s had to make room, want the oldest, %s", p.channel, want)
		}
		written++
	}
	if written != 10 || s.count != maxBuffered || len(s.open) != maxBuffered {
		t.Errorf("%d written, %d notes in %d packs held; want 10 and %d", written, s.count, len(s.open), maxBuffered)
	}
	if due := s.begun(time.Now().Add(time.Second)); len(due) != maxBuffered || s.count != 0 || len(s.order) != 0 {
		t.Errorf("%d packs were due, %d notes are left; want all and none", len(due), s.count)
	}
	for n := range 100 * packOf { // packs that fill leave no trace
		s.add(observed(channel(n/packOf), n))
	}
	if len(s.order) > 1100 || len(s.open) != 0 {
		t.Errorf("%d packs are remembered, %d open", len(s.order), len(s.open))
	}
}

// TestSlowServer: what waits for the server is bounded, and what is lost is
// said.
func TestSlowServer(t *testing.T) {
	var said strings.Builder
	j := &Journal{store: store.New(store.Config{Log: slog.New(slog.NewTextHandler(&said, nil))})}
	l := &j.ledger
	full := &openPack{packing: packing{count: packOf}}
	for range maxQueued {
		l.put(unwritten{note: observed("test/w/c", 1)})
	}
	l.put(unwritten{note: observed("test/w/c", 1)})
	l.put(unwritten{pack: full})
	if len(l.queue) != maxQueued {
		t.Errorf("%d writes wait, want %d", len(l.queue), maxQueued)
	}
	j.complain()
	j.complain()
	if got := said.String(); strings.Count(got, "notes not kept") != 1 || !strings.Contains(got, "count=33") {
		t.Errorf("the log says %q, want 33 notes once", got)
	}
}

// BenchmarkNote is what a channel pays for a line it only observes.
func BenchmarkNote(b *testing.B) {
	j, ids := benchOpen(b), someChannels(1000)
	notes := make([]*messages.Note, 4096)
	for n := range notes {
		notes[n] = observed("", n)
	}
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		note := notes[n%len(notes)]
		note.Channel = ids[n%len(ids)]
		if err := j.Note(b.Context(), note); err != nil {
			b.Fatal(err)
		}
	}
}
