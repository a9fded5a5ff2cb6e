package journaltest

import (
	"fmt"
	"slices"
	"testing"

	"familiar/journal"
	"familiar/messages"
	"familiar/messages/because"
)

func erase(t *testing.T, j journal.Journal, e messages.Erase) {
	t.Helper()
	for range 2 { // again is no error and changes nothing
		if err := j.Erase(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
}

func by(id messages.LineID, author messages.PersonID) *messages.Line {
	return &messages.Line{ID: id, Channel: here, Author: messages.Author{ID: author}, Text: "what " + string(author) + " said"}
}

// talk is what the tests erase from; a record is known by its index.
var talk = []messages.Event{
	0:  messages.Judged{N: 1, Reason: "before anything was said"},
	1:  messages.Heard{Line: by("m1", "ana")},
	2:  messages.AlsoHeard{Line: by("m1", "ana")},
	3:  messages.Heard{Line: by("m2", "bob")},
	4:  messages.Edited{Line: by("m1", "ana")},
	5:  messages.Judged{N: 2, Reason: "ana said"},
	6:  messages.TimerFired{N: 3},
	7:  messages.HistoryFetched{N: 4, Lines: []*messages.Line{by("m0", "bob"), by("m1", "ana")}},
	8:  messages.HistoryFetched{N: 5, Lines: []*messages.Line{by("m0", "bob")}},
	9:  messages.Heard{Line: by("m3", "ana")},
	10: messages.Deleted{ID: "m1"},
	11: messages.Reacted{Line: "m1", By: messages.Author{ID: "bob"}, Emoji: "👍"},
	12: messages.Reacted{Line: "m2", By: messages.Author{ID: "ana"}, Emoji: "👍"},
	13: messages.Reacted{Line: "m2", By: messages.Author{ID: "ana"}, Emoji: "👍", Removed: true},
	14: messages.Composed{N: 6, Parts: []string{"so"}, Edits: []messages.Revision{{Line: "m1", Text: "what ana said, mended"}}},
	15: messages.Memorized{N: 7, Lessons: []messages.Lesson{{Text: "what ana said, in short", From: []messages.LineID{"m2"}, Sure: 9}}},
	16: messages.Commanded{By: messages.Author{ID: "ana"}, Command: messages.Wake, Text: "what ana wants to hear"},
	17: messages.Commanded{By: messages.Author{ID: "bob"}, Command: messages.Quiet},
}

// hold writes talk and saves what follows from it.
func hold(t *testing.T, j journal.Journal) (seqs []uint64) {
	t.Helper()
	for _, event := range talk {
		write(t, j, there, said(there, 1)) // in between, and about a line of the same id
		seqs = append(seqs, write(t, j, here, event).Seq)
	}
	save(t, j, journal.Snapshot{Channel: here, Seq: seqs[len(seqs)-1], Body: []byte("state")})
	return seqs
}

// left returns the indices in talk of the records that are kept; what is not
// among seqs is -1.
func left(t *testing.T, j journal.Journal, seqs []uint64) (kept []int) {
	t.Helper()
	for r, err := range j.Replay(t.Context(), here, 0) {
		if err != nil {
			t.Fatal(err)
		}
		kept = append(kept, slices.Index(seqs, r.Seq))
	}
	return kept
}

func untouched(t *testing.T, j journal.Journal) {
	t.Helper()
	count := 0
	for _, err := range j.Replay(t.Context(), there, 0) {
		if err != nil {
			t.Fatal(err)
		}
		count++
	}
	if count != len(talk) {
		t.Errorf("another channel has %d records, want %d", count, len(talk))
	}
}

func eraseLine(t *testing.T, j journal.Journal) {
	seqs := hold(t, j)
	erase(t, j, messages.Erase{N: 1, Channel: here, Line: "m1"})
	if got, want := left(t, j, seqs), []int{0, 3, 6, 8, 9, 10, 12, 13, 16, 17}; !slices.Equal(got, want) {
		t.Errorf("kept %v, want %v", got, want)
	}
	untouched(t, j)
	consumed := consume(t, j, j.Partition(here), seqs[0])
	for want := range seqs[3] + 1 { // a consumer passes over the gap
		r := consumed.next(t)
		if r.Seq == seqs[3] {
			break
		}
		if r.Channel == here {
			t.Fatalf("got record %d (%d), want %d next", r.Seq, want, seqs[3])
		}
	}
}

// eraseMemories: what models would have had familiars keep goes, and nothing else.
func eraseMemories(t *testing.T, j journal.Journal) {
	seqs := hold(t, j)
	later := write(t, j, here, talk[15])
	seqs = append(seqs, later.Seq)
	erase(t, j, messages.Erase{N: 1, Channel: here, Memories: true, Until: 1})
	if got := left(t, j, seqs); len(got) != len(seqs) {
		t.Errorf("kept %v, want all: nothing is from before", got)
	}
	erase(t, j, messages.Erase{N: 2, Channel: here, Memories: true})
	if got, want := left(t, j, seqs), []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 18}; !slices.Equal(got, want) {
		t.Errorf("kept %v, want %v", got, want)
	}
	untouched(t, j)
}

func erasePerson(t *testing.T, j journal.Journal) {
	seqs := hold(t, j)
	erase(t, j, messages.Erase{N: 1, Channel: here, Person: "ana"})
	if got, want := left(t, j, seqs), []int{3, 6, 8, 10, 11, 17}; !slices.Equal(got, want) {
		t.Errorf("kept %v, want %v", got, want)
	}
	untouched(t, j)
}

// eraseCommands: what a note repeats of a person's command goes with it.
func eraseCommands(t *testing.T, j journal.Journal) {
	hers := write(t, j, here, messages.Commanded{By: messages.Author{ID: "ana"}, Command: messages.Turns, Text: "what ana wants"})
	his := hers
	for his.At <= hers.At {
		his = write(t, j, here, messages.Commanded{By: messages.Author{ID: "bob"}, Command: messages.Turns, Text: "what bob wants"})
	}
	save(t, j, journal.Snapshot{Channel: here, Seq: his.Seq})
	for n, note := range []messages.Note{
		{Channel: here, At: hers.At, Act: messages.Settled, Rung: "command", Reason: because.Read("command", "turns what ana wants")},
		{Channel: here, At: hers.At, Line: "m2", Act: messages.Settled, Rung: "steer", Reason: because.Read("steer", "of a line")},
		{Channel: here, At: his.At, Act: messages.Settled, Rung: "command", Reason: because.Read("command", "turns what bob wants")},
	} {
		note.N = uint64(n)
		if err := j.Note(t.Context(), &note); err != nil {
			t.Fatal(err)
		}
	}
	erase(t, j, messages.Erase{N: 1, Channel: here, Person: "ana"})
	if got, want := slices.Sorted(slices.Values(reasons(t, j, here))), []string{"0 ", "1 of a line", "2 turns what bob wants"}; !slices.Equal(got, want) {
		t.Errorf("the notes are %q, want %q", got, want)
	}
}

// erasePersonUntil: what somebody says after they were to go stays.
func erasePersonUntil(t *testing.T, j journal.Journal) {
	first := write(t, j, here, talk[1])
	for passed := first; passed.At <= first.At; { // the same millisecond
		passed = write(t, j, there, said(there, 1))
	}
	second := write(t, j, here, talk[1])
	save(t, j, journal.Snapshot{Channel: here, Seq: second.Seq, Body: []byte("state")})
	seqs := []uint64{first.Seq, second.Seq}
	erase(t, j, messages.Erase{N: 1, Channel: here, Person: "ana", Until: first.At})
	if got, want := left(t, j, seqs), []int{0, 1}; !slices.Equal(got, want) {
		t.Errorf("kept %v, want %v: nothing is from before", got, want)
	}
	erase(t, j, messages.Erase{N: 2, Channel: here, Person: "ana", Until: second.At})
	if got, want := left(t, j, seqs), []int{1}; !slices.Equal(got, want) {
		t.Errorf("kept %v, want %v", got, want)
	}
}

// eraseBefore: of what is old every record goes, and of notes the reasons.
func eraseBefore(t *testing.T, j journal.Journal) {
	first := write(t, j, here, talk[1])
	second := write(t, j, here, messages.Composed{N: 6, Parts: []string{"so"}})
	var third journal.Record
	for third.At <= second.At { // those of the same millisecond go with it
		third = write(t, j, here, talk[3])
	}
	other := write(t, j, there, said(there, 1))
	for n, note := range []messages.Note{
		{Channel: here, At: second.At, Line: "m1", Act: messages.Observe, Rung: "default", Reason: because.Read("default", "of the line")},
		{Channel: here, At: second.At, Act: messages.Settled, Rung: "judge", Reason: because.Read("judge", "no: ana said")},
		{Channel: here, At: third.At, Act: messages.Settled, Rung: "judge", Reason: because.Read("judge", "yes: bob said")},
	} {
		note.N = uint64(n)
		if err := j.Note(t.Context(), &note); err != nil {
			t.Fatal(err)
		}
	}
	save(t, j, journal.Snapshot{Channel: here, Seq: third.Seq, Body: []byte("state")})
	after := write(t, j, here, said(here, 9))
	seqs := []uint64{first.Seq, second.Seq, third.Seq, after.Seq}
	erase(t, j, messages.Erase{N: 1, Channel: here, Before: third.At})
	if got, want := left(t, j, seqs), []int{2, 3}; !slices.Equal(got, want) {
		t.Errorf("kept %v, want %v", got, want)
	}
	if got, want := reasons(t, j, here), []string{"2 yes: bob said", "1 no", "0 "}; !slices.Equal(got, want) {
		t.Errorf("the notes are %q, want %q", got, want)
	}
	erase(t, j, messages.Erase{N: 2, Channel: here, Before: after.At + 1000})
	if got, want := left(t, j, seqs), []int{3}; !slices.Equal(got, want) {
		t.Errorf("kept %v, want %v: what no snapshot has yet stays", got, want)
	}
	for r, err := range j.Replay(t.Context(), there, 0) {
		if err != nil || r.Seq != other.Seq {
			t.Errorf("another channel has %+v, %v", r, err)
		}
	}
}

func eraseAll(t *testing.T, j journal.Journal) {
	hold(t, j)
	after := write(t, j, here, said(here, 9))
	p, q := post(here, 0), post(there, 0)
	enqueue(t, j, p)
	enqueue(t, j, q)
	erase(t, j, messages.Erase{N: 1, Channel: here, All: true})
	if got := left(t, j, []uint64{after.Seq}); !slices.Equal(got, []int{0}) {
		t.Errorf("kept %v, want only what came after the snapshot", got)
	}
	if s, err := j.Load(t.Context(), here); err != nil || string(s.Body) != "state" {
		t.Errorf("the snapshot is %q, %v; want it kept", s.Body, err)
	}
	untouched(t, j)
	if got := deliver(t, j, "felix").next(t); got.ID != q.ID {
		t.Errorf("delivered %s, want only the other channel's %s", got.ID, q.ID)
	}
	wantError(t, "an erased post's id", j.Enqueue(t.Context(), 0, p), journal.ErrExists)
}

func eraseLater(t *testing.T, j journal.Journal) {
	seqs := hold(t, j)
	later := write(t, j, here, messages.Edited{Line: by("m1", "ana")})
	if err := j.Erase(t.Context(), messages.Erase{Channel: here, Line: "m1"}); err == nil {
		t.Error("the line is still in a record, but erase returned no error")
	}
	if got, want := left(t, j, append(seqs, later.Seq)), []int{0, 3, 6, 8, 9, 10, 12, 13, 16, 17, 18}; !slices.Equal(got, want) {
		t.Errorf("kept %v, want %v", got, want)
	}
	s, err := j.Load(t.Context(), here)
	if err != nil {
		t.Fatal(err)
	}
	s.Seq = later.Seq
	save(t, j, s)
	erase(t, j, messages.Erase{Channel: here, Line: "m1"})
	if got, want := left(t, j, append(seqs, later.Seq)), []int{0, 3, 6, 8, 9, 10, 12, 13, 16, 17}; !slices.Equal(got, want) {
		t.Errorf("once it is in a snapshot: kept %v, want %v", got, want)
	}
}

func eraseNotes(t *testing.T, j journal.Journal) {
	first := write(t, j, here, messages.Heard{Line: by("m1", "ana")})
	save(t, j, journal.Snapshot{Channel: here, Seq: first.Seq})
	for n, note := range []messages.Note{
		{Channel: here, At: first.At - 2, Act: messages.Settled, Rung: "judge", Reason: because.Read("judge", "no: old verdict")},
		{Channel: here, At: first.At, Line: "m1", Act: messages.Observe, Rung: "default", Reason: because.Read("default", "of the line")},
		{Channel: there, At: first.At, Line: "m1", Act: messages.Engage, Rung: "dm", Reason: because.Read("dm", "another channel's")},
		{Channel: here, At: first.At + 1, Line: "m2", Act: messages.Engage, Rung: "mention", Reason: because.Read("mention", "of another line")},
		{Channel: here, At: first.At + 2, Act: messages.Settled, Rung: "judge", Reason: because.Read("judge", "yes: may quote it")},
		{Channel: here, At: first.At + 3, Line: "m1", Act: messages.Settled, Rung: "spoke", Reason: because.Read("spoke", "of the line too")},
	} {
		note.N = uint64(n)
		if err := j.Note(t.Context(), &note); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct {
		story string
		erase messages.Erase
		want  []string // reasons, newest first
	}{
		{"a line", messages.Erase{Channel: here, Line: "m1"}, []string{"5 ", "4 yes", "3 of another line", "1 ", "0 no: old verdict"}},
		{"a person", messages.Erase{Channel: here, Person: "ana"}, []string{"5 ", "4 yes", "3 of another line", "1 ", "0 no"}},
		{"everything", messages.Erase{Channel: here, All: true}, nil},
	} {
		erase(t, j, step.erase)
		if got := reasons(t, j, here); !slices.Equal(got, step.want) {
			t.Errorf("%s: got %q, want %q", step.story, got, step.want)
		}
	}
	if got, want := reasons(t, j, there), []string{"2 another channel's"}; !slices.Equal(got, want) {
		t.Errorf("another channel has %q, want %q", got, want)
	}
}

func reasons(t *testing.T, j journal.Journal, channel messages.ChannelID) (found []string) {
	t.Helper()
	for note, err := range j.Notes(t.Context(), channel, 0) {
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, fmt.Sprint(note.N, " ", because.Written(note.Reason)))
	}
	return found
}
