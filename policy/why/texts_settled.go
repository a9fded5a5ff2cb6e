package why

import "familiar/messages/because"

// rules says what each word that is no rung means for a line or a thought, as
// the clause behind the verdict. policy/conversation's test has every word of
// its notes here.
var rules = map[string]string{
	"spoke":          "the turn was posted",
	"silence":        "its agent chose to say nothing",
	"failed":         "its agent gave no answer",
	"edited":         "it edited a line of its own",
	"absent":         "its account doesn't know yet who it is",
	"judge":          "its judge was asked",
	"steer":          "the line was taken into the turn in flight, which is composed again",
	"guard":          "only bots have talked for too long",
	"stale":          "the line was too old for an answer when its turn came",
	"overdue":        "the moment to speak unasked had passed",
	"shed":           "more waited than can be kept",
	"deleted":        "what it would have answered was deleted or forgotten",
	"undeliverable":  "the network will never take the text",
	"unknown":        "the text may have been posted or not, and is never sent twice",
	"undelivered":    "the network has not said what became of the text",
	"quiet":          "{name} was told to be quiet",
	"alone":          "the line's author asked to be left alone",
	"crowded":        "the channel's backlog was too long to answer",
	"backfill":       "the line was fetched after a gap",
	"notice":         "the line is a notice, which its network forbids to answer",
	"duplicate":      "the line was heard before",
	"ignore":         "its author is on the ignore list",
	"guest":          "its author may not talk to the familiars here",
	"claim":          "the line is about a claim code",
	"command":        "it was a command",
	"reconfigured":   "a new configuration left nobody to ask or to answer",
	"refused":        "what was asked of it could not be done",
	"floor":          "another familiar has the floor, or had it just now",
	"hours":          "it is outside {name}'s hours",
	"turn":           "the turn passed from one familiar to another",
	"not-its-turn":   "the channel is assigned to somebody else",
	"late":           "the turn was lost while the text was written, and it was posted all the same",
	"odds":           "the odds are sure enough of it, so nobody else was asked",
	"budget":         "the budget presses",
	"inject":         "the line was given to the turn in flight",
	"interrupt":      "the turn was called off for this line",
	"share":          "more than its share of the last lines is its own",
	"reacted":        "it added a reaction",
	"fork":           "it corrects a reply of its own aside",
	"shadowed":       "{name} is in shadow: it would have spoken, and nobody sees it",
	byOutage:         "its model can't be had",
	"cut":            "its model's limit cut the end of the answer off",
	"turn-cap":       "the turn has more parts than are posted",
	"skip-locked":    "the agent had asked to stay silent before this part",
	"outbound-flood": "it has posted too much lately",
	"aborted":        "the turn was called off",
}

// closing is what the words that settle something come to. One that isn't here
// says nothing of whether somebody is answered.
var closing = map[string]Verdict{
	"spoke": Answered, "late": Answered, "reacted": Answered, "odds": Answered, "cut": Answered,
	"steer": Open, "inject": Open, "interrupt": Open, "turn": Open, "fork": Open,
	"command": Open, "claim": Open, "unknown": Open, "undelivered": Open,

	"silence": Quiet, "failed": Quiet, "judge": Quiet, "guard": Quiet, "stale": Quiet, "overdue": Quiet,
	"shed": Quiet, "deleted": Quiet, "undeliverable": Quiet, "quiet": Quiet, "alone": Quiet, "crowded": Quiet,
	"backfill": Quiet, "notice": Quiet, "duplicate": Quiet, "ignore": Quiet, "guest": Quiet, "reconfigured": Quiet, "refused": Quiet,
	"floor": Quiet, "hours": Quiet, "not-its-turn": Quiet, "budget": Quiet, "share": Quiet,
	"shadowed": Quiet, byOutage: Quiet,
	"turn-cap": Quiet, "skip-locked": Quiet, "outbound-flood": Quiet, "aborted": Quiet,
}

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

// repeated are the reasons that say once more what the clause of their word
// says.
var repeated = map[string][]because.Reason{
	"absent":       {because.AccountUnknown},
	"alone":        {because.AskedAway},
	"duplicate":    {because.HeardBefore},
	"floor":        {because.FloorTaken},
	"guard":        {because.OnlyBots},
	"guest":        {because.NotAllowed},
	"ignore":       {because.Ignored},
	"inject":       {because.GivenToTurn},
	"mode":         {because.ItsTurn, because.AssignedElsewhere},
	"not-its-turn": {because.AssignedElsewhere},
	"quiet":        {because.ToldQuiet},
	"stale":        {because.TooOld},
	"steer":        {because.TakenIntoTurn},
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
