package messages

import "familiar/messages/because"

// An Act is what a decision did with a line.
type Act string

// The acts. A line's decision is one of the first five; an ask or wait is
// closed later by a note whose act is Settled. A Followed decides nothing.
const (
	Drop     Act = "drop"     // not looked at: a duplicate, or our own
	Observe  Act = "observe"  // remembered, not answered
	Engage   Act = "engage"   // to be answered
	Denied   Act = "denied"   // the author may not use the familiar here
	Claim    Act = "claim"    // a claim code
	Ask      Act = "ask"      // the judge is asked now
	Wait     Act = "wait"     // left to the lull, the curve and the clock
	Settled  Act = "settled"  // what became of an ask, a wait or a turn
	Followed Act = "followed" // how what was said unasked was taken, or that a silence was one too many
)

// Acts returns every act, in the order above.
func Acts() []Act {
	return []Act{Drop, Observe, Engage, Denied, Claim, Ask, Wait, Settled, Followed}
}

// IsOutcome reports whether a note with the act tells what came of an earlier
// decision, and is none itself.
func (a Act) IsOutcome() bool { return a == Settled || a == Followed }

// A Note is the record of one decision, for the ledger: what was done, by
// which rung or rule, and the facts that led to it.
type Note struct {
	Channel  ChannelID
	Familiar FamiliarID
	Line     LineID // "" when the decision is about no single line
	At       Instant
	Act      Act
	Rung     Rung           // the word from the rung list, or the rule's name
	Trigger  Trigger        // of a Settled
	N        uint64         // the order it belongs to, if any
	Reason   because.Reason // nil: the rung says it all
	Due      Instant        // of a wait: when the familiar will think about it
	Term     string         // of a wait: which term set Due
	Facts    Facts
	Odds     float32 // that an answer is expected, 0 to 1; 0: not estimated
	Bar      float32 // what Odds were held to; 0: they settled nothing
	Arm      Arm     // of the experiment that gave the familiar its setting here; "": none
	Partly   bool    // of a Settled: about some parts of a turn of which others are posted, or may be
	Meta     Meta
}

// Wordless returns the note for who may not read what is said: without what a judge, or who
// looked at a reply, says in words of its own.
func (n *Note) Wordless() *Note {
	same := *n
	same.Reason = because.Wordless(n.Reason)
	return &same
}

// Facts is what a decision looked at.
type Facts uint64

// The facts, each of the line or of the channel before it.
const (
	IsDM Facts = 1 << iota
	MentionsUs
	RepliesToUs
	MentionsOthers
	RepliesToOther
	NamesUs   // its text holds one of our names
	NamesPeer // its text holds a known bot's name
	FromBot
	ExplicitOnly
	HasCredit  // the author may go on without addressing us
	InThread   // the channel is a thread
	JoinedHere // we have spoken here
	Crowd      // more than one human
	KnownAlone // a fresh, complete member list has at most one human
	IsQuestion
	LullEndpoint
	GuardActive
	IsQuiet // told to be, or in its quiet hours
	FromSelf
	CreditOn  // credits are given in this configuration
	ModeOurs  // the room's mode gives the line to us
	ModeOther // the room's mode gives it to another familiar or to nobody

	// What keeps the familiar from answering, whatever the ladder says.

	LeftAlone   // the author asked to be left alone: only a mention, a reply or a direct message is answered
	OffHours    // outside its active hours: it answers only people who speak to it
	GuardStop   // bots have talked for too long: no bot is answered
	OldNews     // fetched after a gap
	Backlogged  // the channel's backlog is over its soft cap
	OutOfBudget // the budget's hard limit is reached
	Unseen      // it must not see the line
	IsNotice    // the network forbids to answer the line

	// What concerns the other familiars of the channel.

	CallsSibling // it mentions, replies to or names another of them
	SiblingsTalk // it calls nobody, its author is alone with several of them, and it is another that answers

	CallsUs // its text begins or ends with one of our names as a call does

	Overdrawn // its author has had what the budget gives one person a day; it keeps from answering, too
	SharesDay // they have had it together with accounts that they linked
)

// SpeaksToUs are the facts by which somebody speaks to the familiar by the
// network's own means, and to no other.
const SpeaksToUs = IsDM | MentionsUs | RepliesToUs

// Has reports whether all of want are among f.
func (f Facts) Has(want Facts) bool { return f&want == want }
