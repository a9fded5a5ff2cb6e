package journaltest

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"familiar/journal"
	"familiar/messages"
)

func loadNothing(t *testing.T, j journal.Journal) {
	s, err := j.Load(t.Context(), here)
	if err != nil || s.Channel != here || s.Revision != 0 || s.Seq != 0 || s.Due != 0 || len(s.Body) != 0 {
		t.Errorf("got %+v, %v; want an empty snapshot of %s", s, err, here)
	}
}

func saveAndLoad(t *testing.T, j journal.Journal) {
	record := write(t, j, here, said(here, 0))
	body := []byte("state\x00one")
	saved := save(t, j, journal.Snapshot{Channel: here, Seq: record.Seq, Due: 77, Body: body})
	body[0] = 'X'
	for range 2 { // the second sees whether the first's copy was its own
		s, err := j.Load(t.Context(), here)
		if err != nil {
			t.Fatal(err)
		}
		if s.Channel != here || s.Revision != saved || s.Seq != record.Seq || s.Due != 77 || string(s.Body) != "state\x00one" {
			t.Errorf("got %+v with body %q", s, s.Body)
		}
		s.Body[0] = 'Y'
	}
	again := save(t, j, journal.Snapshot{Channel: here, Revision: saved, Seq: record.Seq, Body: []byte("two")})
	if s, err := j.Load(t.Context(), here); err != nil || s.Revision != again || s.Due != 0 || string(s.Body) != "two" {
		t.Errorf("got %+v, %v; want the second snapshot", s, err)
	}
}

func saveConflict(t *testing.T, j journal.Journal) {
	first := save(t, j, journal.Snapshot{Channel: here, Body: []byte("one")})
	_, err := j.Save(t.Context(), 0, journal.Snapshot{Channel: here, Body: []byte("blind")})
	wantError(t, "save over nothing", err, journal.ErrConflict)
	save(t, j, journal.Snapshot{Channel: here, Revision: first, Body: []byte("two")})
	_, err = j.Save(t.Context(), 0, journal.Snapshot{Channel: here, Revision: first, Body: []byte("late")})
	wantError(t, "save over an old one", err, journal.ErrConflict)
	save(t, j, journal.Snapshot{Channel: there, Body: []byte("another channel's")})
	if s, err := j.Load(t.Context(), here); err != nil || string(s.Body) != "two" {
		t.Errorf("kept %q, %v; want the second", s.Body, err)
	}
}

func save(t *testing.T, j journal.Journal, s journal.Snapshot) uint64 {
	t.Helper()
	revision, err := j.Save(t.Context(), 0, s)
	if err != nil || revision == 0 || revision == s.Revision {
		t.Fatalf("save over revision %d returned %d, %v", s.Revision, revision, err)
	}
	return revision
}

func due(t *testing.T, j journal.Journal) {
	revision := map[messages.ChannelID]uint64{}
	for _, step := range []struct {
		story   string
		channel messages.ChannelID
		due     messages.Instant
		at      messages.Instant
		want    []messages.ChannelID
	}{
		{"nothing yet is due", here, 100, 99, nil},
		{"a deadline is due at its instant", here, 100, 100, []messages.ChannelID{here}},
		{"two channels are due", there, 50, 100, []messages.ChannelID{here, there}},
		{"only the earlier is", there, 50, 60, []messages.ChannelID{there}},
		{"a deadline moved away is not", here, 500, 100, []messages.ChannelID{there}},
		{"one without a deadline never is", there, 0, 1 << 50, []messages.ChannelID{here}},
	} {
		revision[step.channel] = save(t, j, journal.Snapshot{Channel: step.channel, Revision: revision[step.channel], Due: step.due})
		var got []messages.ChannelID
		for s, err := range j.Due(t.Context(), step.at) {
			if err != nil {
				t.Fatal(err)
			}
			if s.Due == 0 || s.Due > step.at || s.Revision != 0 || s.Body != nil {
				t.Errorf("%s: got %+v, want a deadline at or before %v without body and revision", step.story, s, step.at)
			}
			got = append(got, s.Channel)
		}
		slices.Sort(got)
		if !slices.Equal(got, step.want) {
			t.Errorf("%s: got %v, want %v", step.story, got, step.want)
		}
	}
}

func dueSnapshots(t *testing.T, j journal.Journal) {
	record := write(t, j, here, said(here, 0))
	save(t, j, journal.Snapshot{Channel: here, Seq: record.Seq, Due: 70, Body: []byte("state")})
	found := 0
	for s, err := range j.Due(t.Context(), 70) {
		if err != nil {
			t.Fatal(err)
		}
		found++
		if want := (journal.Snapshot{Channel: here, Seq: record.Seq, Due: 70}); !reflect.DeepEqual(s, want) {
			t.Errorf("got %+v, want %+v", s, want)
		}
	}
	if found != 1 {
		t.Errorf("%d are due, want 1", found)
	}
}

func aged(t *testing.T, j journal.Journal) {
	write(t, j, there, said(there, 0)) // has no snapshot, so nothing that ages
	record := write(t, j, here, said(here, 0))
	revision := save(t, j, journal.Snapshot{Channel: here, Seq: record.Seq})
	for range 2 {
		for _, tt := range []struct {
			story  string
			before messages.Instant
			want   []messages.ChannelID
		}{
			{"saved before tomorrow", record.At.Add(24 * time.Hour), []messages.ChannelID{here}},
			{"not before its line came", record.At, nil},
		} {
			var got []messages.ChannelID
			for channel, err := range j.Aged(t.Context(), j.Partition(here), tt.before) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, channel)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("%s: got %v, want %v", tt.story, got, tt.want)
			}
			recent(t, j, tt.story, tt.before, got)
		}
		revision = save(t, j, journal.Snapshot{Channel: here, Revision: revision, Seq: record.Seq}) // the older one is not asked
	}
}

// recent: a channel is either aged or recent.
func recent(t *testing.T, j journal.Journal, story string, since messages.Instant, aged []messages.ChannelID) {
	t.Helper()
	all := slices.Clone(aged)
	for s, err := range j.Recent(t.Context(), since) {
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(aged, s.Channel) || s.At < since {
			t.Errorf("%s: %v is aged and recent at once", story, s)
		}
		all = append(all, s.Channel)
	}
	if !slices.Contains(all, here) {
		t.Errorf("%s: %s is neither aged nor recent", story, here)
	}
}

func ledger(t *testing.T, j journal.Journal) {
	for n := range 5 {
		err := j.Note(t.Context(),
			&messages.Note{Channel: here, Line: messages.LineID(fmt.Sprint("m", n)), Act: messages.Observe, Rung: "default", Facts: messages.FromBot | messages.CreditOn},
			&messages.Note{Channel: there, Line: "other"})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		story string
		limit int
		want  []string
	}{
		{"all", 0, []string{"m4", "m3", "m2", "m1", "m0"}},
		{"the newest two", 2, []string{"m4", "m3"}},
		{"more than there are", 9, []string{"m4", "m3", "m2", "m1", "m0"}},
	} {
		var got []string
		for note, err := range j.Notes(t.Context(), here, tt.limit) {
			if err != nil {
				t.Fatal(err)
			}
			if note.Act != messages.Observe || note.Rung != "default" || note.Facts != messages.FromBot|messages.CreditOn {
				t.Errorf("note lost its facts: %+v", note)
			}
			got = append(got, string(note.Line))
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %v, want %v", tt.story, got, tt.want)
		}
	}
}

func notedAgain(t *testing.T, j journal.Journal) {
	for _, act := range []messages.Act{messages.Observe, messages.Engage} {
		for range 2 { // a crash came between noting and saving
			if err := j.Note(t.Context(), &messages.Note{Channel: here, Line: "m1", At: 5, Act: act, Rung: "default"}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got := reasons(t, j, here); len(got) != 2 {
		t.Errorf("got %d notes of two decisions, want 2", len(got))
	}
}
