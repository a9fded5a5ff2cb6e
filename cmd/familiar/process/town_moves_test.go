package process

import (
	"flag"
	"fmt"
	"sync"
	"testing"
	"time"

	"familiar/internal/await"
	"familiar/internal/long"
	"familiar/journal"
)

var (
	townMoves = flag.Int("town.moves", 3, "times that a process joins a town or leaves it")
	townEvery = flag.Duration("town.every", time.Second, "how long a town talks between them")
)

// An owners knows by which epoch which process has had each partition.
type owners struct {
	mu    sync.Mutex // a goroutine looks all the time
	here  []*citizen
	had   map[epochOf]string
	twice int // times that one was two processes'
}

type epochOf struct {
	partition int
	epoch     uint64
}

// look notes who has what now.
func (o *owners) look() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, p := range o.here {
		for k := range journal.DefaultPartitions {
			epoch := p.journal.Epoch(k)
			if epoch == journal.NoEpoch {
				continue
			}
			at := epochOf{k, epoch}
			if other := o.had[at]; other != "" && other != p.name {
				o.twice++
			}
			o.had[at] = p.name
		}
	}
}

// balanced reports whether all partitions are live, and no process has two more than
// another.
func (o *owners) balanced() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	sum, least, most := 0, journal.DefaultPartitions, 0
	for _, p := range o.here {
		live, all := p.app.Live()
		if live != all {
			return false
		}
		sum, least, most = sum+live, min(least, live), max(most, live)
	}
	return sum == journal.DefaultPartitions && most-least <= 1
}

// TestComeAndGo: while people talk processes join and leave, again and again: after each
// time partitions are divided evenly, no epoch of one is two processes', and every line
// is decided on.
func TestComeAndGo(t *testing.T) {
	long.Test(t)
	t.Parallel()
	town, who := newTown(t), &owners{had: map[epochOf]string{}}
	join := func(name string) {
		p := town.settle(name)
		who.mu.Lock()
		who.here = append(who.here, p)
		who.mu.Unlock()
	}
	leave := func() {
		who.mu.Lock()
		p := who.here[0]
		who.here = who.here[1:]
		who.mu.Unlock()
		p.stop()
	}
	join("p0")
	join("p1")
	await.Until(t, "that both have a share", who.balanced)
	over, done := make(chan struct{}), make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() {
		for tick := time.NewTicker(5 * time.Millisecond); ; {
			select {
			case <-done:
				return
			case <-tick.C:
				who.look()
			}
		}
	})
	lines := 0
	watching.Go(func() {
		for tick := time.NewTicker(20 * time.Millisecond); ; lines++ {
			select {
			case <-over:
				return
			case <-tick.C:
				town.say(lines)
			}
		}
	})
	var longest time.Duration
	for n := range *townMoves {
		time.Sleep(*townEvery) // of talk; nothing waits for anything here
		moved := time.Now()
		if n%2 == 0 {
			join(fmt.Sprint("p", n+2))
		} else {
			leave()
		}
		await.Until(t, "that partitions are divided evenly", who.balanced)
		longest = max(longest, time.Since(moved))
	}
	close(over)
	await.Until(t, "that every line is decided on", func() bool { _, open := town.waits(0); return open == 0 })
	close(done)
	watching.Wait()
	waited, _ := town.waits(0)
	t.Logf("%d times one joined or left: evenly divided again after %v at the latest; %d lines in %d channels, decided after %v in the middle, %v at most; %d epochs of partitions",
		*townMoves, longest.Round(10*time.Millisecond), len(waited), *townChannels, waited[len(waited)/2].Round(10*time.Microsecond), waited[len(waited)-1].Round(time.Millisecond), len(who.had))
	if longest > 15*time.Second {
		t.Errorf("it took %v until partitions were divided evenly", longest)
	}
	if who.twice > 0 {
		t.Errorf("%d times an epoch of a partition was two processes'", who.twice)
	}
	if town.twice > 0 {
		t.Errorf("%d times two processes listened at once", town.twice)
	}
}
