package channel

import (
	"log/slog"
	"time"

	"familiar/journal"
	"familiar/messages"
	"familiar/policy/admission"
	"familiar/policy/conversation"
	"familiar/policy/persons"
	"familiar/telemetry"
)

// Options is what a channel works with. Fail, Observe, Show, Absent, Clock, See,
// CatchUp, Pressure and Turn may be left out.
type Options struct {
	Journal  journal.Journal
	Config   func(messages.ChannelID) *conversation.Config
	Orders   Orders
	Draining func(messages.ChannelID) bool   // the channel is to leave memory: its next owner finds its deadlines
	Under    func(delta int)                 // counts what is in progress: a record is done, an order is open
	Fail     func(messages.ChannelID, error) // the channel can't go on here: doing so would do harm
	Observe  func([]*messages.Note)          // sees every decision once it is in force; it must not block
	Show     Show                            // lets people see what the familiars are doing; the zero Show shows nothing
	Log      *slog.Logger

	Absent func(messages.AccountID) bool // that account has been without its network for a while; nil: none ever is

	// Clock gives the time; nil: the real one.
	Clock func() messages.Instant
	// See is told the newest instant of a channel's log, which another process's clock
	// may have given: Clock is not to be before it. nil: nobody is told.
	See func(messages.Instant)
	// CatchUp says which of a channel's records were in the journal when the
	// process started, those up to a sequence, and whether all of them have
	// been handed over; nil: none was, and so they have.
	CatchUp func(messages.ChannelID) (until uint64, live bool)
	// Pressure gives the step of the budget, 0 to 4, that a familiar is under
	// in a channel; known is false while nobody knows it. nil: there is none.
	Pressure func(messages.ChannelID, messages.FamiliarID) (step int, known bool)
	// Telemetry is told of every step; nil: nobody is.
	Telemetry *telemetry.Telemetry
	// Turn gives how long a deadline that has come waits until it is its turn
	// to be journaled; nil: no time.
	Turn func(now messages.Instant) time.Duration

	trouble *trouble // of all channels together
}

// fill puts functions where those that may be left out and are called were.
func (o *Options) fill() {
	o.trouble = &trouble{}
	if o.Clock == nil {
		o.Clock = func() messages.Instant { return messages.InstantOf(time.Now()) }
	}
	if o.See == nil {
		o.See = func(messages.Instant) {}
	}
	if o.CatchUp == nil {
		o.CatchUp = func(messages.ChannelID) (uint64, bool) { return 0, true }
	}
}

// Show is who looks on while a channel works. Its functions must not block.
type Show struct {
	Watched func(messages.ChannelID) bool // somebody looks at this channel
	Doing   func(messages.ChannelID, []messages.Doing)
}

// Orders is who carries out what leaves the channel. Its methods must not
// block. Answers come back to the channel's [Key].
type Orders interface {
	Judge(messages.Judge)
	Memorize(messages.Memorize)
	Compose(messages.Compose)
	Recompose(messages.Recompose)
	Inject(messages.Inject)
	Cancel(channel messages.ChannelID, n uint64)
	Typing(messages.ShowTyping)
	Erase(messages.Erase)
	React(messages.React)
	Edit(messages.Edit)
	FetchMembers(messages.FetchMembers)
	FetchHistory(messages.FetchHistory)
	Explain(messages.Explain)
	ShareRoles(*admission.Claims) // has every channel's configuration carry them
	ShareLinks(*persons.Links, messages.LinkDeed)
}
