package budget

import (
	"slices"
	"sync/atomic"

	"familiar/messages"
	"familiar/policy/budget"
)

// A Board shows the pressure as it is now. Channels read it while the [Purse]
// writes, hence the pointer: what it points to is never changed. The zero Board
// knows nothing yet.
type Board struct{ now atomic.Pointer[pressures] }

// pressures holds only what presses.
type pressures struct {
	all       budget.Step
	familiars map[messages.FamiliarID]budget.Step
	channels  map[messages.ChannelID]budget.Step
	models    []string                           // that have cost what they may today
	persons   map[budget.Person]budget.Overdraft // who have had what they may today
}

// In gives the step a familiar is under in a channel, 0 to 4; known is false
// while nobody has read the ledger.
func (b *Board) In(channel messages.ChannelID, familiar messages.FamiliarID) (step int, known bool) {
	now := b.now.Load()
	if now == nil {
		return 0, false
	}
	return int(max(now.all, now.familiars[familiar], now.channels[channel])), true
}

// Over reports whether a model has cost what it may cost a day; false while nobody
// has read the ledger.
func (b *Board) Over(model string) bool {
	now := b.now.Load()
	return now != nil && slices.Contains(now.models, model)
}

// Overdrawn returns whether a person has had what one may a day, and whether only
// together with accounts that they linked; false while nobody has read the ledger.
func (b *Board) Overdrawn(network messages.Network, id messages.PersonID) (is, shared bool) {
	now := b.now.Load()
	if now == nil || len(now.persons) == 0 {
		return false, false
	}
	overdraft := now.persons[budget.PersonOf(network, id)]
	return overdraft != budget.NotYet, overdraft == budget.Shared
}

func (b *Board) publish(l *budget.Ledger, over []string) {
	b.now.Store(&pressures{all: l.All.Step, familiars: pressed(l.Familiars), channels: pressed(l.Channels), models: over, persons: l.Overdrawn()})
}

func pressed[K ~string](b budget.Book[K]) map[K]budget.Step {
	steps := map[K]budget.Step{}
	for i := range b.Entries {
		if e := &b.Entries[i]; e.Step > budget.Free {
			steps[e.Of] = e.Step
		}
	}
	return steps
}
