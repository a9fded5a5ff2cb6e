package crash

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"familiar/journal/jetstream"
	"familiar/messages"
)

// A run is one life of the program, from its first start to its end, with all
// its kills.
type run struct {
	program *program
	client  *client
	rng     *rand.Rand // of the kills
	scripts []*script
	probes  *script         // what was said to see whether it is there
	starts  []time.Duration // until it was ready, of each
	posts   map[messages.ChannelID][]posted
	hurried map[messages.ChannelID]bool // where somebody waited in vain for a reply, and went on without

	kept    jetstream.Config     // the journal that is audited
	network network              // nil: the web network
	talk    *rand.Rand           // of who speaks next
	said    map[string]time.Time // when, by token; over other networks
	gone    map[messages.LineID]time.Time
	outages []outage
}

// live starts the program, has everybody talk while it is killed so many
// times, waits until all that was promised is said, and asks it to end.
func live(t *testing.T, p *program, all []*script, kills int) *run {
	t.Helper()
	r := newRun(p, all)
	r.hold(t)
	r.start(t)
	r.talkDuring(t, time.Duration(kills)*perKill, func(ctx context.Context) { r.die(ctx, t, kills) })
	r.hear(t)
	p.stop()
	return r
}

// talkDuring has everybody say everything, in about so long, while trouble is made.
func (r *run) talkDuring(t *testing.T, long time.Duration, trouble func(context.Context)) {
	t.Helper()
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	var talk sync.WaitGroup
	turns := r.turns(ctx, long)
	var people [talkers]*talker
	for n := range people {
		people[n] = newTalker(r, n)
		talk.Go(func() {
			if err := people[n].talk(ctx, turns); err != nil {
				cancel(err)
			}
		})
	}
	trouble(ctx)
	talk.Wait()
	if ctx.Err() != nil {
		t.Fatalf("the talk broke off: %v; the program's log:\n%s", context.Cause(ctx), r.program.log())
	}
	for _, one := range people {
		for _, id := range one.vain {
			r.hurried[id] = true
		}
	}
}

func newRun(p *program, all []*script) *run {
	return &run{
		program: p, client: newClient(p.listen), kept: jetstream.Config{Folder: filepath.Join(p.data(), "journal")}, rng: rand.New(rand.NewPCG(*seed, 0)), talk: rand.New(rand.NewPCG(*seed, 1)),
		scripts: all, probes: &script{chat: "probe", seats: []messages.FamiliarID{"aria"}},
		hurried: map[messages.ChannelID]bool{},
	}
}

// die kills the program so many times, or until ctx ends.
func (r *run) die(ctx context.Context, t *testing.T, kills int) {
	t.Helper()
	for done := 0; done < kills && ctx.Err() == nil; {
		done += r.kill(ctx, t, kills-done)
	}
}

// kill kills the program some time after it was ready and starts it again. One
// time in four it is killed once more while it starts, unless that is more
// often than it may be. It gives how often that was.
func (r *run) kill(ctx context.Context, t *testing.T, most int) (times int) {
	t.Helper()
	if pause(ctx, 300*time.Millisecond+r.within(2700*time.Millisecond)) != nil {
		return 0
	}
	r.leave(t)
	times = 1
	if most > 1 && r.rng.IntN(4) == 0 {
		r.program.start()
		_ = pause(ctx, r.within(400*time.Millisecond)) // broken off, it is killed all the same
		r.leave(t)
		times = 2
	}
	r.start(t)
	return times
}

// within draws a time from 0 to d.
func (r *run) within(d time.Duration) time.Duration { return time.Duration(r.rng.Int64N(int64(d))) }

// start starts the program and waits until it hears somebody.
func (r *run) start(t *testing.T) {
	t.Helper()
	r.program.start()
	probe := r.probe()
	r.starts = append(r.starts, r.program.ready(r.client, probe))
	r.probes.steps = append(r.probes.steps, probe)
	r.arrive(t)
}

// probe is what is said next to see whether anybody hears it.
func (r *run) probe() step {
	return step{deed: say, line: messages.LineID(fmt.Sprintf("probe-%d", len(r.starts))), by: rob, text: "tick"}
}

// hear waits until every promised reply is there, and keeps what the program
// tells of its posts.
func (r *run) hear(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	r.posts = map[messages.ChannelID][]posted{}
	for _, s := range r.scripts {
		for {
			all, err := r.client.posts(ctx, s.chat)
			missing := lostReplies(s, all)
			if err == nil && len(missing) == 0 {
				r.posts[s.channel()] = all
				break
			}
			if pause(ctx, 5*pauseAgain) != nil {
				t.Errorf("%s: it got quiet without %v; error %v; the program's log:\n%s", s.chat, missing, err, r.program.log())
				r.posts[s.channel()] = all
				return
			}
		}
	}
}
