package partitions

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/activity"
	"familiar/actors/retry"
	"familiar/journal"
	"familiar/journal/memory"
	"familiar/messages"
)

// A scribe is channels that write down what they are given, in order.
type scribe struct {
	got    []string
	memory []messages.ChannelID // in memory
	full   bool                 // takes no record
}

func (s *scribe) Hand(r journal.Record) error {
	if s.full {
		return errors.New("full")
	}
	s.got = append(s.got, fmt.Sprint(r.Channel, " ", r.Seq))
	if !slices.Contains(s.memory, r.Channel) {
		s.memory = append(s.memory, r.Channel)
	}
	return nil
}

func (s *scribe) Live(id messages.ChannelID, passed func()) error {
	s.got = append(s.got, fmt.Sprint(id, " is live"))
	passed()
	return nil
}

func (s *scribe) Save(id messages.ChannelID) { s.got = append(s.got, fmt.Sprint(id, " saves")) }

func (s *scribe) Has(id messages.ChannelID) bool { return slices.Contains(s.memory, id) }

func (s *scribe) Left(r journal.Record, _ error) {
	s.got = append(s.got, fmt.Sprint(r.Channel, " ", r.Seq, " is left"))
}

// TestRead: what was in a partition at the start is handed over before its
// channels are live, and what comes later after that.
func TestRead(t *testing.T) {
	for _, tt := range []struct {
		story string
		full  bool
		want  []string
	}{
		{"channels take what there is", false, []string{"web//a 1", "web//b 2", "web//a is live", "web//b is live", "web//a 3"}},
		{"channels that take nothing", true, []string{"web//a 1 is left", "web//b 2 is left", "web//a 3 is left"}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				log := slog.New(slog.DiscardHandler)
				j := memory.New(memory.Config{Partitions: 1})
				write := func(id messages.ChannelID) {
					if _, err := j.Append(t.Context(), 0, id, messages.Deleted{ID: "1"}); err != nil {
						t.Fatal(err)
					}
				}
				write("web//a")
				write("web//b")
				s, under := &scribe{full: tt.full}, activity.New(1)
				r := New(Options{Journal: j, Channels: s, Activity: under, Retry: retry.Retrier{Fail: func(error) {}, Log: log}, Log: log})
				if _, live := r.CatchUp("web//a"); live {
					t.Error("it is live before anything is read")
				}
				ctx, stop := context.WithCancel(t.Context())
				ended := make(chan error)
				r.Expect(0)
				go func() { ended <- r.Read(ctx, 0) }()
				if !r.AwaitAll(ctx) {
					t.Fatal("it never is live")
				}
				if until, live := r.CatchUp("web//a"); until != 2 || !live {
					t.Errorf("it is live %v until %d, want until 2", live, until)
				}
				write("web//a")
				time.Sleep(time.Second)
				stop()
				if err := <-ended; err != nil {
					t.Error(err)
				}
				if !tt.full { // which is told first is nobody's business
					slices.Sort(s.got[2:min(4, len(s.got))])
				}
				if !slices.Equal(s.got, tt.want) {
					t.Errorf("got %q, want %q", s.got, tt.want)
				}
				want := int64(3)
				if tt.full {
					want = 0
				}
				if under.Count() != want {
					t.Errorf("%d records are under way, want %d", under.Count(), want)
				}
				if lag := r.Lag(0); lag != 3 {
					t.Errorf("a start would read %d records again, want all 3", lag)
				}
			})
		})
	}
}

// TestWhoIsTold: a channel that woke before its partition was live is told that it is, if
// it is still in memory; one that wakes afterwards knows.
func TestWhoIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := slog.New(slog.DiscardHandler)
		j := memory.New(memory.Config{Partitions: 1})
		s := &scribe{memory: []messages.ChannelID{"web//woke", "web//asleep"}}
		r := New(Options{Journal: j, Channels: s, Activity: activity.New(1), Retry: retry.Retrier{Fail: func(error) {}, Log: log}, Log: log})
		for _, id := range []messages.ChannelID{"web//woke", "web//left", "web//woke"} {
			if _, live := r.CatchUp(id); live {
				t.Errorf("%s is live before anything is read", id)
			}
		}
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		r.Expect(0)
		go r.Read(ctx, 0)
		if !r.AwaitAll(ctx) {
			t.Fatal("it never is live")
		}
		if _, live := r.CatchUp("web//asleep"); !live {
			t.Error("who wakes later isn't live")
		}
		if want := []string{"web//woke is live"}; !slices.Equal(s.got, want) {
			t.Errorf("got %q, want %q", s.got, want)
		}
	})
}

// TestCheckpoints: a checkpoint passes what snapshots cover and nothing else.
func TestCheckpoints(t *testing.T) {
	log := slog.New(slog.DiscardHandler)
	j := memory.New(memory.Config{Partitions: 1})
	s := &scribe{}
	r := New(Options{Journal: j, Channels: s, Activity: activity.New(1), Retry: retry.Retrier{Fail: func(error) {}, Log: log}, Log: log})
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	for _, id := range []messages.ChannelID{"web//a", "web//b"} {
		if _, err := j.Append(ctx, 0, id, messages.Deleted{ID: "1"}); err != nil {
			t.Fatal(err)
		}
	}
	ended := make(chan error)
	r.Expect(0)
	go func() { ended <- r.Read(ctx, 0) }()
	if !r.AwaitAll(ctx) {
		t.Fatal("it never is live")
	}
	noticed := r.Noticed(j)
	for _, step := range []struct {
		save messages.ChannelID
		seq  uint64
		want uint64
	}{{"web//b", 2, 0}, {"web//a", 1, 2}} {
		if _, err := noticed.Save(ctx, j.Epoch(0), journal.Snapshot{Channel: step.save, Seq: step.seq}); err != nil {
			t.Fatal(err)
		}
		r.moveNow(ctx)
		if got, err := j.Checkpoint(ctx, 0); err != nil || got != step.want {
			t.Errorf("once %s is saved the checkpoint is %d, %v; want %d", step.save, got, err, step.want)
		}
	}
	stop()
	<-ended
}
