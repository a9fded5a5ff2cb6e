package process

import (
	"fmt"
	"testing"
	"time"

	"familiar/internal/await"
	"familiar/internal/long"
)

// TestClocksApart: one process's clock is five minutes fast, one's as much slow. Whoever
// of them hears a line and whoever has its channel, it is answered once, after the usual
// pause and soon; also where the log is from the fast one, which has left.
func TestClocksApart(t *testing.T) {
	long.Test(t)
	t.Parallel()
	town := newTown(t)
	town.wrong = map[string]time.Duration{"fast": 5 * time.Minute, "slow": -5 * time.Minute}
	const (
		channels = 16
		pause    = 600 * time.Millisecond // before a reply, by default
	)
	rounds, asked := 0, 0
	talk := func(heardBy string) {
		began := time.Now()
		for n := range channels {
			town.tell(rounds**townChannels+n, "@Aria are you there?")
		}
		rounds, asked = rounds+1, asked+channels
		await.Until(t, fmt.Sprintf("that %d lines are answered", asked), func() bool { return town.answers() >= asked })
		t.Logf("%d lines that the %s one heard were answered within %v", channels, heardBy, time.Since(began).Round(time.Millisecond))
	}
	have := func(here ...*citizen) {
		await.Until(t, "that every process has channels", func() bool {
			for _, p := range here {
				if live, all := p.app.Live(); live == 0 || live != all {
					return false
				}
			}
			return true
		})
		await.Until(t, "that they count the same", func() bool {
			for _, p := range here {
				if apart := p.clock.Now().Sub(here[0].clock.Now()); apart.Abs() > pause/5 {
					return false
				}
			}
			return true
		})
	}
	slow := town.settle("slow")
	have(slow)
	fast := town.settle("fast")
	have(slow, fast)
	talk("slow")
	slow.stop()
	have(fast)
	right := town.settle("right")
	have(fast, right)
	talk("fast")
	fast.stop()
	right.stop()
	have(town.settle("slow")) // whom nobody tells that the log is ahead
	talk("slow")
	if got := town.answers(); got != asked {
		t.Errorf("got %d answers to %d lines", got, asked)
	}
	town.mu.Lock()
	defer town.mu.Unlock()
	t.Logf("the first answer came after %v", town.soonest.Round(time.Millisecond))
	if town.soonest < pause*8/10 {
		t.Errorf("a line was answered after %v, want a pause of %v", town.soonest, pause)
	}
}

// answers returns how many replies were posted.
func (t *town) answers() (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, posted := range t.posted {
		n += posted
	}
	return n
}
