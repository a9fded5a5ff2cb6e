package why

import (
	m "familiar/messages"
	"familiar/messages/because"
)

// A rule is a word that a note names and that is no rung of the ladder: a rule
// that keeps from a line, or what settles one.
type rule struct {
	word    m.Rung
	says    string           // what it means for a line or a thought, as the clause behind the verdict
	comes   Verdict          // what it comes to where it settles something; "": it says nothing of whether somebody is answered
	keeps   m.Facts          // the fact that stands behind a rule which keeps from a line
	turn    share            // of a turn
	repeats []because.Reason // those that say the clause once more
}

// A share is what a word has to do with a turn that has begun.
type share uint8

const (
	goesOn  share = iota + 1 // the turn took the line in, gives way to it, or is tried again: it answers
	besides                  // it does this besides answering
)

// rules has every word of a note that is no rung: first, in its order, what
// policy/obstacle knows, then what settles something. To say what a new one
// means is one entry; policy/conversation's test misses none.
var rules = [...]rule{
	{word: m.ByAbsent, says: "its account doesn't know yet who it is", repeats: []because.Reason{because.AccountUnknown}},
	{word: m.ByMode, repeats: []because.Reason{because.ItsTurn, because.AssignedElsewhere}}, // a rung, too, see [words.claim]
	{word: m.ByQuiet, says: "{name} was told to be quiet", comes: Quiet, keeps: m.IsQuiet, repeats: []because.Reason{because.ToldQuiet}},
	{word: m.ByAlone, says: "the line's author asked to be left alone", comes: Quiet, keeps: m.LeftAlone, repeats: []because.Reason{because.AskedAway}},
	{word: m.ByHours, says: "it is outside {name}'s hours", comes: Quiet, keeps: m.OffHours},
	{word: m.ByGuard, says: "only bots have talked for too long", comes: Quiet, keeps: m.GuardStop, repeats: []because.Reason{because.OnlyBots}},
	{word: m.ByBackfill, says: "the line was fetched after a gap", comes: Quiet, keeps: m.OldNews},
	{word: m.ByNotice, says: "the line is a notice, which its network forbids to answer", comes: Quiet, keeps: m.IsNotice},
	{word: m.ByCrowded, says: "the channel's backlog was too long to answer", comes: Quiet, keeps: m.Backlogged},
	{word: m.ByBudget, says: "the budget presses", comes: Quiet, keeps: m.OutOfBudget},
	{word: m.ByShare, says: "more than its share of the last lines is its own", comes: Quiet},

	{word: m.BySpoke, says: "the turn was posted", comes: Answered},
	{word: m.BySilence, says: "its agent chose to say nothing", comes: Quiet},
	{word: m.ByFailed, says: "its agent gave no answer", comes: Quiet, turn: goesOn},
	{word: m.ByEdited, says: "it edited a line of its own", turn: besides},
	{word: m.ByJudge, says: "its judge was asked", comes: Quiet},
	{word: m.BySteer, says: "the line was taken into the turn in flight, which is composed again", comes: Open, turn: goesOn, repeats: []because.Reason{because.TakenIntoTurn}},
	{word: m.ByStale, says: "the line was too old for an answer when its turn came", comes: Quiet, repeats: []because.Reason{because.TooOld}},
	{word: m.ByOverdue, says: "the moment to speak unasked had passed", comes: Quiet},
	{word: m.ByShed, says: "more waited than can be kept", comes: Quiet},
	{word: m.ByDeleted, says: "what it would have answered was deleted or forgotten", comes: Quiet},
	{word: m.ByUndeliverable, says: "the network will never take the text", comes: Quiet},
	{word: m.ByUnknown, says: "the text may have been posted or not, and is never sent twice", comes: Open},
	{word: m.ByUndelivered, says: "the network has not said what became of the text", comes: Open},
	{word: m.ByDuplicate, says: "the line was heard before", comes: Quiet, repeats: []because.Reason{because.HeardBefore}},
	{word: m.ByIgnore, says: "its author is on the ignore list", comes: Quiet, repeats: []because.Reason{because.Ignored}},
	{word: m.ByGuest, says: "its author may not talk to the familiars here", comes: Quiet, repeats: []because.Reason{because.NotAllowed}},
	{word: m.ByClaim, says: "the line is about a claim code", comes: Open},
	{word: m.ByCommand, says: "it was a command", comes: Open},
	{word: m.ByReconfigured, says: "a new configuration left nobody to ask or to answer", comes: Quiet},
	{word: m.ByRefused, says: "what was asked of it could not be done", comes: Quiet, turn: besides},
	{word: m.ByFloor, says: "another familiar has the floor, or had it just now", comes: Quiet, repeats: []because.Reason{because.FloorTaken}},
	{word: m.ByTurn, says: "the turn passed from one familiar to another", comes: Open},
	{word: m.ByNotItsTurn, says: "the channel is assigned to somebody else", comes: Quiet, repeats: []because.Reason{because.AssignedElsewhere}},
	{word: m.ByLate, says: "the turn was lost while the text was written, and it was posted all the same", comes: Answered},
	{word: m.ByOdds, says: "the odds are sure enough of it, so nobody else was asked", comes: Answered},
	{word: m.ByInject, says: "the line was given to the turn in flight", comes: Open, turn: goesOn, repeats: []because.Reason{because.GivenToTurn}},
	{word: m.ByInterrupt, says: "the turn was called off for this line", comes: Open, turn: goesOn},
	{word: m.ByReacted, says: "it added a reaction", comes: Answered, turn: besides},
	{word: m.ByFork, says: "it corrects a reply of its own aside", comes: Open, turn: besides},
	{word: m.ByShadowed, says: "{name} is in shadow: it would have spoken, and nobody sees it", comes: Quiet},
	{word: m.ByOutage, says: "its model can't be had", comes: Quiet, turn: goesOn},
	{word: m.ByCut, says: "its model's limit cut the end of the answer off", comes: Answered, turn: besides},
	{word: m.ByTurnCap, says: "the turn has more parts than are posted", comes: Quiet},
	{word: m.BySkipLocked, says: "the agent had asked to stay silent before this part", comes: Quiet},
	{word: m.ByFlood, says: "it has posted too much lately", comes: Quiet},
	{word: m.ByTakenUp, says: "somebody took up what it said unasked", turn: besides},
	{word: m.ByLiked, says: "somebody liked what it said unasked", turn: besides},
	{word: m.ByDisliked, says: "somebody disliked what it said unasked", turn: besides},
	{word: m.ByTalkedOver, says: "people talked on without what it said unasked", turn: besides},
	{word: m.ByIgnored, says: "nobody took up what it said unasked", turn: besides},
	{word: m.ByHushed, says: "it was told off soon after it spoke unasked", turn: besides},
	{word: m.ByRemoved, says: "what it said unasked was deleted", turn: besides},
	{word: m.ByMissed, says: "its author had to call {name} soon after", turn: besides},
	{word: m.ByAborted, says: "the turn was called off", comes: Quiet},
}

// ruleOf finds the rule of a note's word; the zero rule where that is a rung, or
// another program's.
func ruleOf(word m.Rung) *rule {
	if i, is := found[word]; is {
		return &rules[i]
	}
	return &rule{}
}

var found = func() map[m.Rung]int {
	all := make(map[m.Rung]int, len(rules))
	for i := range rules {
		all[rules[i].word] = i
	}
	return all
}()
