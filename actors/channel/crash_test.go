package channel

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"familiar/messages"
)

// TestKilledAtEveryWrite: whenever the process dies, the next one goes on
// where it was: each line is answered once, and no text that is in the journal
// is composed again (which the rig checks).
func TestKilledAtEveryWrite(t *testing.T) {
	for _, tt := range []struct {
		story, preset string
		tell          func(*rig)
		want, or      []string // or: as well, when one turn answers what was said while nobody was there
	}{
		{"a mention is answered", "ladder", func(r *rig) {
			r.say("ana", "@Aria hi", "us")
			r.wait(2 * time.Second)
		}, []string{"re @Aria hi"}, nil},
		{"two mentions are answered one after the other", "ladder", func(r *rig) {
			r.say("ana", "@Aria hi", "us")
			r.wait(10 * time.Second)
			r.say("bob", "@Aria hey", "us")
			r.wait(10 * time.Second)
		}, []string{"re @Aria hi", "re @Aria hey"}, []string{"re @Aria hey"}},
		{"a lull is judged and answered", "chatty", func(r *rig) {
			r.say("ana", "hi")
			r.wait(20 * time.Second)
		}, []string{"re hi"}, nil},
	} {
		t.Run(tt.story, func(t *testing.T) {
			for writes := int64(1); ; writes++ {
				survived := false
				synctest.Test(t, func(t *testing.T) {
					r := prepare(t, tt.preset)
					r.begin(writes)
					tt.tell(r)
					survived = !r.dead.Load()
					r.crash()
					r.wait(10 * time.Minute)
					if tt.or == nil || !slices.Equal(r.posted, tt.or) {
						r.wantPosted(tt.want...)
					}
					if t.Failed() {
						t.Logf("it died with write %d", writes)
					}
				})
				if survived || t.Failed() {
					break
				}
			}
		})
	}
}

// TestKilledTwice: a process that dies while it catches up changes nothing.
func TestKilledTwice(t *testing.T) {
	for writes := range int64(12) {
		t.Run(fmt.Sprintf("the second dies with write %d", writes), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := open(t, "ladder")
				answers := r.answers
				r.answers = func(messages.Compose) (messages.Composed, bool) { return messages.Composed{}, false }
				r.say("ana", "@Aria hi", "us")
				r.wait(2 * time.Second)
				for range 40 {
					r.say("bob", "well")
				}
				r.kill()
				r.answers = answers
				r.begin(writes)
				r.wait(10 * time.Second)
				r.crash()
				r.wait(time.Minute)
				r.wantPosted("re @Aria hi")
			})
		})
	}
}

// TestJudgeIsAskedAgainOnce: a question that was not answered before the crash
// is asked once more, under its number; no snapshot was made for it.
func TestJudgeIsAskedAgainOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, "chatty")
		verdict := r.verdict
		r.verdict = func(messages.Judge) (messages.Judged, bool) { return messages.Judged{}, false }
		r.say("ana", "hi")
		r.wait(11 * time.Second)
		if len(r.judged) != 1 {
			t.Fatalf("the judge was asked %d times, want once", len(r.judged))
		}
		if s, err := r.journal.Load(t.Context(), room); err != nil || s.Revision != 0 {
			t.Errorf("a snapshot up to %d was made, %v; want none", s.Seq, err)
		}
		r.verdict = verdict
		r.crash()
		if n := len(r.judged); n != 2 || r.judged[0].N != r.judged[1].N {
			t.Errorf("the judge was asked %d times, want the same question again", n)
		}
		r.wantPosted("re hi")
	})
}

// TestHoldsUntilLive: a channel that steps what was there at the start orders
// nothing and sets no alarm, and notes every decision; live, it gives the
// orders that stand.
func TestHoldsUntilLive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := prepare(t, "ladder")
		r.begin(0) // takes nothing: all this happens while nobody is there
		r.say("ana", "@Aria hi", "us")
		r.say("bob", "@ana hey")
		last, err := r.journal.Last(t.Context(), r.journal.Partition(room))
		if err != nil {
			t.Fatal(err)
		}
		ch, at := r.alone(last, false)
		for rec, err := range r.journal.Replay(t.Context(), room, 0) {
			if err != nil {
				t.Fatal(err)
			}
			ch.Receive(rec)
		}
		ch.Receive(Wake{})
		if at.timers != 0 || len(r.composed) != 0 {
			t.Errorf("it set %d alarms and ordered %d turns while it held, want none", at.timers, len(r.composed))
		}
		if len(r.notes) != 2 {
			t.Errorf("%d decisions were noted, want 2", len(r.notes))
		}
		ch.Receive(Live{})
		if at.timers != 1 {
			t.Errorf("%d alarms are set once it is live, want 1", at.timers)
		}
		ch.Stopped()
	})
}

// TestAskedBeforeItsRecords: an adapter may ask before the records that were
// there at the start are handed over, and the channel take the question when
// its partition is live: it knows all of them.
func TestAskedBeforeItsRecords(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, "ladder")
		r.answers = func(messages.Compose) (messages.Composed, bool) { return messages.Composed{}, false }
		r.say("ana", "@Aria hi", "us")
		r.wait(2 * time.Second)
		r.kill()
		order := r.composed[0]
		last, err := r.journal.Append(t.Context(), 1, room, messages.Composed{N: order.N, Parts: []string{"hello"}, Final: true})
		if err != nil {
			t.Fatal(err)
		}
		ch, _ := r.alone(last.Seq, true)
		open := make(chan bool, 1)
		ch.Receive(Still{Post: r.ordered()[0], Reply: open})
		if !<-open {
			t.Error("the post is not wanted, want it sent")
		}
		if len(r.composed) != 1 {
			t.Errorf("the turn was ordered %d times, want once: its answer is in the journal", len(r.composed))
		}
		ch.Stopped()
	})
}

// TestDeadlineIsFoundAtTheStart: the snapshot of a channel that is put away
// says when to wake it, and a wake is enough.
func TestDeadlineIsFoundAtTheStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, "chatty")
		r.say("ana", "hi")
		r.process.send(Save{})
		synctest.Wait()
		due := r.snapshot().Due
		if due == 0 {
			t.Fatal("the snapshot has no deadline, want the lull's")
		}
		r.kill()
		r.wait(due.Sub(messages.InstantOf(time.Now())))
		r.begin(-1)
		r.send(Wake{})
		r.wait(time.Second)
		r.wantPosted("re hi")
	})
}

// TestNumberOfALostLife: the outbox has marks of posts that a log which a power
// cut took had ordered by the same numbers. No reply is held for one of them.
func TestNumberOfALostLife(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, "ladder")
		for n := range 40 {
			old := messages.Post{ID: messages.PostID(fmt.Sprintf("%s~aria~%d~0", room, n)), Channel: room, Account: "nobody"}
			if err := r.journal.Enqueue(t.Context(), 0, old); err != nil {
				t.Fatal(err)
			}
			if err := r.journal.Remove(t.Context(), room, old.ID); err != nil {
				t.Fatal(err)
			}
		}
		r.say("ana", "@Aria hi", "us")
		r.wait(time.Minute)
		r.wantPosted("re @Aria hi")
	})
}
