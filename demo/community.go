package demo

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"familiar/internal/fnv"
	"familiar/messages"
)

// Options is how a community plays.
type Options struct {
	Speed float64 // divides every pause; 0: 1, as people do it
	Seed  uint64  // the same seed gives the same scenes at the same pace; 0 is one like any other

	// Say takes a line in; it is called by several goroutines, in each channel
	// for one line after the other. An error is tried again with the same id
	// after a pause, twice, and then the line is left out.
	Say func(context.Context, Line) error

	// Scripted is what a familiar's post begins with when it is the scenes' own;
	// "": a model writes them, and people answer with whatever fits anything.
	Scripted string

	Log *slog.Logger // what is left out; nil: nowhere
}

// A Community is the people of all channels. [New] makes it.
type Community struct {
	rooms map[string]*room
}

// New makes a community that has said nothing yet. A negative speed and a
// missing Say are errors.
func New(o Options) (*Community, error) {
	if o.Speed == 0 {
		o.Speed = 1
	}
	if !(o.Speed > 0) {
		return nil, fmt.Errorf("demo: speed %v: want more than 0", o.Speed)
	}
	if o.Say == nil {
		return nil, errors.New("demo: Say is required")
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	c := &Community{rooms: map[string]*room{}}
	arrivals := draws(o.Seed, "arrivals")
	first, opening := firstLine, make(chan struct{})
	for i, channel := range Channels() {
		scenes, err := scenesOf(channel)
		if err != nil {
			return nil, err
		}
		c.rooms[channel] = &room{
			Options: o,
			channel: channel,
			first:   first,
			opening: opening,
			opens:   i == 0,
			deck:    deck{scenes: scenes, draws: draws(o.Seed, channel+" scenes")},
			pace:    draws(o.Seed, channel+" pace"),
			whim:    draws(o.Seed, channel+" whim"),
			spoken:  make(chan spoken, unread),
		}
		if i == 0 {
			first = 0 // the others count from when the opening was seen
		}
		first += arrival.draw(arrivals, 1)
	}
	return c, nil
}

// Play lets everybody talk until ctx ends, in a goroutine for each channel,
// since they know nothing of each other but that one has the opening scene, which
// the others let go first; when it returns they have ended. It
// is called once.
func (c *Community) Play(ctx context.Context) {
	var all sync.WaitGroup
	for _, r := range c.rooms {
		all.Go(func() { r.play(ctx) })
	}
	all.Wait()
}

// Spoke tells the people of a channel that a familiar has posted there;
// somebody may answer. It never waits: what they have no time for they
// don't read. A channel that isn't theirs is nothing to them.
func (c *Community) Spoke(channel string, familiar messages.FamiliarID, line messages.LineID, text string) {
	r, ok := c.rooms[channel]
	if !ok {
		return
	}
	select {
	case r.spoken <- spoken{familiar, line, text}:
	default:
	}
}

// draws returns the random numbers of one purpose, so that what one draws
// changes nothing for another.
func draws(seed uint64, purpose string) *rand.Rand {
	return rand.New(rand.NewPCG(seed, fnv.Sum(purpose)))
}

// scaled returns d at the speed, at least a millisecond.
func scaled(d time.Duration, speed float64) time.Duration {
	return max(time.Duration(float64(d)/speed).Round(time.Millisecond), time.Millisecond)
}
