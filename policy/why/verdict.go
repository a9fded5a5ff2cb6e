package why

import (
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/ladder"
)

// A Verdict is what a decision comes to for whoever waits for an answer.
type Verdict string

// The verdicts.
const (
	Answered Verdict = "answered" // it is to be answered, or was
	Open     Verdict = "open"     // the judge, the odds or a later moment decides
	Quiet    Verdict = "quiet"    // it is not answered

	unknown Verdict = "" // the note doesn't hold what it depends on
)

// verdictOf gives what a note says was done.
func verdictOf(n *messages.Note) Verdict {
	switch n.Act {
	case messages.Engage:
		return Answered
	case messages.Ask, messages.Wait:
		return Open
	case messages.Settled:
		if n.Rung == messages.ByJudge && letsSpeak(n.Reason) {
			return Answered
		}
		switch {
		case n.Partly:
			return Open
		case isCalledOff(n):
			return Quiet
		}
		return ruleOf(n.Rung).comes
	case messages.Followed:
		return unknown
	case messages.Drop, messages.Observe, messages.Denied, messages.Claim:
	}
	return Quiet
}

// isVerdict reports whether a judge's note is its yes or no, or counts as one.
func isVerdict(n *messages.Note) bool {
	if n.Rung != messages.ByJudge {
		return false
	}
	if failed, is := n.Reason.(because.JudgeFailed); is {
		return failed.Then == because.CountAsNo
	}
	_, is := n.Reason.(because.JudgeSaid)
	return is
}

// letsSpeak reports whether a judge's note has the familiar speak.
func letsSpeak(r because.Reason) bool {
	switch r := r.(type) {
	case because.JudgeSaid:
		return r.Yes
	case because.JudgeFailed:
		return r.Then == because.AnswerThose
	default:
		return false
	}
}

// isCalledOff reports whether a command ended what was to be answered or
// thought about.
func isCalledOff(n *messages.Note) bool {
	return n.Act == messages.Settled && n.Rung == messages.ByCommand && (n.Line != "" || n.Trigger != "")
}

// calls are the facts by which somebody speaks to a familiar that leaves them
// alone otherwise.
const calls = messages.IsDM | messages.MentionsUs | messages.RepliesToUs

// become gives what a line with facts f would come to where all else is as it
// was for n: the ladder, then what may keep the familiar from it, in the words
// of the note.
func become(f messages.Facts, n *messages.Note, seat Seat) Verdict {
	d := ladder.Decide(f, seat.Ladder)
	if d.Act == messages.Observe || d.Act == messages.Drop || kept(f, d) {
		return Quiet
	}
	waits := d.Act == messages.Wait
	unasked := d.Rung == ladder.Rest && !waits && f.Has(messages.Crowd) && !f.Has(messages.IsDM)
	switch {
	case unasked && n.Rung == messages.ByShare:
		return Quiet
	case unasked && seat.Share && n.Rung != ladder.Rest:
		return unknown
	case d.Act == messages.Engage:
		return Answered
	case waits && (!seat.Unasked || f.Has(messages.FromBot) && !seat.PeersArm):
		return Quiet
	case n.Bar != 0: // the odds took these facts in: with others they are others
		return verdictOf(n)
	case seat.Judged || seat.Odds:
		return Open
	case waits || seat.Each && d.Rung == ladder.Rest:
		return Quiet
	default:
		return Answered
	}
}

// kept reports whether something keeps the familiar from a line with facts f,
// of which the ladder says d.
func kept(f messages.Facts, d ladder.Decision) bool {
	const always = messages.IsQuiet | messages.OldNews | messages.Backlogged | messages.OutOfBudget | messages.Unseen | messages.IsNotice
	switch {
	case f&always != 0,
		f.Has(messages.LeftAlone) && f&calls == 0,
		f.Has(messages.OffHours) && (d.Act == messages.Wait || d.Rung == ladder.Rest),
		f.Has(messages.GuardStop | messages.FromBot):
		return true
	}
	return false
}

// factsOf gives a note's facts. One from before notes told what keeps from a
// line has at least the one that its rule is about.
func factsOf(n *messages.Note) messages.Facts {
	if n.Rung == messages.ByHours && n.Facts.Has(messages.IsQuiet) {
		return n.Facts
	}
	return n.Facts | ruleOf(n.Rung).keeps
}
