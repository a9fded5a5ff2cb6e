package adaptertest

import (
	"errors"
	"fmt"

	"familiar/actors/adapter"
	"familiar/messages"
)

func hearsInOrder(t T, r Rig) {
	j := listen(t, r)
	ids := map[messages.LineID]bool{}
	for n := range 5 {
		r.Say("ana", fmt.Sprint("line ", n))
	}
	r.Say("bob", "line 5")
	for n := range 6 {
		line := j.next(t)
		if want := fmt.Sprint("line ", n); line.Text != want {
			t.Errorf("heard %q, want %q", line.Text, want)
		}
		if ids[line.ID] || line.ID == "" || line.At == 0 || line.Author.ID == "" || line.Author.ID == r.Me || line.Author.Bot {
			t.Errorf("line lacks an id of its own, a time or a human author: %+v", line)
		}
		if want := []string{"ana", "bob"}[n/5]; line.Author.Name != want {
			t.Errorf("line %d is by %q, want %q", n, line.Author.Name, want)
		}
		ids[line.ID] = true
	}
}

func handsOverAgain(t T, r Rig) {
	full := errors.New("journal is full")
	j := listen(t, r, full, full)
	r.Say("ana", "one")
	r.Say("ana", "two")
	var id messages.LineID
	for try, want := range []string{"one", "one", "one", "two"} {
		line := j.next(t)
		if line.Text != want {
			t.Fatalf("hand-over %d is %q, want %q", try, line.Text, want)
		}
		if try == 1 && line.ID != id {
			t.Errorf("the same line came as %s and %s", id, line.ID)
		}
		id = line.ID
	}
}

func givesUp(t T, r Rig) {
	j := listen(t, r, fmt.Errorf("no id: %w", adapter.ErrRefused))
	r.Say("ana", "one")
	r.Say("ana", "two")
	for _, want := range []string{"one", "two"} {
		if line := j.next(t); line.Text != want {
			t.Fatalf("heard %q, want %q", line.Text, want)
		}
	}
}
