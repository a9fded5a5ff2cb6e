package host

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestDrainSavesTenThousandInWaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const actors, wave = 10_000, 256
		var saving, most atomic.Int64
		h := start(t, Config{}, Kind{Make: always(part{
			save: func(context.Context) error {
				now := saving.Add(1)
				for m := most.Load(); now > m && !most.CompareAndSwap(m, now); m = most.Load() {
				}
				time.Sleep(20 * time.Millisecond)
				saving.Add(-1)
				return nil
			},
		})})
		for i := range actors {
			send(t, h, id(strconv.Itoa(i)), "hi")
		}
		synctest.Wait()
		begin := time.Now()
		if err := h.Drain(t.Context()); err != nil {
			t.Fatal(err)
		}
		waves := (actors + wave - 1) / wave
		if got, want := time.Since(begin), time.Duration(waves)*20*time.Millisecond; got != want {
			t.Errorf("drained in %v, want %d waves of 20 ms: %v", got, waves, want)
		}
		if most.Load() != wave {
			t.Errorf("%d saved at once, want %d", most.Load(), wave)
		}
		if h.Len() != 0 {
			t.Errorf("%d actors in memory, want 0", h.Len())
		}
	})
}

func TestDrainReportsTheFirstError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := errors.New("disk full")
		h := start(t, Config{}, Kind{Make: func(s *Self) Handler {
			return part{save: func(context.Context) error {
				switch s.Key().ID {
				case "bad":
					return disk
				case "worse":
					time.Sleep(time.Second)
					panic("oh")
				}
				return nil
			}}
		}})
		for _, name := range []string{"good", "bad", "worse"} {
			send(t, h, id(name), "hi")
		}
		err := h.Drain(t.Context())
		if !errors.Is(err, disk) || !strings.Contains(err.Error(), "1 saved, 2 not, the first: save part/bad") {
			t.Errorf("drain = %v, want 1 saved, 2 not, the first disk full", err)
		}
	})
}

func TestWhoMaySendDuringADrain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got []string
		h := start(t, Config{}, Kind{Make: func(s *Self) Handler {
			return part{receive: func(msg any) {
				if msg != "work" {
					got = append(got, s.Key().ID+" got "+msg.(string))
					return
				}
				release := s.Hold()
				go func() { // a turn
					defer release()
					time.Sleep(time.Minute)
					for _, to := range []string{"worker", "held", "rested", "never"} {
						if _, err := s.Host().Send(id(to), "from inside"); err != nil {
							got = append(got, to+": "+err.Error())
						}
						synctest.Wait()
					}
				}()
			}}
		}})
		send(t, h, id("rested"), "hi")
		send(t, h, id("worker"), "work")
		synctest.Wait()
		release := h.table.get(id("worker")).Hold() // somebody else's
		send(t, h, id("held"), "hi")
		synctest.Wait()
		releaseHeld := h.table.get(id("held")).Hold()

		drained := make(chan error)
		go func() { drained <- h.Drain(context.Background()) }()
		synctest.Wait()
		if _, err := h.Send(id("held"), "from outside"); !errors.Is(err, ErrClosed) {
			t.Errorf("send from outside = %v, want ErrClosed", err)
		}
		time.Sleep(2 * time.Minute)
		release()
		releaseHeld()
		if err := <-drained; err != nil {
			t.Error(err)
		}
		want := "rested got hi|held got hi|worker got from inside|held got from inside|rested: host: closed|never: host: closed"
		if got := strings.Join(got, "|"); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	})
}

func TestADrainThatRunsOutOfTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		saved := 0
		h := start(t, Config{}, Kind{Make: func(s *Self) Handler {
			return part{
				receive: func(any) {
					release := s.Hold()
					context.AfterFunc(s.Context(), release) // a turn that ends only when told to
				},
				save: func(ctx context.Context) error { saved++; return ctx.Err() },
			}
		}})
		send(t, h, id("x"), "work")
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		if err := h.Drain(ctx); !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "1 still at work") {
			t.Errorf("first drain = %v, want deadline exceeded with 1 still at work", err)
		}
		if err := h.Drain(t.Context()); err != nil {
			t.Errorf("second drain = %v, want nil: the turn ended with the context", err)
		}
		if saved != 1 {
			t.Errorf("saved %d times, want once, in its own time", saved)
		}
	})
}

// TestDrainLosesNothingItTook drains while eight senders send: each message
// is refused or handled, there is no third way.
func TestDrainLosesNothingItTook(t *testing.T) {
	var taken, handled atomic.Int64
	h := start(t, Config{Sweep: 50 * time.Microsecond}, Kind{
		Idle: 100 * time.Microsecond,
		Make: always(part{receive: func(any) { handled.Add(1) }}),
	})
	var sending sync.WaitGroup
	begun := make(chan struct{}, 8)
	for sender := range 8 {
		sending.Go(func() {
			for i := 0; ; i++ {
				if i == 5_000 {
					begun <- struct{}{}
				}
				if _, err := h.Send(id(strconv.Itoa((i+sender)%500)), i); err != nil {
					return
				}
				taken.Add(1)
			}
		})
	}
	for range 8 {
		<-begun
	}
	if err := h.Drain(t.Context()); err != nil {
		t.Error(err)
	}
	sending.Wait()
	if taken.Load() != handled.Load() {
		t.Errorf("took %d messages, handled %d", taken.Load(), handled.Load())
	}
	if h.Len() != 0 {
		t.Errorf("%d actors in memory, want 0", h.Len())
	}
}

func TestWhoHasLeftIsNotAskedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := start(t, Config{}, Kind{Make: always(part{})})
		send(t, h, id("x"), "hi")
		self := h.table.get(id("x"))
		if err := h.Drain(t.Context()); err != nil {
			t.Fatal(err)
		}
		self.atRest() // a hold's release that was overtaken by the drain
		if h.gate.busy != 0 {
			t.Errorf("the gate waits for %d actors, want 0", h.gate.busy)
		}
	})
}

func TestAnEmptyHostIsDrainedWhateverItsTime(t *testing.T) {
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for range 50 {
		h := start(t, Config{}, Kind{Make: always(part{})})
		if err := h.Drain(over); err != nil {
			t.Fatalf("drain = %v, want nil: nobody was in memory", err)
		}
	}
}
