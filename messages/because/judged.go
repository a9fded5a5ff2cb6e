package because

// JudgeSaid is a judge's yes or no, and why in its own words, which may quote
// what somebody said; "" when it gave none.
type JudgeSaid struct {
	Yes   bool
	Words string
}

const (
	judgeYes = "yes"
	judgeNo  = "no"
)

func (j JudgeSaid) clause() string {
	word := judgeNo
	if j.Yes {
		word = judgeYes
	}
	return behind(word, j.Words)
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
)

var failings = [...]string{
	AskAgain:    "the judge failed",
	GiveUp:      "the judge failed again and again",
	CountAsNo:   "no, since the judge failed",
	AnswerThose: "the judge failed and somebody addressed us",
}

func (j JudgeFailed) clause() string {
	return behind(failings[j.Then], j.Error)
}

// Verdict returns what a judge's reason is without anybody's words: whether it
// let the familiar speak; nil where it didn't say.
func Verdict(r Reason) Reason {
	switch r := r.(type) {
	case JudgeSaid:
		return JudgeSaid{Yes: r.Yes}
	case JudgeChose:
		return JudgeChose{Who: r.Who}
	case JudgeFailed:
		switch r.Then {
		case CountAsNo:
			return JudgeSaid{}
		case AnswerThose:
			return JudgeFailed{Then: AnswerThose}
		case AskAgain, GiveUp:
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
