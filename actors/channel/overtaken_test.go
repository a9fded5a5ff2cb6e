package channel

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"familiar/journal"
	"familiar/messages"
)

// An overtaken journal has a snapshot that its channel doesn't know of.
type overtaken struct {
	journal.Journal
	there journal.Snapshot
	saved []journal.Snapshot
}

func (j *overtaken) Load(ctx context.Context, id messages.ChannelID) (journal.Snapshot, error) {
	return j.there, nil
}

func (j *overtaken) Save(_ context.Context, _ uint64, s journal.Snapshot) (uint64, error) {
	if s.Revision != j.there.Revision {
		return 0, journal.ErrConflict
	}
	j.saved = append(j.saved, s)
	return s.Revision + 1, nil
}

// TestOvertaken: a channel writes over a snapshot that it doesn't know of only if
// that is a former owner's, or its own and older.
func TestOvertaken(t *testing.T) {
	for _, tt := range []struct {
		story string
		there journal.Snapshot
		over  bool
	}{
		{"its own, whose answer was lost", journal.Snapshot{Revision: 9, Epoch: 1, Seq: 1}, true},
		{"of its own epoch, and it knows more", journal.Snapshot{Revision: 9, Epoch: 1, Seq: 2}, false},
		{"a former owner's, late, that knows more", journal.Snapshot{Revision: 9, Epoch: 0, Seq: 7}, true},
		{"a later owner's that knows less", journal.Snapshot{Revision: 9, Epoch: 2, Seq: 0}, false},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := prepare(t, "ladder")
				r.begin(0)
				r.say("ana", "hi")
				ch, _ := r.alone(0, true)
				for rec, err := range r.journal.Replay(t.Context(), room, 0) {
					if err != nil {
						t.Fatal(err)
					}
					ch.Receive(rec)
				}
				j := &overtaken{Journal: r.journal, there: tt.there}
				ch.Journal = j
				err := ch.Save(t.Context())
				if got := len(j.saved) == 1; got != tt.over {
					t.Errorf("it writes over it: %v, %v; want %v", got, err, tt.over)
				}
				if !tt.over && !errors.Is(err, journal.ErrConflict) {
					t.Errorf("got %v, want ErrConflict", err)
				}
			})
		})
	}
}
