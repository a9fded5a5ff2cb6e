// Package turns says who speaks where that is assigned: one familiar answers
// for the channel, or several take turns, or none answers at all.
//
// A channel's mode:
//
//	off          nothing is assigned; the other rungs decide
//	direct       one member answers every line, the other seats observe
//	single       the same, but the other seats see nothing of the channel, by
//	             no tool either
//	turn-based   at least two members, one after another; whoever's turn it is
//	             answers, the others observe
//	broadcast    everybody sees, nobody answers
//	unassigned   the channel is not in the configuration and to be ignored
//
// The turn goes round in the members' order, past those that are offline. It
// passes on when a composed text ends with TURN_COMPLETE (which is never
// shown), when a composed turn says nothing, when its time is over, and when
// its holder goes offline, is removed or is skipped; a person may also grant
// it to somebody. Posting without TURN_COMPLETE keeps the turn and does not
// prolong it. Who lost the turn while at work still gets its text posted, late
// and without passing on the turn of somebody else. A text of anybody else out
// of turn is refused.
//
// The clock starts when work is delivered to the holder, or when a person
// grants the turn: a channel nobody speaks in announces no time-outs. Work that
// its holder left without a word is handed to the next one, at most once round.
// A member that is added waits for its place in the round; one that is removed
// is followed by the one behind it.
//
// Nothing that goes wrong stops a channel: a [Fault] names it, for the log, and
// says what happens instead.
//
// The package knows familiars by id and nothing of lines, texts or models. Its
// caller is policy/conversation: [Saved.For] on every line and seat,
// [Saved.Deliver] when a turn begins, [Saved.Spoke] when it is composed,
// [Rota.Settle] after every event, [Rota.Obey] on a command. Finding
// TURN_COMPLETE in a text is policy/finish's, what a line does to a turn in
// flight is the caller's.
package turns
