package obstacle

import "familiar/messages"

// facts is what notes say of a case.
var facts = [...]struct {
	known Set
	says  messages.Facts
}{
	{Unseen, messages.Unseen},
	{Quiet, messages.IsQuiet},
	{LeftAlone, messages.LeftAlone},
	{OffHours, messages.OffHours},
	{BotsStopped, messages.GuardStop},
	{Suspected, messages.GuardStop | messages.FromBot}, // as good as one
	{OldNews, messages.OldNews},
	{Notice, messages.IsNotice},
	{Backlogged, messages.Backlogged},
	{OverBudget, messages.OutOfBudget},
	{Overdrawn, messages.Overdrawn},
	{SharesDay, messages.SharesDay},
}

// Facts returns what notes say of it, whether or not a rule applies: whoever
// asks why has to know of it also where the ladder left the line alone.
func (s Set) Facts() (f messages.Facts) {
	if s == 0 { // mostly
		return 0
	}
	for i := range facts {
		if s&facts[i].known != 0 {
			f |= facts[i].says
		}
	}
	return f
}

// KnownOf is the way back: what is known of a line by the facts of its note. Of
// its author it is known whether they are a bot only where bots are stopped.
func KnownOf(f messages.Facts) (s Set) {
	for i := range facts {
		if f.Has(facts[i].says) {
			s |= facts[i].known
		}
	}
	if f&messages.SpeaksToUs != 0 { // it answers these even who asked to be left alone
		s &^= LeftAlone
	}
	return s
}
