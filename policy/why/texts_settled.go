package why

import "familiar/messages/because"

// heads begin a sentence.
const (
	headAnswered = "answered: "
	headQuiet    = "quiet: "
	headAsked    = "its judge is asked: "
	headWaits    = "waits: "
	headOpen     = "noted: "
	headNothing  = "not kept: "
	headMeant    = "was to answer: " // of what came to nothing in the end
	headToCome   = "is to answer: "  // of what nothing has come of yet
)

// What may stand behind the clause.
const (
	addReason  = " ({reason})"
	addOddsNo  = ", and the odds of being expected to answer, {odds}, are below {bar}"
	addOddsYes = ", and the odds of being expected to answer, {odds}, reach {bar}"
	addDue     = "; it thinks about it in {due} ({term})"
	addChanged = "; the configuration is another since"
)

// wouldBe begins the clause of what would have turned a decision, by what it
// would have come to.
var wouldBe = map[Verdict]string{
	Answered: "it would have answered if ",
	Open:     "it would have thought about it if ",
	Quiet:    "it would have kept quiet if ",
}

// judgeSaid is the rule judge of a judge that has answered yes or no.
const judgeSaid = "its judge said {reason}"

// secondAsked goes on from it where that is not enough.
const secondAsked = ": its second judge is asked"

// calledOff is the rule command where it ended something.
const calledOff = "{name} was told to leave it"

// takenAlong is what a turn about other lines is for one that waited.
const takenAlong = "a turn about other lines came before it thought about this one"

// atOnce is what [wouldBe] is of an ask and a wait, which may end in an answer.
const atOnce = "it would have answered at once if "

// plainly says in words for everybody what a note's reason says in ours.
var plainly = map[because.Reason]string{
	because.BotArmsNothing: "a bot's line gives it nothing to think about",
}

// What joins clauses, and what is said once when several of a row begin so.
const (
	and     = "and"
	or      = "or"
	then    = ". Then "
	lineHad = "the line had "
	lineNot = "the line had not "
	had     = "had "
)

// mostTold is how many flips a sentence tells of at most.
const mostTold = 3
