package rules

import (
	m "familiar/messages"
	"familiar/messages/because"
)

// settled is what settles a line, a thought or a turn, then what follows from one
// that nobody asked for, then what becomes of a part of one. docs/turns.md explains
// each in the same order.
var settled = [...]Rule{
	{Name: m.BySpoke, Kind: Settled, Says: "the turn was posted", Comes: Answered},
	{Name: m.BySilence, Kind: Settled, Says: "its agent chose to say nothing", Comes: Quiet},
	{Name: m.ByFailed, Kind: Settled, Says: "its agent gave no answer", Comes: Quiet, Turn: GoesOn, Private: true},
	{Name: m.ByOutage, Kind: Settled, Says: "its model can't be had", Comes: Quiet, Turn: GoesOn, Private: true},
	{Name: m.ByJudge, Kind: Settled, Says: "its judge was asked", Glance: "its judge was asked", Comes: Quiet},
	{Name: m.BySteer, Kind: Settled, Says: "the line was taken into the turn in flight, which is composed again", Comes: Open, Turn: GoesOn, Repeats: []because.Reason{because.TakenIntoTurn}},
	{Name: m.ByStale, Kind: Settled, Says: "the line was too old for an answer when its turn came", Comes: Quiet, Repeats: []because.Reason{because.TooOld}},
	{Name: m.ByOverdue, Kind: Settled, Says: "the moment to speak unasked had passed", Comes: Quiet},
	{Name: m.ByShed, Kind: Settled, Says: "more waited than can be kept", Comes: Quiet},
	{Name: m.ByDeleted, Kind: Settled, Says: "what it would have answered was deleted or forgotten", Comes: Quiet},
	{Name: m.ByUndeliverable, Kind: Settled, Says: "the network has not taken the text", Comes: Quiet, Private: true},
	{Name: m.ByUnknown, Kind: Settled, Says: "the text may have been posted or not, and is never sent twice", Comes: Open, Private: true},
	{Name: m.ByUndelivered, Kind: Settled, Says: "the network has not said what became of the text", Comes: Open},
	{Name: m.ByDuplicate, Kind: Settled, Says: "the line was heard before", Glance: "heard before", Comes: Quiet, Repeats: []because.Reason{because.HeardBefore}},
	{Name: m.ByIgnore, Kind: Settled, Says: "its author is on the ignore list", Comes: Quiet, Repeats: []because.Reason{because.Ignored}},
	{Name: m.ByGuest, Kind: Settled, Says: "its author may not talk to the familiars here", Comes: Quiet, Repeats: []because.Reason{because.NotAllowed}},
	{Name: m.ByClaim, Kind: Settled, Says: "the line is about a claim code", Comes: Open},
	{Name: m.ByCommand, Kind: Settled, Says: "it was a command", Comes: Open},
	{Name: m.ByReconfigured, Kind: Settled, Says: "a new configuration left nobody to ask or to answer", Comes: Quiet},
	{Name: m.ByRefused, Kind: Settled, Says: "what was asked of it could not be done", Comes: Quiet, Turn: Besides},
	{Name: m.ByFloor, Kind: Settled, Says: "another familiar has the floor, or had it just now", Comes: Quiet, Repeats: []because.Reason{because.FloorTaken}},
	{Name: m.ByTurn, Kind: Settled, Says: "the turn passed from one familiar to another", Comes: Open},
	{Name: m.ByNotItsTurn, Kind: Settled, Says: "the channel is assigned to somebody else", Comes: Quiet, Repeats: []because.Reason{because.AssignedElsewhere}},
	{Name: m.ByLate, Kind: Settled, Says: "the turn was lost while the text was written, and it was posted all the same", Comes: Answered},
	{Name: m.ByOdds, Kind: Settled, Says: "the odds are sure enough of it, so nobody else was asked", Comes: Answered},
	{Name: m.ByUnlikely, Kind: Settled, Says: "too little of what waited is likely to want an answer, so its judge was not asked", Glance: "hardly worth a question", Comes: Quiet},
	{Name: m.ByInject, Kind: Settled, Says: "the line was given to the turn in flight", Comes: Open, Turn: GoesOn, Repeats: []because.Reason{because.GivenToTurn}},
	{Name: m.ByInterrupt, Kind: Settled, Says: "the turn was called off for this line", Comes: Open, Turn: GoesOn},
	{Name: m.ByReacted, Kind: Settled, Says: "it added a reaction", Comes: Answered, Turn: Besides},
	{Name: m.ByFork, Kind: Settled, Says: "it corrects a reply of its own aside", Comes: Open, Turn: Besides},
	{Name: m.ByEdited, Kind: Settled, Says: "it edited a line of its own", Turn: Besides},
	{Name: m.ByShadowed, Kind: Settled, Says: "{name} is in shadow: it would have spoken, and nobody sees it", Comes: Quiet},
	{Name: m.ByCut, Kind: Settled, Says: "its model's limit cut the end of the answer off", Comes: Answered, Turn: Besides},
	{Name: m.BySpare, Kind: Settled, Says: "another model of its chain answered", Comes: Answered, Turn: Besides},
	{Name: m.ByLore, Kind: Settled, Says: "what it knows of what came up was in its prompt", Comes: Open, Turn: Besides, Private: true},
	{Name: m.ByTooLate, Kind: Settled, Says: "a reply would have come too late, so it reacted instead", Comes: Answered},
	{Name: m.BySafety, Kind: Settled, Says: "its reply was looked at before it was posted", Comes: Open, Turn: Besides, Private: true},
	{Name: m.BySchedule, Kind: Settled, Says: "an occasion has come by a schedule of its own", Glance: "by its schedule", Comes: Open, Turn: Besides, Private: true},
	{Name: m.ByRelay, Kind: Settled, Says: "a relay said after one of the familiars what that had said", Comes: Quiet, Repeats: []because.Reason{because.SaidByOurs}},
	{Name: m.ByRecall, Kind: Settled, Says: "what it keeps in mind of this channel, or of others that everybody here can read, was in its prompt", Comes: Open, Turn: Besides, Private: true},

	{Name: m.ByTakenUp, Kind: Followed, Says: "somebody took up what it said unasked", Turn: Besides},
	{Name: m.ByLiked, Kind: Followed, Says: "somebody liked what it said unasked", Turn: Besides},
	{Name: m.ByDisliked, Kind: Followed, Says: "somebody disliked what it said unasked", Turn: Besides},
	{Name: m.ByTalkedOver, Kind: Followed, Says: "people talked on and did not take up what it said unasked", Turn: Besides},
	{Name: m.ByIgnored, Kind: Followed, Says: "nobody answered what it said unasked", Turn: Besides},
	{Name: m.ByHushed, Kind: Followed, Says: "it was told off soon after it spoke unasked", Turn: Besides},
	{Name: m.ByRemoved, Kind: Followed, Says: "what it said unasked was deleted", Turn: Besides},
	{Name: m.ByMissed, Kind: Followed, Says: "its author had to call {name} soon after", Turn: Besides},

	{Name: m.ByTurnCap, Kind: Part, Says: "the turn has more parts than are posted", Comes: Quiet},
	{Name: m.BySkipLocked, Kind: Part, Says: "the agent had asked to stay silent before this part", Comes: Quiet},
	{Name: m.ByFlood, Kind: Part, Says: "the part is one or two characters over and over", Comes: Quiet},
	{Name: m.ByAborted, Kind: Part, Says: "too many parts of the turn were refused before this one", Comes: Quiet},
}
