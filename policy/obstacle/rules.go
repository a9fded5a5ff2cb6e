package obstacle

import (
	"familiar/messages"
	"familiar/messages/because"
)

// A Rule keeps a familiar from what its ladder says.
type Rule struct {
	Name   messages.Rung  // "": the note keeps the ladder's rung
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
	{messages.ByAbsent, messages.Observe, because.AccountUnknown, Absent, speaks | observe, false},
	{messages.ByMode, messages.Observe, because.NotToSeeLine, Unseen, speaks, false},

	// People have asked it not to.
	{messages.ByQuiet, messages.Observe, because.ToldQuiet, Quiet, speaks, false},
	{messages.ByAlone, messages.Observe, because.AskedAway, LeftAlone, speaks, false},
	{messages.ByHours, messages.Observe, because.QuietHours, Silent, speaks, false},
	{messages.ByHours, messages.Observe, because.OutsideHours, OffHours, wait, false},
	{messages.ByHours, messages.Observe, because.OutsideHours, OffHours | Rest, speaks, false},

	// The line is none to answer.
	{messages.ByGuard, messages.Observe, because.OnlyBots, FromBot | BotsStopped, speaks, false},
	{messages.ByGuard, messages.Observe, because.LikeProgram, Suspected, speaks, false},
	{messages.ByBackfill, messages.Observe, because.FetchedLater, OldNews, speaks, false},
	{messages.ByNotice, messages.Observe, because.LineIsNotice, Notice, speaks, false},
	{messages.ByCrowded, messages.Observe, because.Backlog, Backlogged, speaks, false},
	{messages.ByBudget, messages.Observe, because.BudgetSpent, OverBudget, speaks, false},

	// There is nothing to wait for.
	{"", messages.Observe, because.BotArmsNothing, FromBot | PeersUnarm, wait, false},
	{"", messages.Observe, because.LatePassedOver, PassedOver, wait, false},
	{"", "", nil, Settled, speaks, false},
	{"", messages.Observe, because.NobodyToAsk, NoThoughts, wait, false},
	{messages.ByShare, messages.Observe, nil, Crowding, speaks, false},

	// There is nobody, or nothing, to ask.
	{"", messages.Observe, because.NobodyToAsk, EachAsked | Unjudged, ask, true},
	{"", messages.Observe, because.LateRefused, EachAsked | Refused, ask, true},
	{"", "", nil, EachAsked, ask, false},
	{"", messages.Engage, because.LateAnswered, PassedOver, ask, false},
	{"", messages.Engage, because.AnsweredUnjudged, Unjudged, ask, false},
}
