// Package budget is the actor that owns the ledger of what the models cost, one
// for the whole process. Where several processes work, each has one, and they add up
// what they spent in a pool.
//
// What costs how much and how hard a limit presses are rules of policy/budget.
// This package hears of every call of a model from a [Meter], keeps the ledger
// in a [Store], and says which channels and familiars are pressed otherwise
// than before. How a channel learns of that is app's affair, which wires it.
//
//	purse.go   the actor
//	meter.go   round each model: what its calls cost
//	board.go   the pressure now, for everybody to read
//	store.go   what outlives the process
//	save.go    when it is written there
//	pool.go    what several processes keep together
//	member.go  this process as one of them
//	share.go   when it hears of the others
//	log.go     a line for each change
//	report.go  what an operator is told
package budget

import (
	"log/slog"
	"slices"
	"time"

	"familiar/actors/host"
	"familiar/messages"
	"familiar/policy/budget"
)

// Kind is this actor's kind in the host.
const Kind = "budget"

// Key is where it is reached.
var Key = host.Key{Kind: Kind, ID: "purse"}

// Self is what a Purse needs of its place in the host.
type Self interface {
	// After sends msg to this very handler once d has passed.
	After(d time.Duration, msg any) *time.Timer
	// Tell sends msg to the handler from another goroutine.
	Tell(msg any) error
}

// Options says with whom a Purse works. Config, Board and Log are needed.
type Options struct {
	Config  func() *budget.Config // in force
	Board   *Board
	Store   Store                 // nil: what was spent is forgotten with the process; [Shared]: with other processes
	Kin     func() *budget.Kin    // who is one with whom; nil: nobody
	Changed func([]budget.Change) // after the Board says so; it must not block; nil: nobody is told
	Log     *slog.Logger

	// Processes is how many processes work, this one among them; it must not block. While
	// a Shared store doesn't answer, this one spends one part in so many of what was left.
	// nil: 1.
	Processes func() int
}

// What a Purse is sent besides what a [Meter] tells.
type (
	// Open has it begin: it reads its store. Any other message does, too.
	Open struct{}
	// Reconfigured says that Options.Config gives another one.
	Reconfigured struct{}
	// Related says that Options.Kin gives others.
	Related struct{}
	// Ask asks for the totals.
	Ask struct{ Reply chan<- Report } // has room for the answer

	tick struct{} // the ledger is due
	save struct{}
)

// A Purse is the actor; it implements host.Handler. Make it with [New].
type Purse struct {
	Options
	self     Self
	ledger   budget.Ledger
	over     []string          // models that have cost what they may today
	reserved map[uint64]uint64 // the ledger's number of a reservation, by the call's

	due    messages.Instant // of the tick that is set; 0: none
	ticker *time.Timer
	dirty  bool // there is something to keep, and a save is set

	sharing sharing // with a Shared store
}

// New makes a Purse and reads its store. A ledger that can't be read
// is told to the log, and nothing is known to be spent.
func New(self Self, o Options) *Purse {
	p := &Purse{Options: o, self: self, reserved: map[uint64]uint64{}}
	changes := p.load()
	changes = append(changes, p.abandon()...)
	changes = p.ledger.Tick(p.now(), p.Config(), p.relate(changes))
	p.over = p.ledger.Over(p.Config())
	p.Board.publish(&p.ledger, p.over)
	p.logChanges(changes)
	if p.Changed != nil {
		p.Changed([]budget.Change{{Step: p.ledger.All.Step}}) // channels that an earlier process told something look again
	}
	p.arm()
	return p
}

// abandon gives up what was reserved for the calls of an earlier handler: they
// ended with it, or will be paid without.
func (p *Purse) abandon() (changes []budget.Change) {
	for len(p.ledger.Open) > 0 {
		changes = p.ledger.Release(p.now(), p.ledger.Open[0].N, p.Config(), changes)
	}
	return changes
}

// Receive implements host.Handler.
func (p *Purse) Receive(msg any) {
	var changes []budget.Change
	switch m := msg.(type) {
	case began:
		p.reserved[m.n], changes = p.ledger.Reserve(p.now(), m.call, m.estimate, p.Config(), nil)
	case ended:
		changes = p.settle(m)
	case tick:
		p.due = 0
		changes = p.ledger.Tick(p.now(), p.Config(), nil)
	case Reconfigured:
		changes = p.ledger.Tick(p.now(), p.Config(), nil)
	case Related:
		changes = p.relate(nil)
	case Ask:
		m.Reply <- p.report()
		return
	case save:
		p.saveLedger()
		return
	case exchange:
		changes = p.beginExchange()
	case exchanged:
		changes = p.heard(m)
	case Open:
		return
	}
	p.changed(changes)
}

// relate has the ledger count those as one who are.
func (p *Purse) relate(changes []budget.Change) []budget.Change {
	if p.Kin == nil {
		return changes
	}
	return p.ledger.Relate(p.Kin(), p.Config(), changes)
}

// settle books a call that is over.
func (p *Purse) settle(m ended) []budget.Change {
	reservation := p.reserved[m.n]
	delete(p.reserved, m.n)
	if !m.paid {
		return p.ledger.Release(p.now(), reservation, p.Config(), nil)
	}
	if p.sharing.member != nil {
		p.sharing.member.spend(p.now(), m.call, m.used)
	}
	return p.ledger.Spend(p.now(), m.call, m.used, reservation, p.Config(), nil)
}

// changed follows up on a ledger that is another than before.
func (p *Purse) changed(changes []budget.Change) {
	if over := p.ledger.Over(p.Config()); !slices.Equal(over, p.over) {
		p.logOver(over)
		p.over = over
		p.Board.publish(&p.ledger, over)
	}
	if len(changes) > 0 {
		p.Board.publish(&p.ledger, p.over)
		p.logChanges(changes)
		if p.Changed != nil {
			p.Changed(changes)
		}
	}
	p.arm()
	if !p.dirty && p.Store != nil && p.sharing.member == nil {
		p.dirty = true
		p.self.After(saveEvery, save{})
	}
}

// most bounds a timer: a machine's clock may be set, or sleep.
const most = time.Hour

// arm sets the timer for when the ledger is next due.
func (p *Purse) arm() {
	due := p.ledger.Due()
	if due == p.due {
		return
	}
	if p.due = due; p.ticker != nil {
		p.ticker.Stop()
	}
	if due != 0 {
		p.ticker = p.self.After(min(due.Sub(p.now()), most), tick{})
	}
}

func (*Purse) now() messages.Instant { return messages.InstantOf(time.Now()) }

// Stopped implements host.Handler.
func (p *Purse) Stopped() {
	if p.sharing.timer != nil {
		p.sharing.timer.Stop()
	}
	if p.ticker != nil {
		p.ticker.Stop()
	}
}
