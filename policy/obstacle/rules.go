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

	// Of the rules of one name the first says for all of them what it means, a clause
	// of why's in which {name} is the familiar; glance is the same on the page, ""
	// where that shows the name alone.
	says, glance string
	same         bool // the reason says no more than that
}

// KeepsBar reports whether the note goes on naming the bar that the odds were
// held to.
func (r *Rule) KeepsBar() bool { return r.bar }

// rules, first to last.
var rules = [...]Rule{
	// It can't, or must not, whatever was said.
	{Name: messages.ByAbsent, To: messages.Observe, Reason: because.AccountUnknown, when: Absent, of: speaks | observe, says: "its account doesn't know yet who it is", same: true},
	{Name: messages.ByMode, To: messages.Observe, Reason: because.NotToSeeLine, when: Unseen, of: speaks}, // the rung's name, and its words

	// People have asked it not to.
	{Name: messages.ByQuiet, To: messages.Observe, Reason: because.ToldQuiet, when: Quiet, of: speaks, says: "{name} was told to be quiet", same: true},
	{Name: messages.ByAlone, To: messages.Observe, Reason: because.AskedAway, when: LeftAlone, of: speaks, says: "the line's author asked to be left alone", same: true},
	{Name: messages.ByHours, To: messages.Observe, Reason: because.QuietHours, when: Silent, of: speaks, says: "it is outside {name}'s hours"},
	{Name: messages.ByHours, To: messages.Observe, Reason: because.OutsideHours, when: OffHours, of: wait},
	{Name: messages.ByHours, To: messages.Observe, Reason: because.OutsideHours, when: OffHours | Rest, of: speaks},

	// The line is none to answer.
	{Name: messages.ByGuard, To: messages.Observe, Reason: because.OnlyBots, when: FromBot | BotsStopped, of: speaks, says: "only bots have talked for too long", glance: "only bots have talked for too long", same: true},
	{Name: messages.ByGuard, To: messages.Observe, Reason: because.LikeProgram, when: Suspected, of: speaks},
	{Name: messages.ByBackfill, To: messages.Observe, Reason: because.FetchedLater, when: OldNews, of: speaks, says: "the line was fetched after a gap"},
	{Name: messages.ByNotice, To: messages.Observe, Reason: because.LineIsNotice, when: Notice, of: speaks, says: "the line is a notice, which its network forbids to answer"},
	{Name: messages.ByCrowded, To: messages.Observe, Reason: because.Backlog, when: Backlogged, of: speaks, says: "the channel's backlog was too long to answer"},
	{Name: messages.ByBudget, To: messages.Observe, Reason: because.BudgetSpent, when: OverBudget, of: speaks, says: "the budget presses"},
	{Name: messages.ByAllowance, To: messages.Observe, Reason: because.AllowanceShared, when: Overdrawn | SharesDay, of: speaks, says: "the line's author has had what one person may a day"},
	{Name: messages.ByAllowance, To: messages.Observe, Reason: because.AllowanceSpent, when: Overdrawn, of: speaks, same: true},

	// There is nothing to wait for.
	{To: messages.Observe, Reason: because.BotArmsNothing, when: FromBot | PeersUnarm, of: wait},
	{To: messages.Observe, Reason: because.LatePassedOver, when: PassedOver, of: wait},
	{when: Settled, of: speaks},
	{To: messages.Observe, Reason: because.NobodyToAsk, when: NoThoughts, of: wait},
	{Name: messages.ByShare, To: messages.Observe, when: Crowding, of: speaks, says: "more than its share of the last lines is its own"},

	// There is nobody, or nothing, to ask.
	{To: messages.Observe, Reason: because.NobodyToAsk, when: EachAsked | Unjudged, of: ask, bar: true},
	{To: messages.Observe, Reason: because.LateRefused, when: EachAsked | Refused, of: ask, bar: true},
	{when: EachAsked, of: ask},
	{To: messages.Engage, Reason: because.LateAnswered, when: PassedOver, of: ask},
	{To: messages.Engage, Reason: because.AnsweredUnjudged, when: Unjudged, of: ask},
}
