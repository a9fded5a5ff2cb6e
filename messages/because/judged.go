package because

import "strings"

// JudgeSaid is a judge's yes or no, and why in its own words, which may quote
// what somebody said; "" when it gave none.
type JudgeSaid struct {
	Yes   bool
	Words string

	Second bool // it is the second judge, which was asked since the first one's verdict was not enough
}

const (
	judgeYes    = "yes"
	judgeNo     = "no"
	judgeSecond = ", by the second judge"
)

func (j JudgeSaid) clause() string {
	word := yesOrNo(j.Yes)
	if j.Second {
		word += judgeSecond
	}
	return behind(word, j.Words)
}

func yesOrNo(yes bool) string {
	if yes {
		return judgeYes
	}
	return judgeNo
}

// JudgeDoubted is that a judge's yes or no was not enough, so that a second judge
// is asked: how likely an answer was expected before and after it, and why in the
// first one's words; "" when it gave none.
type JudgeDoubted struct {
	Yes           bool
	Before, After float64
	Words         string
}

const (
	doubtedFrom = ", by which odds of "
	doubtedTo   = " become "
)

// clause is for example "yes, by which odds of .12 become .52".
func (j JudgeDoubted) clause() string {
	text := append(make([]byte, 0, 48), yesOrNo(j.Yes)...)
	text = appendFraction(append(text, doubtedFrom...), j.Before)
	text = appendFraction(append(text, doubtedTo...), j.After)
	return behind(string(text), j.Words)
}

// JudgeChose is that a judge which was asked about several familiars at once had
// another one speak, and why in its own words; "" when it gave none.
type JudgeChose struct {
	Who   string // the familiar's id
	Words string
}

const judgeChose = "the judge chose "

func (j JudgeChose) clause() string { return behind(judgeChose+j.Who, j.Words) }

// JudgeFailed is that there was no verdict, and how its provider says it went;
// "" once that is erased.
type JudgeFailed struct {
	Then  Failing
	Error string
}

// A Failing is what follows from a judge's failure.
type Failing uint8

// The failings.
const (
	AskAgain    Failing = iota // or give up at once, where asking again wouldn't help
	GiveUp                     // it has failed again and again
	CountAsNo                  // as if it had said no
	AnswerThose                // who addressed the familiar are answered all the same
	FirstHolds                 // it was the second judge: what the first one said holds
)

var failings = [...]string{
	AskAgain:    "the judge failed",
	GiveUp:      "the judge failed again and again",
	CountAsNo:   "no, since the judge failed",
	AnswerThose: "the judge failed and somebody addressed us",
	FirstHolds:  "the second judge failed, so the first one's verdict holds",
}

func (j JudgeFailed) clause() string {
	return behind(failings[j.Then], j.Error)
}

// How a model failed that wrote something: what is neither yes nor no, or why it refuses.
// Behind a colon stands what that was.
const (
	NoVerdict    = "not a verdict"
	ModelRefused = "model refused"
)

// Wordless returns a reason without what a model, or who looked at a reply, says in words of
// its own: they may quote what somebody said.
func Wordless(r Reason) Reason {
	switch r := r.(type) {
	case JudgeSaid:
		r.Words = ""
		return r
	case JudgeDoubted:
		r.Words = ""
		return r
	case JudgeChose:
		r.Words = ""
		return r
	case JudgeFailed:
		r.Error = WordlessError(r.Error)
		return r
	case AgentFailed:
		r.Error = WordlessError(r.Error)
		return r
	case Words:
		return Words(WordlessError(string(r)))
	case Checked:
		r.Words = ""
		return r
	default:
		return r
	}
}

// WordlessError is [Wordless] of how a model's call failed.
func WordlessError(says string) string {
	for _, how := range []string{NoVerdict, ModelRefused} {
		if before, _, wrote := strings.Cut(says, how+": "); wrote {
			return before + how
		}
	}
	return says
}

// Verdict returns what a judge's reason is without anybody's words: whether it
// let the familiar speak; nil where it didn't say.
func Verdict(r Reason) Reason {
	switch r := r.(type) {
	case JudgeSaid:
		return JudgeSaid{Yes: r.Yes, Second: r.Second}
	case JudgeDoubted:
		return JudgeDoubted{Yes: r.Yes, Before: r.Before, After: r.After}
	case JudgeChose:
		return JudgeChose{Who: r.Who}
	case JudgeFailed:
		switch r.Then {
		case CountAsNo:
			return JudgeSaid{}
		case AnswerThose:
			return JudgeFailed{Then: AnswerThose}
		case AskAgain, GiveUp, FirstHolds:
		}
	default:
	}
	return nil
}

// behind puts what somebody said behind a colon.
func behind(head, words string) string {
	if words == "" {
		return head
	}
	return head + ": " + words
}
