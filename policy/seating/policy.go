package seating

import (
	"time"

	"familiar/messages"

	"familiar/policy/chattiness"
	"familiar/policy/credit"
	"familiar/policy/finish"
	"familiar/policy/hours"
	"familiar/policy/ladder"
	"familiar/policy/learning"
	"familiar/policy/memory"
	"familiar/policy/odds"
	"familiar/policy/pace"
	"familiar/policy/schedule"
	"familiar/policy/surface"
)

// A Policy is the knobs of one familiar, the same on every network.
type Policy struct {
	Ladder     ladder.Config     `toml:"ladder"`
	Credit     credit.Config     `toml:"credit"`
	Chattiness chattiness.Config `toml:"chattiness"`
	Debounce   Debounce          `toml:"debounce"`
	Finish     finish.Limits     `toml:"finish"`
	Hours      hours.Config      `toml:"hours"`
	Odds       odds.Config       `toml:"odds"`
	Learning   learning.Config   `toml:"learning"`
	Surface    surface.Config    `toml:"surface"`
	Pace       pace.Config       `toml:"pace"`
	Memory     memory.Config     `toml:"memory"`

	Late Late `toml:"late"` // what becomes of a reply that would come too late

	Schedule []schedule.Rule `toml:"schedule"` // when it speaks by a clock or after a silence; default none

	Busy         Busy         `toml:"busy"`           // what a line does to a turn in flight; default steer
	OnJudgeError OnJudgeError `toml:"on_judge_error"` // default retry
	Pings        bool         `toml:"pings"`          // a ping of everyone or of a role of ours is a mention; default false
	PeersArm     bool         `toml:"peers_arm"`      // a bot's line makes it think about speaking, too; default false
	Quote        bool         `toml:"quote"`          // quote the answered line when others spoke in between; default true

	JudgeWithin   time.Duration `toml:"judge_within"`   // a verdict later than this is an error; default 20s
	ComposeWithin time.Duration `toml:"compose_within"` // a turn later than this is an error; default 3m

	Verdict Verdict `toml:"verdict"` // what a judge is to say; default word

	JudgeEach bool `toml:"judge_each"` // a line that the rung rest asks about is a question by itself, without the lines before it, and not answered when there is no judge; default false

	JudgeTogether bool `toml:"judge_together"` // asks in one question about all familiars of the channel that do so, have the same judge and see the same lines: who is to speak unasked, if anyone; default false

	Mode          Mode `toml:"mode"`           // in shadow it decides and posts nothing; default live
	ShadowCompose bool `toml:"shadow_compose"` // in shadow its replies are composed, to be read later; default true
}

// Debounce is how long an addressed line waits for more of the same.
type Debounce struct {
	Quiet time.Duration `toml:"quiet"` // wait after a line; default 600ms; 0 with Hot 0: answer at once
	Hot   time.Duration `toml:"hot"`   // wait when the last one came shortly before; default 1.5s
	Gap   time.Duration `toml:"gap"`   // "shortly": less than this before; default 3s
	Cap   time.Duration `toml:"cap"`   // never longer than this after the first; default 4s
}

// Busy says what becomes of a line that is for a familiar whose turn is in
// flight.
type Busy string

// The ways of being busy.
const (
	Queue Busy = "queue" // decided at the turn's end
	Steer Busy = "steer" // composed again with everything, at most twice a turn, while nothing is posted

	Inject    Busy = "inject"    // given to the turn before its next call of the model; when there is none it is queued
	Interrupt Busy = "interrupt" // a human's line: answered first, then the turn is composed again; at most twice a turn, then it is queued
)

// OnJudgeError says what a judge that fails means for lines nobody addressed.
type OnJudgeError string

// The meanings of a judge's failure.
const (
	Retry   OnJudgeError = "retry"   // keep the lines, ask again with growing pauses
	Decline OnJudgeError = "decline" // as if it had said no
)

// Verdict says what a judge is asked for.
type Verdict string

// The verdicts.
const (
	Reason Verdict = "reason" // yes or no, and why in a few words
	Word   Verdict = "word"   // one word, yes or no: it costs next to nothing; the reason is asked for when somebody wants it
)

// Wait returns until when an addressed line heard now waits for more, when the
// one before came at last, 0 for none, and the first one that waits at first.
func (d Debounce) Wait(now, last, first messages.Instant) messages.Instant {
	quiet := d.Quiet
	if last != 0 && now.Sub(last) < d.Gap {
		quiet = d.Hot
	}
	return max(now, min(now.Add(quiet), first.Add(d.Cap)))
}

// AsksEach reports whether an ask of that rung is a question by itself.
func (p *Policy) AsksEach(rung ladder.Rung) bool { return p.JudgeEach && rung == ladder.Rest }

// Trigger returns why a line that this rung claimed makes the familiar think.
// Nobody has addressed it where each line is judged.
func (p *Policy) Trigger(r ladder.Rung) messages.Trigger {
	if p.AsksEach(r) {
		return messages.Interjection
	}
	if r == ladder.Sticky {
		return messages.FollowUp
	}
	return messages.Address
}

// Alone returns the line that a question or a turn is about where each line is judged by
// itself, given the newest that it is about; 0: about all that wait.
func (p *Policy) Alone(upto uint32) uint32 {
	if p.JudgeEach {
		return upto
	}
	return 0
}
