package why

import (
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/ladder"
	"familiar/policy/obstacle"
	"familiar/policy/rules"
)

// A Verdict is what a decision comes to for whoever waits for an answer.
type Verdict = rules.Verdict

// The verdicts.
const (
	Answered = rules.Answered
	Open     = rules.Open
	Quiet    = rules.Quiet

	unknown Verdict = "" // the note doesn't hold what it depends on
)

// VerdictOf returns what a note by itself says was done; "" for one that decides
// nothing, such as how what was said was taken.
func VerdictOf(n *messages.Note) Verdict {
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
		return rules.Of(n.Rung).Comes
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
	switch n.Reason.(type) {
	case because.JudgeSaid, because.JudgeChose:
		return true
	default:
		return false
	}
}

// isDoubted reports whether a judge's note is a yes or no that a second judge is
// asked about.
func isDoubted(n *messages.Note) bool {
	_, is := n.Reason.(because.JudgeDoubted)
	return is && n.Rung == messages.ByJudge
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

// become gives what a line with facts f would come to where all else is as it
// was for n: the ladder, then what may keep the familiar from it, in the words
// of the note.
func become(f messages.Facts, n *messages.Note, seat Seat) Verdict {
	d := ladder.Decide(f, seat.Ladder)
	unasked := d.Rung == ladder.Rest && d.Act != messages.Wait && f.Has(messages.Crowd) && !f.Has(messages.IsDM)
	known := obstacle.KnownOf(f)
	if d.Rung == ladder.Rest {
		known |= obstacle.Rest
	}
	if unasked && n.Rung == messages.ByShare {
		known |= obstacle.Crowding
	}
	if kept(d, known) == messages.Observe {
		return Quiet
	}
	if unasked && seat.Share && n.Rung != ladder.Rest {
		return unknown
	}
	switch act := kept(d, known|seat.knownToAsk(f, n, d)); {
	case act == messages.Observe, act == messages.Drop:
		return Quiet
	case act == messages.Engage:
		return Answered
	case n.Bar != 0: // the odds took these facts in: with others they are others
		return VerdictOf(n)
	default:
		return Open
	}
}

// kept gives what comes of a ladder's answer where this is known.
func kept(d ladder.Decision, known obstacle.Set) messages.Act {
	if r := obstacle.First(obstacle.Case{Act: d.Act, Known: known}); r != nil && r.To != "" {
		return r.To
	}
	return d.Act
}

// knownToAsk gives what is known of whom there is to ask. What odds or judge
// made of n they would make of another line.
func (s Seat) knownToAsk(f messages.Facts, n *messages.Note, d ladder.Decision) (known obstacle.Set) {
	nobody := n.Bar == 0 && !s.Judged && !s.Odds
	if f.Has(messages.FromBot) && !s.PeersArm {
		known |= obstacle.FromBot | obstacle.PeersUnarm
	}
	if !s.Unasked || nobody {
		known |= obstacle.NoThoughts
	}
	if nobody {
		known |= obstacle.Unjudged
	}
	if s.Each && d.Rung == ladder.Rest {
		known |= obstacle.EachAsked
	}
	return known
}

// factsOf gives a note's facts. One from before notes told what keeps from a
// line has at least the one that its rule is about.
func factsOf(n *messages.Note) messages.Facts {
	if n.Rung == messages.ByHours && n.Facts.Has(messages.IsQuiet) {
		return n.Facts
	}
	return n.Facts | rules.Of(n.Rung).Keeps
}
