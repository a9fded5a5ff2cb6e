package loading

import (
	"context"
	"fmt"
	"time"

	"familiar/lab/load"
)

// A churn changes the configuration again and again while lines are said:
// guests come and go with accounts of their own, and some channels are closed
// and opened.
type churn struct {
	in       *inside
	cast     cast
	channels int
	times    int
	over     time.Duration // spread evenly

	done    int
	longest time.Duration // that one took
}

// run changes it so many times, or until ctx ends. What is said where nobody
// is left is excused from before the change until after the one back.
func (c *churn) run(ctx context.Context) error {
	next := time.NewTicker(max(time.Millisecond, c.over/time.Duration(c.times+1)))
	defer next.Stop()
	open := c.cast
	for c.done < c.times {
		select {
		case <-next.C:
		case <-ctx.Done():
			return nil
		}
		if err := c.change(ctx, &open); err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return fmt.Errorf("load: change %d: %w", c.done+1, err)
		}
		c.done++
	}
	return nil
}

// change puts the next configuration in force; was is the one before.
func (c *churn) change(ctx context.Context, was *cast) error {
	next := c.cast.round(c.done + 1)
	changed, err := next.config()
	if err != nil {
		return err
	}
	names := load.Names{}
	for i := range c.channels {
		if chat := names.Chat(i); next.closes(chat) {
			c.in.tally.Shut(i)
		}
	}
	began := time.Now()
	if _, err := c.in.service.App.Reload(ctx, changed); err != nil {
		return err
	}
	c.longest = max(c.longest, time.Since(began))
	for i := range c.channels {
		if chat := names.Chat(i); was.closes(chat) && !next.closes(chat) {
			c.in.tally.Open(i)
		}
	}
	*was = next
	return nil
}

// note says what was changed.
func (c *churn) note() string {
	return fmt.Sprintf("configuration changed %d times of %d during the run, the slowest in %s", c.done, c.times, c.longest.Round(100*time.Microsecond))
}
