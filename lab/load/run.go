package load

import (
	"context"
	"errors"
	"time"

	"familiar/lab/load/tally"
	"familiar/lab/load/traffic"
	"familiar/lab/load/vitals"
)

// Options is what a run does. Plan, Target, Tally and Duration are needed.
type Options struct {
	Plan     traffic.Plan
	Names    Names
	Target   Target
	Tally    *tally.Tally
	Duration time.Duration // how long lines are said
	Warm     time.Duration // the first part of it, whose times are left out
	Greet    bool          // first one line is said in every channel, so that all are known; it is in the account, but not in the times
	Settle   time.Duration // how long decisions and answers may take after that; 0: they are not waited for
	Speakers int           // lines said at the same time, each in another channel; 0: 64
	PIDs     []int         // of the processes that are looked at; none: this one
	Progress func(Sample)  // is shown each second's sample; nil: nobody
}

// Run says lines until the duration is over or ctx ends, waits for what is
// under way, and reports what it has. The error says why it could not begin.
func Run(ctx context.Context, o Options) (Report, error) {
	source, err := traffic.New(o.Plan)
	if err != nil {
		return Report{}, err
	}
	if o.Target == nil || o.Tally == nil || o.Duration <= 0 {
		return Report{}, errors.New("load: target, account and duration are required")
	}
	if o.Speakers <= 0 {
		o.Speakers = 64
	}
	r := &run{Options: o, source: source, watch: vitals.Of(o.PIDs...)}
	r.machine = vitals.ThisMachine()
	if o.Greet {
		r.greet(ctx)
	}
	r.first, r.shares = r.watch.Look(), r.watch.Shares()
	r.began = time.Now()
	o.Tally.Begin(r.began.Add(o.Warm))
	saying, stop := context.WithTimeout(ctx, o.Duration)
	defer stop()
	ended := make(chan struct{})
	seen := make(chan struct{})
	go func() { defer close(seen); r.sample(ended) }() // looks on while this one talks
	r.say(saying)
	r.said = time.Since(r.began)
	r.settle(ctx)
	close(ended)
	<-seen
	return r.report(ctx.Err() != nil), nil
}

// A run is one load under way.
type run struct {
	Options
	source  *traffic.Traffic
	machine vitals.Machine
	began   time.Time
	said    time.Duration // how long lines were said
	watch   *vitals.Watch
	first   vitals.Look
	shares  []vitals.Share // before the first line
	samples []Sample
}

// say says each line when it is due. It is an open loop: a program that is
// slow meets the same traffic, and what waits to be said has waited.
func (r *run) say(ctx context.Context) {
	lanes := newLanes(r)
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), finish)
		defer cancel()
		lanes.wait(ctx)
	}()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		line := r.source.Next()
		due := r.began.Add(line.At)
		if ahead := time.Until(due); ahead > 0 {
			timer.Reset(ahead)
			select {
			case <-timer.C:
			case <-ctx.Done():
				return
			}
		}
		if ctx.Err() != nil || line.At >= r.Duration || !lanes.enqueue(ctx, due, line) {
			return
		}
	}
}

// greetWithin is how long each greeting may take on top of [Options.Settle],
// on average: a program that is slower is not held up by more channels.
const greetWithin = 5 * time.Millisecond

// greet says a line in every channel as fast as they are taken, and waits until
// all are decided.
func (r *run) greet(ctx context.Context) {
	now := time.Now()
	ctx, cancel := context.WithTimeout(ctx, r.Settle+time.Duration(r.Plan.Channels)*greetWithin)
	defer cancel()
	r.Tally.Begin(now.Add(time.Hour)) // after all of these
	lanes := newLanes(r)
	for c := range r.Plan.Channels {
		if !lanes.enqueue(ctx, now, traffic.Line{Channel: c, Length: 40, Mentions: -1}) {
			break
		}
	}
	lanes.wait(ctx)
	r.await(ctx, func() bool { return r.Tally.Lines().Waiting == 0 })
}

// settle waits until everything that was accepted is decided, and answered
// where it is due.
func (r *run) settle(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, r.Settle)
	defer cancel()
	r.await(ctx, func() bool {
		answers := r.Tally.Answers()
		return r.Tally.Lines().Waiting == 0 && answers.Waiting == 0 && answers.Hanging == 0
	})
}

// await waits until done, at most until ctx ends.
func (r *run) await(ctx context.Context, done func() bool) {
	look := time.NewTicker(100 * time.Millisecond)
	defer look.Stop()
	for !done() {
		select {
		case <-look.C:
		case <-ctx.Done():
			return
		}
	}
}
