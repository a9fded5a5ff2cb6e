// Package simulation runs the program's core in a made-up world, from one
// seed: the real channel actors over the real state machine, and round them a
// journal whose disk survives crashes, a reader, a waker, models that answer
// late or never, a judge, and networks that lose and repeat things. A run is a
// sequence of small actions drawn by chance in one goroutine with a clock of
// its own, so that a seed gives the same run every time.
//
// The world first does its worst; then everything works until nothing is left
// to do; then the run is held to what the program promises: no line lost or
// decided or answered twice, no reply said twice, no text left of what was
// deleted or forgotten, and what was kept equal to what a state machine makes
// of the journal alone. Where somebody reloads the configuration, or a snapshot
// is damaged, the last can't be: there the kept state must know all lines and
// be at rest.
//
// It knows actors/channel, policy/conversation and the journal's interface;
// of host and app it plays the parts that matter to a crash. Tests call it.
//
//	world.go     the run: clock and actions
//	calm.go      its end: everything works until nothing is left to do
//	weather.go   chance, and how bad a run's world is
//	cast.go      who sits where, and how careful they are
//	ears.go      which account sees what
//	people.go    what is said, edited and deleted, and its way into the journal
//	network.go   what the networks have taken
//	adapter.go   outbox -> network
//	disk*.go     the journal
//	process.go   actors and their inboxes; gone with each crash
//	place.go     what an actor has of its host
//	powercut.go  each stream of the disk at a moment of its own
//	takeover.go  processes that stand still, and what they write too late
//	reader.go    journal -> actors, checkpoints, waking
//	model.go     agents, judges and the eraser
//	learn.go     what a model would have familiars keep in mind
//	operator.go  commands, forgetting, other configurations, damage
//	reference.go what a state machine makes of the journal alone
//	check*.go    what must hold
package simulation

import (
	"fmt"
	"strings"
)

// A Safeguard is one of the things that keep a crash from losing or doubling
// anything. A run can go without one, to show that it is needed.
type Safeguard string

// The safeguards.
const (
	All        Safeguard = ""                                     // none is taken away
	Memory     Safeguard = "the memory of line ids"               // a loaded state has forgotten which lines it heard
	Once       Safeguard = "an outbox that takes a post once"     // a second one with its id is taken, too
	AnswerKept Safeguard = "an answer in the journal"             // a turn's answer is stepped and never written
	Numbers    Safeguard = "answers that carry their own number"  // a late answer counts for whatever is asked now
	Saved      Safeguard = "a snapshot on disk before an effect"  // snapshots are acknowledged and lost in a crash
	Asked      Safeguard = "asking whether a post is wanted"      // a kept post is sent whatever its channel knows
	Buried     Safeguard = "a letter before the state"            // dead letters are acknowledged, and written with the next checkpoint
	Patience   Safeguard = "waiting for a model that is away"     // a turn whose model is away is given up
	Ears       Safeguard = "the account that a line was heard by" // a line doesn't say whose ears it was, and so every seat hears it
	Held       Safeguard = "holding until the journal is read up" // a loaded channel carries out its orders at once
	Marked     Safeguard = "ids of posts that a power cut spares" // a post is named by its order's number alone
	Covered    Safeguard = "a checkpoint that snapshots bear out" // a power cut leaves it where it was
	Told       Safeguard = "word of posts whose order is lost"    // no channel hears of them
	Fenced     Safeguard = "the order of the log as its fence"    // what a former owner writes counts
	Settled    Safeguard = "an outbox that tells what it settled" // a post that is gone from it counts as waiting
)

// Options is what a run is made of.
type Options struct {
	Seed    uint64
	Without Safeguard
	Trace   bool // keep what happened

	TakeOvers bool // a process may stand still, another take over, and its writes arrive late
	PowerCuts bool // each stream of the journal may be set back to a moment of its own
	Remember  bool // familiars keep in mind what a model makes of any word it is shown
}

// An Outcome counts what a run did.
type Outcome struct {
	Actions, Lines, Turns, Posts, Crashes, Failures, Putaways int
	Commands, Forgotten, Reloads, Damaged                     int
	Cuts, Again                                               int // power cuts; posts that may stand twice, as was said
	Late                                                      int // records of former owners
	Learned                                                   int // with Options.Remember: answers that have something to keep

	Trace []string // with Options.Trace
}

// Add sums two runs' counts.
func (o *Outcome) Add(other Outcome) {
	o.Actions += other.Actions
	o.Lines += other.Lines
	o.Turns += other.Turns
	o.Posts += other.Posts
	o.Crashes += other.Crashes
	o.Failures += other.Failures
	o.Putaways += other.Putaways
	o.Commands += other.Commands
	o.Forgotten += other.Forgotten
	o.Reloads += other.Reloads
	o.Damaged += other.Damaged
	o.Cuts += other.Cuts
	o.Again += other.Again
	o.Late += other.Late
	o.Learned += other.Learned
}

func (o Outcome) String() string {
	return fmt.Sprintf("%d lines, %d turns, %d posts, %d crashes, %d failing writes, %d actors put away, "+
		"%d commands, %d times something forgotten, %d reloads, %d damaged snapshots, %d power cuts, %d lines answered again, %d late records, %d times something learned in %d actions",
		o.Lines, o.Turns, o.Posts, o.Crashes, o.Failures, o.Putaways,
		o.Commands, o.Forgotten, o.Reloads, o.Damaged, o.Cuts, o.Again, o.Late, o.Learned, o.Actions)
}

// A Violation is a promise that a run broke.
type Violation struct {
	Seed  uint64
	What  string
	Trace []string // with Options.Trace
}

func (v *Violation) Error() string {
	told := ""
	if len(v.Trace) > 0 {
		told = "\t" + strings.Join(v.Trace, "\n\t") + "\n"
	}
	return fmt.Sprintf("%sseed %d: %s", told, v.Seed, v.What)
}

// Run makes one run. The error is a [*Violation].
func Run(o Options) (outcome Outcome, err error) {
	w := newWorld(o)
	defer func() {
		outcome = w.Outcome
		switch v := recover().(type) {
		case nil:
		case broken:
			err = &Violation{Seed: o.Seed, What: string(v), Trace: w.Trace}
		default:
			panic(v)
		}
	}()
	w.storm()
	w.calm()
	w.check()
	return w.Outcome, nil
}
