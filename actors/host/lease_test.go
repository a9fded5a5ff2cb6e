package host

import (
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestNothingIsLostOrReordered has eight senders write to 200 channels that
// are put away whenever nobody writes for 200 µs. What a channel has seen is
// kept without a lock, so the race detector also looks for two incarnations
// at once.
func TestNothingIsLostOrReordered(t *testing.T) {
	const senders, channels, burst = 8, 200, 2
	rounds := 250 // of a burst to every channel: 800,000 messages
	if raced {
		rounds = 25
	}
	type message struct{ sender, n int }
	var (
		seen        [channels][senders]int
		reordered   atomic.Int64
		passivated  atomic.Int64
		outstanding sync.WaitGroup
	)
	h := start(t, Config{Sweep: 50 * time.Microsecond}, Kind{Idle: 200 * time.Microsecond, Make: func(s *Self) Handler {
		channel, _ := strconv.Atoi(s.Key().ID)
		return part{
			receive: func(msg any) {
				m := msg.(message)
				if seen[channel][m.sender] != m.n {
					reordered.Add(1)
				}
				seen[channel][m.sender]++
				outstanding.Done()
			},
			stopped: func() { passivated.Add(1) },
		}
	}})
	keys := make([]Key, channels)
	for i := range keys {
		keys[i] = id(strconv.Itoa(i))
	}

	outstanding.Add(senders * channels * rounds * burst)
	var sending sync.WaitGroup
	for sender := range senders {
		sending.Go(func() {
			for n := range rounds * burst * channels {
				for n%100 == 0 && h.Len() > channels/2 {
					runtime.Gosched() // go on while the others are leaving
				}
				channel := n / burst % channels
				at := n/(burst*channels)*burst + n%burst
				if _, err := h.Send(keys[channel], message{sender, at}); err != nil {
					t.Errorf("send: %v", err)
					outstanding.Done()
				}
			}
		})
	}
	sending.Wait()
	outstanding.Wait() // a lost message hangs here

	for channel := range seen {
		for sender, got := range seen[channel] {
			if want := rounds * burst; got != want {
				t.Errorf("channel %d has %d messages of sender %d, want %d", channel, got, sender, want)
			}
		}
	}
	if n := reordered.Load(); n > 0 {
		t.Errorf("%d messages came out of order", n)
	}
	if passivated.Load() == 0 {
		t.Error("nobody was put away: the test has not tested anything")
	}
	t.Logf("%d messages over %d passivations", senders*channels*rounds*burst, passivated.Load())
}

func TestLease(t *testing.T) {
	for _, tt := range []struct {
		what      string
		take      int
		give      int
		wantClose bool
	}{
		{"a fresh lease can be closed", 0, 0, true},
		{"one with a message can't", 1, 0, false},
		{"one with a message finished and another waiting can't", 2, 1, false},
		{"one with all messages finished can", 2, 2, true},
	} {
		t.Run(tt.what, func(t *testing.T) {
			var l lease
			for i := range tt.take {
				if n, ok := l.acquire(); n != i+1 || !ok {
					t.Fatalf("take %d = %d, %v", i+1, n, ok)
				}
			}
			l.release(tt.give)
			if got := l.close(); got != tt.wantClose {
				t.Errorf("close = %v, want %v", got, tt.wantClose)
			}
			if _, ok := l.acquire(); ok == tt.wantClose {
				t.Errorf("take afterwards = %v, want %v", ok, !tt.wantClose)
			}
			if got := l.isClosed(); got != tt.wantClose {
				t.Errorf("isClosed afterwards = %v, want %v", got, tt.wantClose)
			}
		})
	}
}
