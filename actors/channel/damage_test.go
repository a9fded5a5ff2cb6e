package channel

import (
	"bytes"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"familiar/journal"
	"familiar/messages"
	"familiar/policy/conversation"
)

// TestDamagedSnapshot: the state is made anew from the journal, nothing is
// said twice, and the next order has a number no order had.
func TestDamagedSnapshot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, "ladder")
		r.say("ana", "@Aria hi", "us")
		r.wait(2 * time.Second)
		r.wantPosted("re @Aria hi")
		r.kill()
		s := r.snapshot()
		s.Body = []byte("rust")
		if _, err := r.journal.Save(t.Context(), 1, s); err != nil {
			t.Fatal(err)
		}
		r.start()
		r.say("ana", "@Aria and you?", "us")
		r.wait(2 * time.Second)
		r.wantPosted("re @Aria hi", "re @Aria and you?")
		if n := r.composed[1].N; n < uint64(messages.InstantOf(time.Now())-60_000) {
			t.Errorf("the next order is number %d, want one past all of an older life", n)
		}
		if _, err := conversation.Decode(r.snapshot().Body, r.config); err != nil {
			t.Errorf("the newest snapshot is still damaged: %v", err)
		}
	})
}

// TestNewerSnapshot: a state of a newer program stops the process, and
// nothing is written over it.
func TestNewerSnapshot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, "ladder")
		r.say("ana", "hi")
		r.send(Save{})
		synctest.Wait()
		r.kill()
		s := r.snapshot()
		newer := bytes.Replace(s.Body, fmt.Appendf(nil, `"v":%d`, conversation.Version), []byte(`"v":9`), 1)
		if bytes.Equal(newer, s.Body) {
			t.Fatal("the snapshot's version was not found")
		}
		s.Body = newer
		if _, err := r.journal.Save(t.Context(), 1, s); err != nil {
			t.Fatal(err)
		}
		r.start()
		r.say("ana", "@Aria hi", "us")
		r.wait(time.Minute)
		if len(r.failed) == 0 || !errors.Is(r.failed[0], conversation.ErrNewer) {
			t.Errorf("the process failed with %v, want %v", r.failed, conversation.ErrNewer)
		}
		if !bytes.Equal(r.snapshot().Body, newer) {
			t.Error("the newer snapshot was written over")
		}
		r.wantPosted()
	})
}

// TestErased: the deleted line's text leaves the snapshot first, then the
// journal, and an order that a crash swallowed is given again.
func TestErased(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, "ladder")
		r.erases = false
		r.say("ana", "the secret word")
		r.append(messages.Deleted{ID: "1"})
		synctest.Wait()
		if len(r.erased) != 1 || r.erased[0].Line != "1" {
			t.Fatalf("ordered %+v, want line 1 erased", r.erased)
		}
		r.erases = true
		r.crash()
		r.wait(time.Second)
		if bytes.Contains(r.snapshot().Body, []byte("secret")) {
			t.Error("the text is still in the snapshot")
		}
		isErased := func(e messages.Event) bool { _, ok := e.(messages.Erased); return ok }
		isHeard := func(e messages.Event) bool { h, ok := e.(messages.Heard); return ok && h.Line.Text != "" }
		if r.counted(isErased) != 1 || r.counted(isHeard) != 0 {
			t.Errorf("the journal has %d answers and %d texts, want 1 and none", r.counted(isErased), r.counted(isHeard))
		}
		before := len(r.erased)
		r.wait(5 * time.Minute)
		if len(r.erased) != before {
			t.Error("it is ordered again though it was answered")
		}
	})
}

// TestGivenUpPostIsBuried: what a network refuses for ever is kept for the
// operator, once, whenever the process dies.
func TestGivenUpPostIsBuried(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := prepare(t, "ladder")
		r.gone = true
		r.start()
		r.say("ana", "@Aria hi", "us")
		r.wait(2 * time.Second)
		r.crash()
		var letters []journal.Letter
		for l, err := range r.journal.Buried(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			letters = append(letters, l)
		}
		if len(letters) != 1 || letters[0].Post == nil || letters[0].Post.Text != "re @Aria hi" {
			t.Errorf("buried %+v, want the one post", letters)
		}
	})
}

// TestSave: a channel saves when it is told to, also what it never saw because
// an earlier handler lost it.
func TestSave(t *testing.T) {
	for _, tt := range []struct {
		what   string
		handed bool
	}{
		{"it is in memory", true},
		{"it is not, and its record was lost", false},
	} {
		t.Run(tt.what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := prepare(t, "ladder")
				r.begin(0)
				r.say("ana", "hi")
				ch, _ := r.alone(0, true)
				for rec, err := range r.journal.Replay(t.Context(), room, 0) {
					if err != nil {
						t.Fatal(err)
					}
					if tt.handed {
						ch.Receive(rec)
					}
				}
				ch.Receive(Save{})
				if s := r.snapshot(); s.Seq != 1 {
					t.Errorf("the snapshot covers %d, want 1", s.Seq)
				}
			})
		})
	}
}
