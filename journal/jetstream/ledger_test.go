package jetstream

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"familiar/internal/await"
	"familiar/journal/jetstream/ledger"
	"familiar/journal/jetstream/store"
	"familiar/journal/journaltest"
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
	for n := range 3*ledger.PackOf + 5 {
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
		for _, limit := range []int{0, 1, 7, 2 * ledger.PackOf, 1000} {
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
		note := observed(channel, n+3*ledger.PackOf)
		note.Line = messages.LineID(fmt.Sprint("m", n+3*ledger.PackOf))
		if (n+3*ledger.PackOf)%10 == 3 {
			note.Act = messages.Engage
		}
		noted(t, j, note)
	}
	if got := linesNoted(t, j, channel, 0); !slices.Equal(got, want) {
		t.Errorf("noted again:\ngot  %v\nwant %v", got, want)
	}
}

// TestNotesOutliveAnOutage: what was noted while the server is away is there once it is back,
// alone or packed, each once.
func TestNotesOutliveAnOutage(t *testing.T) {
	t.Parallel()
	folder, port := t.TempDir(), journaltest.Port(t)
	s := outside(t, folder, port)
	var log strings.Builder
	j := opened(t, Config{URL: s.ClientURL(), Partitions: 1, Within: 300 * time.Millisecond, Log: slog.New(slog.NewTextHandler(&log, nil))})
	var want []string
	note := func(act messages.Act, n int) {
		note := observed(here, n)
		note.Act = act
		noted(t, j, note)
		want = append([]string{string(act) + " " + string(note.Line)}, want...)
	}
	for n := range 2 * ledger.MaxAwaited {
		note(messages.Engage, n)
	}
	shut(s)
	for n := range 2 * ledger.MaxAwaited {
		act := messages.Engage
		if n%2 == 0 {
			act = messages.Observe
		}
		note(act, 2*ledger.MaxAwaited+n)
	}
	bounded, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if err := j.ledger.Flush(bounded); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("got %v from writing what is noted without a server, want that it goes on", err)
	}
	outside(t, folder, port)
	patient, cancel := context.WithTimeout(t.Context(), await.Patience)
	defer cancel()
	if err := j.ledger.Flush(patient); err != nil {
		t.Fatal(err)
	}
	if got := linesNoted(t, j, here, 0); !slices.Equal(got, want) {
		t.Errorf("%d notes are there, want the %d of before and during the outage, each once", len(got), len(want))
	}
	if strings.Contains(log.String(), "notes not stored") {
		t.Errorf("the log says that notes were lost: %s", log.String())
	}
}

// TestManyNotesAtOnce: more are noted in one moment than may wait, and who notes waits until
// there is room for them; none is lost.
func TestManyNotesAtOnce(t *testing.T) {
	t.Parallel()
	const many = 80_000
	var log strings.Builder
	j := opened(t, Config{Folder: t.TempDir(), Partitions: 1, Log: slog.New(slog.NewTextHandler(&log, nil))})
	notes := make([]*messages.Note, many)
	for n := range notes {
		notes[n] = observed(here, n)
		notes[n].Act = messages.Settled
	}
	noted(t, j, notes...)
	if got := len(linesNoted(t, j, here, 0)); got != many || strings.Contains(log.String(), "notes not stored") {
		t.Errorf("%d notes are there, want %d: %s", got, many, log.String())
	}
}

// TestCloseWaitsForNoServer: with very much queued for a server that takes it
// and doesn't answer, the end comes soon, and says how much is lost.
func TestCloseWaitsForNoServer(t *testing.T) {
	t.Parallel()
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
	if took := time.Since(began); took > many/ledger.MaxAwaited*time.Second/2 {
		t.Errorf("it took %v to close: one batch after another was waited for", took)
	}
	lost := 0
	for _, m := range regexp.MustCompile(`msg="notes not stored" count=(\d+)`).FindAllStringSubmatch(log.String(), -1) {
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

func observed(channel messages.ChannelID, n int) *messages.Note {
	at := messages.Instant(1_700_000_000_000 + n*2000)
	return &messages.Note{
		Channel: channel, Familiar: "felix", Line: messages.LineID(fmt.Sprint("118273645543322", n)), At: at,
		Act: messages.Observe, Rung: "default", Facts: messages.HasCredit | messages.Crowd,
		Meta: messages.Meta{TraceID: [16]byte{byte(n), 1}, SpanID: [8]byte{byte(n)}, At: at, ID: uint32(n)},
	}
}
