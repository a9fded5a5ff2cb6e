package adaptertest

import (
	"errors"

	"familiar/actors/adapter"
	"familiar/messages"
)

func hearsReactions(t T, r Rig) {
	if r.React == nil {
		t.Skip("the adapter reports no reactions")
	}
	j := listen(t, r)
	r.Say("ana", "one")
	line := j.next(t)
	j.fail(errors.New("journal is full"))
	for _, removed := range []bool{false, true, false} {
		r.React(line.ID, removed)
	}
	r.Say("ana", "two")
	j.next(t)
	if len(j.reacted) != 4 {
		t.Fatalf("%d reactions came before the next line, want 3 and the one that was not taken again", len(j.reacted))
	}
	for n, removed := range []bool{false, false, true, false} {
		got := <-j.reacted
		if got.Line != line.ID || got.Removed != removed || got.Emoji != "👍" {
			t.Errorf("hand-over %d is %+v, want 👍 to %s, removed %v", n, got, line.ID, removed)
		}
		if by := got.By; by.ID == "" || by.ID == r.Me || by.Bot || !removed && by.Name == "" {
			t.Errorf("hand-over %d is by %+v, want somebody else", n, by)
		}
		if _, err := adapter.Clean(r.Channel, "account", messages.Event(got)); err != nil {
			t.Error(err)
		}
	}
}

// fail has the journal refuse the next events so.
func (j *journal) fail(next ...error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.refuse = next
}
