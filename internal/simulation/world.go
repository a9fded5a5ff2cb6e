package simulation

import (
	"fmt"
	"math/rand/v2"
	"time"

	"familiar/messages"
)

// stormSteps bounds the bad part of a run.
const stormSteps = 600

// begin is when every run begins.
const begin = messages.Instant(1_772_366_400_000)

// A world is everything there is in a run. All but process survives a crash.
type world struct {
	Outcome
	without Safeguard
	tracing bool
	chance  *rand.Rand
	weather weather
	now     messages.Instant
	steady  bool // the storm is over: everything works
	cutting bool // the power may be cut
	taking  bool // other processes may take over
	keeping bool // familiars keep things in mind
	life    int  // times it was
	seen    int  // posts when it last might have been

	rooms   []*room // the channels
	index   map[messages.ChannelID]int
	disk    *disk
	process *process
	asked   map[asking]messages.Instant // every order ever given, with its deadline
}

// broken ends a run that broke a promise.
type broken string

// crash ends a process in the middle of what it does.
type crash struct{}

func newWorld(o Options) *world {
	w := &world{
		without: o.Without, tracing: o.Trace, chance: rand.New(rand.NewPCG(o.Seed, 0x66616d696c696172)),
		cutting: o.PowerCuts, taking: o.TakeOvers, keeping: o.Remember, now: begin, asked: map[asking]messages.Instant{}, index: map[messages.ChannelID]int{},
	}
	w.weather = w.forecast()
	if w.cutting { // what is to be gone, and other rules, have runs of their own
		w.weather.commands, w.weather.forgets, w.weather.reloads, w.weather.rust = 0, 0, 0, 0
		w.weather.cuts = w.among(60, 200, 600)
	}
	if w.taking {
		w.weather.takeovers, w.weather.freezes = w.among(60, 150, 400), w.among(3, 8, 20)
	}
	if w.keeping {
		w.weather.longWaits, w.weather.forgets = true, w.among(0, 1, 2)
	}
	for i := range 2 + w.n(2) {
		w.rooms = append(w.rooms, w.newRoom(i))
		w.index[w.rooms[i].id] = i
	}
	w.disk = newDisk(w)
	w.process = newProcess(w)
	return w
}

// tracef records what happened, for reading the run afterwards.
func (w *world) tracef(format string, args ...any) {
	if w.tracing {
		w.Outcome.Trace = append(w.Outcome.Trace, fmt.Sprintf("%8.3f ", w.now.Sub(begin).Seconds())+fmt.Sprintf(format, args...))
	}
}

// broke ends the run.
func (w *world) broke(format string, args ...any) {
	panic(broken(fmt.Sprintf(format, args...)))
}

// die ends the process, once in k times.
func (w *world) die(k int) {
	if w.bad(k) {
		panic(crash{})
	}
}

// An action is something small that may happen next; it reports whether there
// was anything to do. A world draws one of the table, by weight.
type action struct {
	weight int
	do     func(*world) bool
}

var actions = [...]action{
	{16, func(w *world) bool { return w.any().speak(w) }},
	{22, func(w *world) bool { return w.any().carry(w) }},
	{22, func(w *world) bool { return w.process.read(w.n(partitions)) }},
	{30, func(w *world) bool { return w.process.handle(w.n(len(w.rooms))) }},
	{12, (*world).answer},
	{8, (*world).verdict},
	{4, (*world).erase},
	{14, func(w *world) bool { return w.any().deliver(w) }},
	{4, func(w *world) bool { return w.process.setCheckpoint(w.n(partitions)) }},
	{3, func(w *world) bool { return w.process.putAway(w.n(len(w.rooms))) }},
	{2, func(w *world) bool { return w.process.saveSoon(w.n(len(w.rooms))) }},
	{1, func(w *world) bool { return w.process.rewind(w.n(partitions)) }},
	{2, func(w *world) bool { return w.process.restartSometimes() }},
	{1, func(w *world) bool { return w.any().command(w) }},
	{1, func(w *world) bool { return w.any().forget(w) }},
	{1, func(w *world) bool { return w.any().reload(w) }},
	{22, (*world).wait},
}

var weights = func() (sum int) {
	for _, a := range actions {
		sum += a.weight
	}
	return sum
}()

// any returns one of the channels.
func (w *world) any() *room { return w.rooms[w.n(len(w.rooms))] }

// storm lets things happen until everybody has said what they wanted to say
// and a while longer.
func (w *world) storm() {
	for step, after := 0, 0; step < stormSteps && after < 60; step++ {
		if w.said() {
			after++
		}
		if w.cutting && w.powerCut() {
			continue
		}
		if w.taking {
			if w.one(5) {
				w.arrive()
			}
			if w.takeOverSometimes() {
				continue
			}
		}
		if w.keeping && w.one(10) {
			w.act((*world).learn)
		}
		drawn := w.n(weights)
		for _, a := range actions {
			if drawn -= a.weight; drawn < 0 {
				w.act(a.do)
				break
			}
		}
	}
}

// act does one thing, and starts the process again if it does not survive.
func (w *world) act(do func(*world) bool) (done bool) {
	defer func() {
		if v := recover(); v != nil {
			if _, dies := v.(crash); !dies {
				panic(v)
			}
			w.restart()
			done = true
		}
	}()
	if done = do(w); done {
		w.Actions++
		w.passTime(time.Duration(w.n(15)) * time.Millisecond)
	}
	return done
}

// restart drops everything that was in memory.
func (w *world) restart() {
	w.Crashes++
	w.disk.crash()
	if w.bad(w.weather.rust) {
		w.rust()
	}
	w.tracef("CRASH")
	w.now = w.now.Add(time.Duration(w.among(100, 1_000, 30_000)) * time.Millisecond)
	w.process = newProcess(w)
}

// wait lets time pass: to the next thing that is due, or some of it.
func (w *world) wait() bool {
	next := w.process.next()
	switch {
	case next > w.now && w.n(3) > 0:
		w.passTime(min(next.Sub(w.now), w.longest()))
	default:
		w.passTime(time.Duration(1+w.n(w.among(100, 1_000, 8_000))) * time.Millisecond)
	}
	return true
}

// longest is how far the clock may jump to something due.
func (w *world) longest() time.Duration {
	if w.weather.longWaits {
		return 12 * time.Minute
	}
	return 30 * time.Second
}

// passTime moves the clock; what has come is told to whom it concerns.
func (w *world) passTime(d time.Duration) {
	w.now = w.now.Add(d)
	w.process.ring()
}
