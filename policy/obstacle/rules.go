package obstacle

import (
	"familiar/messages"
	"familiar/messages/because"
)

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
	Name   Name           // "": the note keeps the ladder's rung
	To     messages.Act   // what is done instead; "": what the ladder says
	Reason because.Reason // for the note; nil: it is made of the case, by whoever knows it

	when Set     // all of it has to be known
	of   answers // of the ladder
	bar  bool    // the note keeps the bar that the odds were held to
}

// KeepsBar reports whether the note goes on naming the bar that the odds were
// held to.
func (r *Rule) KeepsBar() bool { return r.bar }

// rules, first to last.
var rules = [...]Rule{
	// It can't, or must not, whatever was said.
	{ByAbsent, messages.Observe, because.AccountUnknown, Absent, speaks | observe, false},
	{ByMode, messages.Observe, because.NotToSeeLine, Unseen, speaks, false},

	// People have asked it not to.
	{ByQuiet, messages.Observe, because.ToldQuiet, Quiet, speaks, false},
	{ByAlone, messages.Observe, because.AskedAway, LeftAlone, speaks, false},
	{ByHours, messages.Observe, because.QuietHours, Silent, speaks, false},
	{ByHours, messages.Observe, because.OutsideHours, OffHours, wait, false},
	{ByHours, messages.Observe, because.OutsideHours, OffHours | Rest, speaks, false},

	// The line is none to answer.
	{ByGuard, messages.Observe, because.OnlyBots, FromBot | BotsStopped, speaks, false},
	{ByGuard, messages.Observe, because.LikeProgram, Suspected, speaks, false},
	{ByBackfill, messages.Observe, because.FetchedLater, OldNews, speaks, false},
	{ByNotice, messages.Observe, because.LineIsNotice, Notice, speaks, false},
	{ByCrowded, messages.Observe, because.Backlog, Backlogged, speaks, false},
	{ByBudget, messages.Observe, because.BudgetSpent, OverBudget, speaks, false},

	// There is nothing to wait for.
	{"", messages.Observe, because.BotArmsNothing, FromBot | PeersUnarm, wait, false},
	{"", messages.Observe, because.LatePassedOver, PassedOver, wait, false},
	{"", "", nil, Settled, speaks, false},
	{"", messages.Observe, because.NobodyToAsk, NoThoughts, wait, false},
	{ByShare, messages.Observe, nil, Crowding, speaks, false},

	// There is nobody, or nothing, to ask.
	{"", messages.Observe, because.NobodyToAsk, EachAsked | Unjudged, ask, true},
	{"", messages.Observe, because.LateRefused, EachAsked | Refused, ask, true},
	{"", "", nil, EachAsked, ask, false},
	{"", messages.Engage, because.LateAnswered, PassedOver, ask, false},
	{"", messages.Engage, because.AnsweredUnjudged, Unjudged, ask, false},
}
