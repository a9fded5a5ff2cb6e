package because

// Plain is a reason that is the same clause each time.
type Plain uint8

// What stands between a familiar and a line; the numbers are kept.
const (
	AccountUnknown Plain = iota + 1
	NotToSeeLine
	ToldQuiet
	AskedAway
	QuietHours
	OutsideHours
	OnlyBots
	LikeProgram
	FetchedLater
	LineIsNotice
	Backlog
	BudgetSpent
	BotArmsNothing
	LatePassedOver
	NobodyToAsk
	LateRefused
	LateAnswered
	AnsweredUnjudged
	AllowanceSpent
	AllowanceShared
)

// Whose turn it is, see policy/turns.
const (
	AssignedToIt Plain = iota + 32
	AssignedElsewhere
	ItsTurn
	OthersTurn
	NobodyThere
	AssignedToNobody
	OnlyRead
	ChannelUnknown
	ModeUnknown
)

// What else settles a line, a thought or a turn.
const (
	HeardBefore Plain = iota + 48
	HeardLate
	TooOld
	NotExpected
	FloorTaken
	FloorTakenUnjudged
	HoursEnded
	NobodyToAskNow
	NoLongerHere
	Ignored
	NotAllowed
	HandWritten
	RoomsReply
	BacklogFull
	LinesShed
	NoticesShed
	DeletionsShed
	GivenToTurn
	LeftOver // the line was given to a turn that did not take it in
	TakenIntoTurn
	CalledOffForLine
	CalledOffUnasked
	LineDeleted
	PersonForgotten
	LinesAged
	ChannelForgotten
	ModelAway
	ModelAwayTooLong
	ModelAwayForLine
	TurnWasOver
	FateUnknown
	NothingComposed
	SaidByOurs
	AccountChanged
)

// What a turn's text was, see policy/finish.
const (
	SkippedText Plain = iota + 96
	NoReplyText
	NoText
)

// What became of a side-fork.
const (
	ForkBegun Plain = iota + 104
	ForkCorrected
	ForkLate
	ForkFamiliarGone
	ForkUnanswered
)

// What became of a claim.
const (
	CodeFits Plain = iota + 112
	CodeUnclaimed
)

// Why something that was asked for is refused.
const (
	NothingToSay Plain = iota + 120
	TooManyWait
	NobodyNamed
	LedgerSilent
	NoWindow
	NoSticky
	NotToSeeHere
	NotItsTurn
	TooManyEdits
	SameLineTwice
	NotItsOwnLine
	LineTooOld
	SameText
	TooLongHere
	ReactedTwice
	TooManyReactions
	NoEmoji
	NotShownLine
	ForkInFork
	ClockOrdered
	NotItsOwnReply
	NotToSeeAll
	BeingCorrected
	TooManyForks
	TooManyFiles
	LinksSilent
)

var plain = [...]string{
	AccountUnknown:   "its account doesn't know yet who it is",
	NotToSeeLine:     "it must not see the line",
	ToldQuiet:        "told to be quiet",
	AskedAway:        "its author asked to be left alone",
	QuietHours:       "quiet hours",
	OutsideHours:     "outside its active hours",
	OnlyBots:         "only bots have talked for too long",
	LikeProgram:      "its author answers as quickly and evenly as a program",
	FetchedLater:     "fetched after a gap: it arms nothing",
	LineIsNotice:     "a notice: its network forbids to answer it",
	Backlog:          "the channel's backlog is too long to answer",
	BudgetSpent:      "the budget's limit is reached",
	AllowanceSpent:   "its author has had what one person may a day",
	AllowanceShared:  "its author has had what one person may a day, together with accounts that they linked",
	BotArmsNothing:   "a bot's line arms nothing",
	LatePassedOver:   "decided late: a turn or verdict has passed over it",
	NobodyToAsk:      "nobody to ask whether to speak unasked",
	LateRefused:      "decided late: a verdict has passed over it",
	LateAnswered:     "decided late, when there is nothing to ask any more: it is answered",
	AnsweredUnjudged: "nobody to ask: an ask without a judge is answered",

	AssignedToIt:      "the channel is assigned to it",
	AssignedElsewhere: "the channel is assigned to somebody else",
	ItsTurn:           "it is its turn",
	OthersTurn:        "it is somebody else's turn",
	NobodyThere:       "no member of the channel is there to take a turn",
	AssignedToNobody:  "the channel is assigned to nobody",
	OnlyRead:          "the channel is only read",
	ChannelUnknown:    "the channel is not in the configuration",
	ModeUnknown:       "nobody knows the channel's mode",

	HeardBefore:        "heard before",
	HeardLate:          "heard late: its moment has passed",
	TooOld:             "too old for an answer",
	NotExpected:        "hardly expected to answer",
	FloorTaken:         "another familiar has the floor, or had it just now",
	FloorTakenUnjudged: "another familiar has the floor, or had it just now, and there is no judge to ask later",
	HoursEnded:         "its hours ended before it could speak",
	NobodyToAskNow:     "nobody to ask any more whether to speak unasked",
	NoLongerHere:       "it is no longer here",
	Ignored:            "the author is on the ignore list",
	NotAllowed:         "the author may not talk to the familiars here",
	HandWritten:        "written by hand from our own account",
	RoomsReply:         "its own reply, posted by the room",
	AccountChanged:     "it has another account now",
	SaidByOurs:         "a relay's copy of what a familiar said",
	BacklogFull:        "the channel's backlog is full",
	LinesShed:          "more addressed lines wait than can be kept",
	NoticesShed:        "more notices are on their way than can be waited for",
	DeletionsShed:      "more deletions wait than can be kept: all of the channel is erased from the journal",
	GivenToTurn:        "given to the turn in flight",
	LeftOver:           "the turn called its model no more: the next one answers",
	TakenIntoTurn:      "taken into the turn in flight",
	CalledOffForLine:   "called off for this line, and composed again after it",
	CalledOffUnasked:   "called off for this line: nobody had asked for it",
	LineDeleted:        "the line it answers was deleted",
	PersonForgotten:    "the person it answers is forgotten",
	LinesAged:          "the lines it answers are too old to be kept",
	ChannelForgotten:   "the channel is forgotten",
	ModelAway:          "its model can't be had just now",
	ModelAwayTooLong:   "its model stayed away for too long",
	ModelAwayForLine:   "its model stayed away until the line was too old for an answer",
	TurnWasOver:        "its turn was over before it spoke",
	FateUnknown:        "the network has not said what became of the posts",
	NothingComposed:    "it would have answered; nothing is composed",

	SkippedText: "the model chose silence (skip)",
	NoReplyText: "the model chose silence (NO_REPLY)",
	NoText:      "the model wrote nothing",

	ForkBegun:        "begun",
	ForkCorrected:    "corrected",
	ForkLate:         "no correction in time",
	ForkFamiliarGone: "its familiar is not here",
	ForkUnanswered:   "its turn ended without an answer",

	CodeFits:      "it is the code of the open claim",
	CodeUnclaimed: "a code without a claim",

	NothingToSay:     "there is no text",
	TooManyWait:      "too many wait already",
	NobodyNamed:      "name one of the familiars here",
	LedgerSilent:     "the ledger did not answer",
	NoWindow:         "it keeps no window here",
	NoSticky:         "its ladder has no rung sticky, which looks at the window",
	NotToSeeHere:     "it is not to see what is said here",
	NotItsTurn:       "it is not its turn",
	TooManyEdits:     "too many edits",
	SameLineTwice:    "the same line twice",
	NotItsOwnLine:    "not a line of its own that it was shown",
	LineTooOld:       "the line is too old",
	SameText:         "the text is the same",
	TooLongHere:      "longer than one message here",
	ReactedTwice:     "the same reaction twice",
	TooManyReactions: "too many reactions",
	NoEmoji:          "not an emoji",
	NotShownLine:     "not a line it was shown",
	ForkInFork:       "this is a side-fork already",
	ClockOrdered:     "a clock ordered the turn",
	NotItsOwnReply:   "not a reply of its own that it was shown",
	NotToSeeAll:      "it was not to see all that was said here",
	BeingCorrected:   "the line is being corrected",
	TooManyForks:     "too many are open",
	TooManyFiles:     "too many files",
	LinksSilent:      "the channel where accounts are linked did not answer",
}

func (p Plain) clause() string {
	if int(p) < len(plain) {
		return plain[p]
	}
	return ""
}

// plains finds a plain reason by its clause.
var plains = func() map[string]Plain {
	all := make(map[string]Plain, len(plain))
	for p, clause := range plain {
		if clause != "" {
			all[clause] = Plain(p)
		}
	}
	return all
}()
