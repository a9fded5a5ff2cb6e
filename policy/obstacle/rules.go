package obstacle

import "familiar/messages"

// A Name is the word by which notes, metrics and docs name a rule. The words of
// policy/conversation that settle a line are of the same set.
type Name string

// The names.
const (
	ByAbsent   Name = "absent"
	ByMode     Name = "mode" // the ladder's rung, too
	ByQuiet    Name = "quiet"
	ByAlone    Name = "alone"
	ByHours    Name = "hours"
	ByGuard    Name = "guard"
	ByBackfill Name = "backfill"
	ByNotice   Name = "notice"
	ByCrowded  Name = "crowded"
	ByBudget   Name = "budget"
	ByShare    Name = "share"
)

// A Rule keeps a familiar from what its ladder says.
type Rule struct {
	Name   Name         // "": the note keeps the ladder's rung
	To     messages.Act // what is done instead; "": what the ladder says
	Reason string       // for the note; "": it is made from the case by the caller

	when Set     // all of it has to be known
	of   answers // of the ladder
	bar  bool    // the note keeps the bar that the odds were held to
}

// KeepsBar reports whether the note goes on naming the bar that the odds were
// held to.
func (r *Rule) KeepsBar() bool { return r.bar }

// OutOfBudget is the reason of what the hard limit keeps a familiar from.
const OutOfBudget = "the budget's limit is reached"

// rules, first to last.
var rules = [...]Rule{
	// It can't, or must not, whatever was said.
	{ByAbsent, messages.Observe, "its account doesn't know yet who it is", Absent, speaks | observe, false},
	{ByMode, messages.Observe, "it must not see the line", Unseen, speaks, false},

	// People have asked it not to.
	{ByQuiet, messages.Observe, "told to be quiet", Quiet, speaks, false},
	{ByAlone, messages.Observe, "its author asked to be left alone", LeftAlone, speaks, false},
	{ByHours, messages.Observe, "quiet hours", Silent, speaks, false},
	{ByHours, messages.Observe, "outside its active hours", OffHours, wait, false},
	{ByHours, messages.Observe, "outside its active hours", OffHours | Rest, speaks, false},

	// The line is none to answer.
	{ByGuard, messages.Observe, "only bots have talked for too long", FromBot | BotsStopped, speaks, false},
	{ByGuard, messages.Observe, "its author answers as quickly and evenly as a program", Suspected, speaks, false},
	{ByBackfill, messages.Observe, "fetched after a gap: it arms nothing", OldNews, speaks, false},
	{ByNotice, messages.Observe, "a notice: its network forbids to answer it", Notice, speaks, false},
	{ByCrowded, messages.Observe, "the channel's backlog is too long to answer", Backlogged, speaks, false},
	{ByBudget, messages.Observe, OutOfBudget, OverBudget, speaks, false},

	// There is nothing to wait for.
	{"", messages.Observe, "a bot's line arms nothing", FromBot | PeersUnarm, wait, false},
	{"", messages.Observe, "decided late: a turn or verdict has passed over it", PassedOver, wait, false},
	{"", "", "", Settled, speaks, false},
	{"", messages.Observe, "nobody to ask whether to speak unasked", NoThoughts, wait, false},
	{ByShare, messages.Observe, "", Crowding, speaks, false},

	// There is nobody, or nothing, to ask.
	{"", messages.Observe, "nobody to ask whether to speak unasked", EachAsked | Unjudged, ask, true},
	{"", messages.Observe, "decided late: a verdict has passed over it", EachAsked | Refused, ask, true},
	{"", "", "", EachAsked, ask, false},
	{"", messages.Engage, "decided late, when there is nothing to ask any more: it is answered", PassedOver, ask, false},
	{"", messages.Engage, "nobody to ask: an ask without a judge is answered", Unjudged, ask, false},
}
