package journaltest

import (
	"fmt"
	"testing"

	"familiar/journal"
	"familiar/messages"
)

// archive reads everything two channels have, then one channel's alone.
func archive(t *testing.T, j journal.Journal) {
	first := write(t, j, here, messages.Heard{Line: by("h1", "ana")})
	save(t, j, journal.Snapshot{Channel: here, Seq: first.Seq, Body: []byte("old")})
	write(t, j, there, messages.Heard{Line: by("t1", "ben")})
	second := write(t, j, here, messages.Heard{Line: by("h2", "ana")})
	state, err := j.Load(t.Context(), here)
	if err != nil {
		t.Fatal(err)
	}
	state.Seq, state.Body = second.Seq, []byte("new")
	save(t, j, state)

	for _, tt := range []struct {
		story    string
		since    messages.Instant
		channels []messages.ChannelID
		want     string
	}{
		{"all there is", 0, nil, "map[test/w/here:[h1 h2] test/w/there:[t1]]"},
		{"of one channel", 0, []messages.ChannelID{here}, "map[test/w/here:[h1 h2]]"},
		{"since later", second.At + 60_000, nil, "map[]"},
	} {
		got := map[messages.ChannelID][]messages.LineID{}
		for r, err := range j.Records(t.Context(), tt.since, tt.channels...) {
			if err != nil {
				t.Fatal(err)
			}
			got[r.Channel] = append(got[r.Channel], r.Event.(messages.Heard).Line.ID)
		}
		if fmt.Sprint(got) != tt.want {
			t.Errorf("%s: got %v, want %s", tt.story, got, tt.want)
		}
	}
	for s, err := range j.Newest(t.Context()) {
		if err != nil || s.Channel != here || string(s.Body) != "new" || s.Seq != second.Seq {
			t.Errorf("got %+v (%v), want the newer snapshot alone", s, err)
		}
	}
}
