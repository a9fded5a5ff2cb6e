package process

import (
	"context"
	"time"

	"familiar/internal/sleep"
)

// How work that can wait makes room for work that can't.
const (
	idleSlice   = time.Millisecond      // it works so long at a time
	idleShare   = 3                     // and then rests so many times as long: a quarter of a core is what it takes
	idleLongest = 50 * time.Millisecond // a rest
	idleInAll   = 10 * time.Second      // what a preview rests in all; then whoever waits for it has waited enough
)

// An idler paces work that can wait: decisions on lines come first, also where there are
// no more processors than one. Its zero value is ready. It is of one goroutine.
type idler struct {
	free time.Duration // it works so long before it rests for the first time
	most time.Duration // it rests so long in all; 0: without end

	began  time.Time // when this slice did
	late   time.Duration
	rested time.Duration
}

// pause is called between pieces of work that are shorter than a slice. It rests once a
// slice is over: in proportion, and longer where it was woken late the last time, since
// then more is waiting for processors than there are. Its error is ctx's.
func (i *idler) pause(ctx context.Context) error {
	now := time.Now()
	if i.began.IsZero() {
		i.began = now.Add(i.free)
	}
	worked := now.Sub(i.began)
	if worked < idleSlice || i.most > 0 && i.rested >= i.most {
		return ctx.Err()
	}
	rest := min(idleShare*worked+i.late, idleLongest)
	sleep.For(ctx, rest)
	i.began = time.Now()
	i.late = i.began.Sub(now) - rest
	i.rested += i.began.Sub(now)
	return ctx.Err()
}
