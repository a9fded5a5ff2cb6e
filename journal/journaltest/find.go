package journaltest

import (
	"fmt"
	"slices"
	"testing"

	"familiar/journal"
	"familiar/messages"
	"familiar/messages/because"
)

// find notes 200 decisions: line n at instant 1000+n, by two familiars in turn,
// each tenth one settled.
func find(t *testing.T, j journal.Journal) {
	for n := range 200 {
		note := &messages.Note{Channel: here, Line: messages.LineID(fmt.Sprint("m", n)), At: messages.Instant(1000 + n), Act: messages.Observe, Rung: "rest", Familiar: "aria"}
		if n%2 == 1 {
			note.Familiar = "ben"
		}
		if n%10 == 0 {
			note.Act, note.Rung = messages.Settled, "judge"
		}
		if err := j.Note(t.Context(), note, &messages.Note{Channel: there, Line: note.Line, At: note.At}); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		story string
		query journal.Query
		want  []string
	}{
		{"the newest", journal.Query{Limit: 2}, []string{"m199", "m198"}},
		{"the newest of one familiar", journal.Query{Familiar: "aria", Limit: 2}, []string{"m198", "m196"}},
		{"an old line", journal.Query{Lines: []messages.LineID{"m3"}, Limit: 1}, []string{"m3"}},
		{"two lines", journal.Query{Lines: []messages.LineID{"m3", "m190"}}, []string{"m190", "m3"}},
		{"an act", journal.Query{Acts: []messages.Act{messages.Settled}, Limit: 2}, []string{"m190", "m180"}},
		{"a rung, since", journal.Query{Rung: "judge", Since: 1180}, []string{"m190", "m180"}},
		{"a stretch of time", journal.Query{Since: 1005, Until: 1007}, []string{"m6", "m5"}},
		{"what there is none of", journal.Query{Rung: "sung", Limit: 1}, nil},
	} {
		var got []string
		for note, err := range journal.Find(t.Context(), j, here, tt.query) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, string(note.Line))
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %v, want %v", tt.story, got, tt.want)
		}
	}
	n := 0
	for range journal.Find(t.Context(), j, here, journal.Query{}) {
		n++
	}
	if n != 200 {
		t.Errorf("a query for nothing in particular found %d of 200", n)
	}
}

func eraseExplained(t *testing.T, j journal.Journal) {
	told := messages.Explained{N: 1, Notes: []*messages.Note{{Channel: here, Familiar: "aria", Line: "m1", At: 5, Act: messages.Settled, Rung: "judge", Reason: because.Read("judge", "no: ana said so")}}}
	before := write(t, j, here, told)
	write(t, j, here, messages.Heard{Line: by("m1", "ana")})
	after := write(t, j, here, told)
	save(t, j, journal.Snapshot{Channel: here, Seq: after.Seq, Body: []byte("state")})
	if err := j.Erase(t.Context(), messages.Erase{N: 2, Channel: here, Line: "m1"}); err != nil {
		t.Fatal(err)
	}
	if kept := left(t, j, []uint64{before.Seq, after.Seq}); !slices.Equal(kept, []int{0}) {
		t.Errorf("kept %v, want only the answer from before the line", kept)
	}
}
