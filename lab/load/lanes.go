package load

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"familiar/internal/sleep"
	"familiar/lab/load/traffic"
)

// How many lines may wait for their speaker. What waits longer holds up the
// others, which their times show.
const laneRoom = 1024

// The pauses before a line is said again.
const (
	firstPause = 20 * time.Millisecond
	lastPause  = time.Second
)

// lanes are the speakers. A channel's lines go through one, in order. The
// channels apart have a lane of their own, which holds up nobody.
type lanes struct {
	run   *run
	lanes []chan due
	apart chan due
	work  sync.WaitGroup
	stop  context.CancelFunc
}

// A due line.
type due struct {
	at   time.Time
	line traffic.Line
}

func newLanes(r *run) *lanes {
	ctx, stop := context.WithCancel(context.Background())
	l := &lanes{run: r, lanes: make([]chan due, r.Speakers), apart: make(chan due, laneRoom), stop: stop}
	for i := range l.lanes {
		l.lanes[i] = make(chan due, laneRoom)
		l.work.Go(func() { l.speak(ctx, l.lanes[i]) })
	}
	l.work.Go(func() { l.speak(ctx, l.apart) })
	return l
}

// enqueue has a line said in its turn; false: ctx ended before. Where the channel
// apart takes no more, its line is left out.
func (l *lanes) enqueue(ctx context.Context, at time.Time, line traffic.Line) bool {
	d := due{at, line}
	if l.run.Tally.Apart(line.Channel) {
		select {
		case l.apart <- d:
		default:
		}
		return true
	}
	select {
	case l.lanes[line.Channel%len(l.lanes)] <- d:
		return true
	case <-ctx.Done():
		return false
	}
}

// finish is how long lines that are being said may take once no more are due.
const finish = 10 * time.Second

// wait lets what is in the lanes be said, until ctx ends.
func (l *lanes) wait(ctx context.Context) {
	for _, lane := range l.lanes {
		close(lane)
	}
	close(l.apart)
	defer context.AfterFunc(ctx, l.stop)()
	l.work.Wait()
	l.stop()
}

func (l *lanes) speak(ctx context.Context, lane <-chan due) {
	for d := range lane {
		if ctx.Err() != nil {
			continue // never said
		}
		now := time.Now()
		k := l.run.Tally.Say(d.line.Channel, d.at, now, d.line.Calls)
		err := l.insist(ctx, l.run.line(d.line, k))
		switch {
		case err == nil:
			l.run.Tally.Accepted(time.Since(now))
		default:
			l.run.Tally.Unsure(k, errors.Is(err, ErrNobody))
		}
	}
}

// insist says a line until it is taken, nobody is there, or ctx ends.
func (l *lanes) insist(ctx context.Context, line Line) error {
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		err := l.run.Target.Say(ctx, line)
		if err == nil || errors.Is(err, ErrNobody) {
			return err
		}
		l.run.Tally.Again()
		if !sleep.For(ctx, pause) {
			return ctx.Err()
		}
	}
}

// line writes out what is said.
func (r *run) line(l traffic.Line, k Key) Line {
	said := Line{Key: k, ID: r.Names.ID(k.Number), Author: person(l.Author), Text: r.Names.text(l, k)}
	if l.Calls {
		said.Mentions = []string{r.Names.Familiar}
	} else if l.Mentions >= 0 {
		said.Mentions = []string{person(l.Mentions)}
	}
	if back := uint32(l.Reply); back > 0 && back < k.Number {
		said.ReplyTo = r.Names.ID(k.Number - back)
	}
	return said
}

func person(n int) string { return fmt.Sprintf("person-%d", n) }
