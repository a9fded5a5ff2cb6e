package app

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter/terminal"
	"familiar/actors/channel"
	"familiar/internal/long"
	"familiar/journal"
	"familiar/journal/checkpoint"
	"familiar/messages"
)

// TestCheckpointMoves: what was said is behind the checkpoint within a minute,
// though nothing forces a snapshot.
func TestCheckpointMoves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, two)
		partition := s.journal.Partition(terminal.Channel)
		behind := func() uint64 {
			last, err := s.journal.Last(t.Context(), partition)
			if err != nil {
				t.Fatal(err)
			}
			at, err := s.journal.Checkpoint(t.Context(), partition)
			if err != nil {
				t.Fatal(err)
			}
			return last - at
		}
		s.say("ana: @bob morning")
		s.say("bob: @ana morning")
		if n := behind(); n == 0 {
			t.Fatal("nothing is behind the checkpoint at once, want a lazy snapshot")
		}
		s.wait(checkpoint.Age + checkpoint.Spread + 3*time.Second) // a tick to look, one to save and one to move
		if n := behind(); n != 0 {
			t.Errorf("%d records are not behind the checkpoint after a minute, want 0", n)
		}
		s.close()
	})
}

// TestLastCheckpoint: an ordered end leaves nothing to read again.
func TestLastCheckpoint(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, two)
		s.say("ana: @bob well then")
		s.close()
		partition := s.journal.Partition(terminal.Channel)
		last, err := s.journal.Last(t.Context(), partition)
		if err != nil {
			t.Fatal(err)
		}
		if at, err := s.journal.Checkpoint(t.Context(), partition); at != last || err != nil {
			t.Errorf("the last checkpoint is %d, %v, want %d", at, err, last)
		}
	})
}

// TestAnswersWhatWasSaidBefore: a line that was journaled and never read is
// answered by the next process, once.
func TestAnswersWhatWasSaidBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openWith(t, two, func(o *Options) {
			for i, text := range []string{"@Aria what is a moth?", "hm"} {
				if _, err := o.Journal.Append(t.Context(), 0, terminal.Channel, messages.Heard{Line: &messages.Line{
					ID: messages.LineID([]string{"a", "b"}[i]), Channel: terminal.Channel, Account: "terminal/aria",
					Author: messages.Author{ID: "bob", Name: "bob"}, Text: text, At: in(0),
				}}); err != nil {
					t.Fatal(err)
				}
			}
		})
		s.wait(30 * time.Second)
		if got := s.screen.String(); strings.Count(got, "Aria: ") != 1 {
			t.Errorf("the screen shows %q, want one answer of Aria's", got)
		}
		s.close()
	})
}

// TestErasedRecordsKeepNobodyWaiting: when the newest records of the last run
// are not kept any more, channels are live all the same.
func TestErasedRecordsKeepNobodyWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openWith(t, two, func(o *Options) { o.Journal = ahead{o.Journal} })
		s.wait(6 * time.Second) // longer than the reader waits for a record
		s.say("bob: @Aria hi")
		s.wait(5 * time.Second)
		if got := s.screen.String(); !strings.Contains(got, "Aria: ") {
			t.Errorf("the screen shows %q, want Aria's answer", got)
		}
		s.close()
	})
}

// An ahead journal says that there was more than it has.
type ahead struct{ journal.Journal }

func (ahead) Last(context.Context, int) (uint64, error) { return 1000, nil }

// TestFailStops: a channel that must not go on stops the process, which says
// why.
func TestFailStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openWith(t, two, func(o *Options) { o.Journal = fenced{o.Journal} })
		s.say("bob: @Aria hi")
		s.wait(time.Minute)
		s.keyboard.Close()
		if err := <-s.ended; !errors.Is(err, journal.ErrConflict) {
			t.Errorf("the program ended with %v, want %v", err, journal.ErrConflict)
		}
	})
}

// TestFailsWhileItStops: so does one whose input has ended already.
func TestFailsWhileItStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openWith(t, two, func(o *Options) { o.Journal = fenced{o.Journal} })
		s.say("bob: @Aria hi")
		s.keyboard.Close()
		if err := <-s.ended; !errors.Is(err, journal.ErrConflict) {
			t.Errorf("the program ended with %v, want %v", err, journal.ErrConflict)
		}
	})
}

// A fenced journal belongs to somebody else: lines from the network are
// taken, an owner's writes are not.
type fenced struct{ journal.Journal }

func (j fenced) Append(ctx context.Context, epoch uint64, id messages.ChannelID, events ...messages.Event) (journal.Record, error) {
	if epoch != 0 {
		return journal.Record{}, journal.ErrConflict
	}
	return j.Journal.Append(ctx, epoch, id, events...)
}

// A hung journal gives no answer once it hangs: who waits for one gives up after
// some seconds.
type hung struct {
	journal.Journal
	hangs *atomic.Bool
}

const hangs = 5 * time.Second

func (j hung) Last(ctx context.Context, partition int) (uint64, error) {
	if j.hangs.Load() {
		time.Sleep(hangs)
		return 0, context.DeadlineExceeded
	}
	return j.Journal.Last(ctx, partition)
}

func (j hung) Save(ctx context.Context, epoch uint64, s journal.Snapshot) (uint64, error) {
	if j.hangs.Load() {
		time.Sleep(hangs)
		return 0, context.DeadlineExceeded
	}
	return j.Journal.Save(ctx, epoch, s)
}

// TestStopWhileTheJournalHangs: the end doesn't wait for one channel after
// another, and says how many are not saved.
func TestStopWhileTheJournalHangs(t *testing.T) {
	const rooms = 600 // more than are saved at the same time
	synctest.Test(t, func(t *testing.T) {
		hanging := &atomic.Bool{}
		s := openWith(t, two, func(o *Options) { o.Journal = hung{o.Journal, hanging} })
		for n := range rooms {
			id := messages.Channel{Network: "terminal", Chat: fmt.Sprint(n)}.ID()
			line := &messages.Line{ID: "1", Channel: id, Account: "terminal/aria", Author: messages.Author{ID: "bob", Name: "bob"}, Text: "morning", At: in(0), Crowded: true}
			if err := s.app.intake.Hear(t.Context(), id, messages.Heard{Line: line}); err != nil {
				t.Fatal(err)
			}
		}
		synctest.Wait()
		hanging.Store(true)
		all := s.app.host.Len()
		began := time.Now()
		s.stop()
		err := <-s.ended
		// The account, the purse and the monitor have nothing to save: each may
		// or may not have left by then.
		var saved, failed, working int
		if err == nil {
			t.Fatal("the program ended as if all were saved")
		}
		_, said, _ := strings.Cut(err.Error(), "host: drain: ")
		if _, scanned := fmt.Sscanf(said, "%d saved, %d not, %d still at work", &saved, &failed, &working); scanned != nil || failed != 0 || working < rooms || saved+working > all {
			t.Errorf("the program ended with %v, want it to say that at least %d of %d are still at work", err, rooms, all)
		}
		if took := time.Since(began); took > 2*hangs {
			t.Errorf("stopping took %v, want it to try the journal once", took)
		}
		s.keyboard.Close()
		s.wait(time.Minute) // they give up, too
	})
}

// A forgetful journal fails to erase so many times.
type forgetful struct {
	journal.Journal
	fails int
}

func (j *forgetful) Erase(ctx context.Context, orders ...messages.Erase) error {
	if j.fails--; j.fails >= 0 {
		return errors.New("busy")
	}
	return j.Journal.Erase(ctx, orders...)
}

// TestErase: what is deleted leaves the journal while others go on, and the
// end of the program waits for it.
func TestErase(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openWith(t, two, func(o *Options) { o.Journal = &forgetful{Journal: o.Journal, fails: 2} })
		s.say("bob: @ana the secret word")
		if err := s.app.intake.Hear(t.Context(), terminal.Channel, messages.Deleted{ID: "1"}); err != nil {
			t.Fatal(err)
		}
		s.close()
		erased := 0
		for r, err := range s.replay(t) {
			if err != nil {
				t.Fatal(err)
			}
			switch e := r.Event.(type) {
			case messages.Heard:
				if strings.Contains(e.Line.Text, "secret") {
					t.Error("the text is still in the journal")
				}
			case messages.Erased:
				erased++
			}
		}
		if erased != 1 {
			t.Errorf("the channel was told %d times, want once", erased)
		}
	})
}

// TestJanitor: a channel nobody talked in for long forgets what was said.
func TestJanitor(t *testing.T) {
	long.Test(t)
	synctest.Test(t, func(t *testing.T) {
		s := openWith(t, two, func(o *Options) { o.Keep = time.Hour })
		s.say("bob: @ana morning")
		s.wait(25 * time.Hour)
		forgotten := 0
		for r, err := range s.replay(t) {
			if err != nil {
				t.Fatal(err)
			}
			if e, ok := r.Event.(messages.Forgotten); ok && e.Before != 0 {
				forgotten++
			}
		}
		if forgotten != 1 {
			t.Errorf("the channel was told to forget %d times, want once", forgotten)
		}
		s.close()
	})
}

// TestWokenFromAway: a deadline of a channel that left memory is kept.
func TestWokenFromAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, two)
		s.app.waker.Set(terminal.Channel, in(30*time.Minute))
		s.wait(29 * time.Minute)
		if s.app.host.Has(channel.Key(terminal.Channel)) {
			t.Fatal("the channel is in memory")
		}
		s.wait(61 * time.Second)
		if !s.app.host.Has(channel.Key(terminal.Channel)) {
			t.Error("the channel is not in memory, want it to be woken")
		}
		s.close()
	})
}
