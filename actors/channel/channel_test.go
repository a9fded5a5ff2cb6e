package channel

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"familiar/messages"
)

func TestAnswersAMentionAfterTheDebounce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, "ladder")
		r.say("ana", "@Aria hi", "us")
		r.wantPosted()
		r.wait(2 * time.Second)
		r.wantPosted("re @Aria hi")
		r.say("ana", "and you?")
		r.wait(2 * time.Second)
		r.wantPosted("re @Aria hi", "re and you?")
	})
}

// TestTellsTheThread: what a room has to tell its thread is in the thread's
// journal.
func TestTellsTheThread(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, "window")
		r.thread = room + "/t"
		r.say("ana", "@Aria hi", "us")
		r.wantPosted("re @Aria hi")
		var told []messages.Event
		for rec, err := range r.journal.Replay(t.Context(), r.thread, 0) {
			if err != nil {
				t.Fatal(err)
			}
			told = append(told, rec.Event)
		}
		if want := []messages.Event{messages.Told{From: room, Fact: messages.Replied{Familiar: "aria"}}}; !slices.Equal(told, want) {
			t.Errorf("the thread is told %v, want %v", told, want)
		}
	})
}

func TestSpeaksAfterALull(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, "chatty")
		r.say("ana", "hi")
		r.wait(5 * time.Second)
		r.say("bob", "hello")
		r.wait(9 * time.Second)
		r.wantPosted()
		r.wait(time.Second)
		r.wantPosted("re hello")
	})
}

// TestPutAwayAndTakenUp: an idle channel leaves memory, and its next line
// finds the credit it had.
func TestPutAwayAndTakenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, "ladder")
		r.say("bob", "morning")
		r.say("ana", "@Aria hi", "us")
		r.wait(2 * time.Second)
		r.wait(11 * time.Minute)
		if n := r.host.Len(); n != 0 {
			t.Fatalf("%d actors are in memory after ten idle minutes, want none", n)
		}
		r.say("ana", "still there?")
		r.wait(2 * time.Second)
		r.wantPosted("re @Aria hi", "re still there?")
	})
}

// TestNothingIsSaidTwice: a process that dies with a turn in flight composes
// it again; one that dies with a part in the outbox does not post it again.
func TestNothingIsSaidTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, "ladder")
		answers := r.answers
		r.answers = func(messages.Compose) (messages.Composed, bool) { return messages.Composed{}, false }
		r.say("ana", "@Aria hi", "us")
		r.wait(2 * time.Second)
		if len(r.composed) != 1 {
			t.Fatalf("%d orders, want one turn in flight", len(r.composed))
		}
		r.answers = answers
		r.crash()
		r.say("bob", "hello")
		r.wantPosted("re @Aria hi")
		if n := len(r.composed); n != 2 || r.composed[0].N != r.composed[1].N {
			t.Errorf("ordered %d times, want the same turn ordered again", n)
		}
		r.crash()
		r.say("cleo", "hey")
		r.wait(time.Minute)
		r.wantPosted("re @Aria hi")
	})
}

// crash drops everything in memory: what was not journaled is gone.
func (r *rig) crash() {
	r.kill()
	r.start()
	synctest.Wait()
}

// TestPoisonIsSkipped: an event that makes the channel panic every time is
// left out, and the lines round it are kept.
func TestPoisonIsSkipped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, "ladder")
		r.say("ana", "hi")
		r.append(poison{})
		synctest.Wait()
		r.say("bob", "@Aria hey", "us")
		r.wait(2 * time.Second)
		r.wantPosted("re @Aria hey")
		recent := r.composed[len(r.composed)-1].Recent
		if len(recent)+len(r.composed[len(r.composed)-1].Addressed) != 2 {
			t.Errorf("the turn was shown %v, want both lines kept", recent)
		}
	})
}

// poison is an event that no state machine knows.
type poison struct{ messages.Event }

// TestLedgerSaysWhy: every line has a note.
func TestLedgerSaysWhy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, "ladder")
		r.say("ana", "hi")
		r.say("bob", "hi")
		var rungs []string
		for n, err := range r.journal.Notes(context.Background(), room, 0) {
			if err != nil {
				t.Fatal(err)
			}
			rungs = append(rungs, string(n.Line)+" "+string(n.Rung))
		}
		if len(rungs) != 2 || rungs[0] != "2 default" || rungs[1] != "1 solo" {
			t.Errorf("the ledger says %q", rungs)
		}
	})
}

// TestJournalAway: while the journal takes no snapshot nothing is said, and
// nothing is lost or said twice when it is back.
func TestJournalAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, "ladder")
		r.away.Store(true)
		r.say("ana", "@Aria hi", "us")
		r.wait(30 * time.Second)
		r.wantPosted()
		r.away.Store(false)
		r.wait(30 * time.Second)
		r.wantPosted("re @Aria hi")
	})
}

// TestOwnEventsAreTriedAgain: what a channel writes of its own accord is written once the
// journal takes it.
func TestOwnEventsAreTriedAgain(t *testing.T) {
	for _, tt := range []struct {
		story string
		begin func(r *rig)
		is    func(messages.Event) bool
	}{
		{"the configuration that it is woken for", func(r *rig) {
			r.deaf.Store(true)
			r.send(Wake{})
		}, func(e messages.Event) bool { _, is := e.(messages.Reconfigured); return is }},
		{"what became of a post that was settled before a power cut", func(r *rig) {
			r.settled.Store(true)
			r.say("ana", "@Aria hi", "us")
		}, func(e messages.Event) bool { _, is := e.(messages.DeliveryFailed); return is }},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := open(t, "ladder")
				tt.begin(r)
				r.wait(10 * time.Second)
				if n := r.counted(tt.is); n != 0 || !r.deaf.Load() {
					t.Fatalf("the journal was not away: %d written", n)
				}
				r.deaf.Store(false)
				r.wait(10 * time.Second)
				if n := r.counted(tt.is); n != 1 {
					t.Errorf("%d written, want 1", n)
				}
			})
		})
	}
}
