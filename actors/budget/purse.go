// Package budget is the actor that owns the ledger of what the models cost, one
// for the whole process.
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
//	report.go  what an operator is told
package budget

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"familiar/actors/host"
	"familiar/messages"
	"familiar/policy/budget"
)

// Kind is this actor's kind in the host.
const Kind = "budget"

// Key is where it is reached.
var Key = host.Key{Kind: Kind, ID: "purse"}

// saveEvery is how often a ledger that changed is kept. A killed process
// forgets what was spent since.
const saveEvery = 5 * time.Second

// Self is what a Purse needs of its place in the host.
type Self interface {
	// After sends msg to this very handler once d has passed.
	After(d time.Duration, msg any) *time.Timer
}

// Options says with whom a Purse works. Config, Board and Log are needed.
type Options struct {
	Config  func() *budget.Config // in force
	Board   *Board
	Store   Store                 // nil: what was spent is forgotten with the process
	Changed func([]budget.Change) // after the Board says so; it must not block; nil: nobody is told
	Log     *slog.Logger
}

// What a Purse is sent besides what a [Meter] tells.
type (
	// Open has it begin: it reads its store. Any other message does, too.
	Open struct{}
	// Reconfigured says that Options.Config gives another one.
	Reconfigured struct{}
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
	reserved map[uint64]uint64 // the ledger's number of a reservation, by the call's

	due    messages.Instant // of the tick that is set; 0: none
	ticker *time.Timer
	dirty  bool // there is something to keep, and a save is set
}

// New makes a Purse and reads its store. A ledger that can't be read
// is told to the log, and nothing is known to be spent.
func New(self Self, o Options) *Purse {
	p := &Purse{Options: o, self: self, reserved: map[uint64]uint64{}}
	p.load()
	changes := p.abandon()
	changes = p.ledger.Tick(p.now(), p.Config(), changes)
	p.Board.show(&p.ledger)
	p.tell(changes)
	if p.Changed != nil {
		p.Changed([]budget.Change{{Step: p.ledger.All.Step}}) // whoever was told something by an earlier process looks again
	}
	p.arm()
	return p
}

func (p *Purse) load() {
	if p.Store == nil {
		return
	}
	kept, err := p.Store.Load()
	if err == nil && len(kept) > 0 {
		err = json.Unmarshal(kept, &p.ledger)
	}
	if err != nil {
		p.ledger = budget.Ledger{}
		p.Log.Error("budget's ledger can't be read, it begins anew", "err", err)
	}
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
	case Ask:
		m.Reply <- p.report()
		return
	case save:
		p.keep()
		return
	case Open:
		return
	}
	p.changed(changes)
}

// settle books a call that is over.
func (p *Purse) settle(m ended) []budget.Change {
	reservation := p.reserved[m.n]
	delete(p.reserved, m.n)
	if !m.paid {
		return p.ledger.Release(p.now(), reservation, p.Config(), nil)
	}
	return p.ledger.Spend(p.now(), m.call, m.used, reservation, p.Config(), nil)
}

// changed follows up on a ledger that is another than before.
func (p *Purse) changed(changes []budget.Change) {
	if len(changes) > 0 {
		p.Board.show(&p.ledger)
		p.tell(changes)
		if p.Changed != nil {
			p.Changed(changes)
		}
	}
	p.arm()
	if !p.dirty && p.Store != nil {
		p.dirty = true
		p.self.After(saveEvery, save{})
	}
}

// tell logs each change of step.
func (p *Purse) tell(changes []budget.Change) {
	for _, c := range changes {
		of, tally, limit := p.of(c)
		p.Log.Info("budget's pressure changed", "of", of, "step", int(c.Step), "today_usd", tally.Today.Dollars(), "reserved_usd", tally.Held.Dollars(), "limit_usd", limit)
	}
}

// of gives whose limit a change is about, in words, with its tally and limit.
func (p *Purse) of(c budget.Change) (string, budget.Tally, float64) {
	config := p.Config()
	switch {
	case c.Channel != "":
		return "channel " + string(c.Channel), tallyOf(p.ledger.Channels, c.Channel), config.Channel
	case c.Familiar != "":
		return "familiar " + string(c.Familiar), tallyOf(p.ledger.Familiars, c.Familiar), config.Familiar
	default:
		return "everything", p.ledger.All, config.Day
	}
}

func tallyOf[K ~string](b budget.Book[K], k K) budget.Tally {
	for i := range b.Entries {
		if b.Entries[i].Of == k {
			return b.Entries[i].Tally
		}
	}
	return budget.Tally{}
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

// keep writes the ledger to the store. What the store doesn't take is written
// the next time.
func (p *Purse) keep() {
	if err := p.Save(context.Background()); err != nil {
		p.Log.Warn("budget's ledger is not kept, trying again", "err", err)
		p.self.After(saveEvery, save{})
	}
}

// Save implements host.Handler.
func (p *Purse) Save(context.Context) error {
	if !p.dirty {
		return nil
	}
	body, err := json.Marshal(&p.ledger)
	if err == nil {
		err = p.Store.Save(body)
	}
	p.dirty = err != nil
	return err
}

// Stopped implements host.Handler.
func (p *Purse) Stopped() {
	if p.ticker != nil {
		p.ticker.Stop()
	}
}
