package eval

import (
	"fmt"
	"math"
	"strings"
	"time"

	"familiar/lab/fit"
)

// An Answer is what a model said to a question of a sample.
type Answer struct {
	Asked  bool // it was put; the others were not come to
	Failed bool // it was put, and not answered
	Yes    bool
}

// A Judgement is how good a model is as a judge.
type Judgement struct {
	Model   string   `json:"model"`
	Asked   int      `json:"asked"`
	Failed  int      `json:"failed"`    // of these, those it didn't answer; they count for nothing else
	Sample  int      `json:"sample"`    // how many were to be asked
	All     int      `json:"all"`       // how many came up on the recording
	Yes     int      `json:"all_yes"`   // of those, the ones an oracle answers yes
	Weights string   `json:"weights"`   // of the odds, which settle what is asked about
	TPR     Rate     `json:"TPR"`       // says yes where an oracle does
	FPR     Rate     `json:"FPR"`       // says yes where an oracle doesn't
	Agrees  Rate     `json:"agrees"`    // with an oracle, in the mix in which the questions come up
	Half    Measure  `json:"latency50"` // seconds; null: nothing was asked anew
	Ninety  Measure  `json:"latency90"`
	Input   int      `json:"tokens_in"`
	Output  int      `json:"tokens_out"`
	Cost    *float64 `json:"cost_usd"` // null: not known
	Rows    []Row    `json:"rows"`     // what the odds are worth with a judge .90/.05, and with this one
}

// A Rate is a share with its interval.
type Rate struct {
	Value Measure `json:"value"`
	Low   Measure `json:"low"` // 95 of 100 drawings of slices lie between these two
	High  Measure `json:"high"`
	Of    int     `json:"of"` // questions
}

// Judge returns how good the answers are; they stand as the sample's questions
// do.
func (s *Sample) Judge(answers []Answer) *Judgement {
	j := &Judgement{Sample: len(s.Questions), All: s.All, Yes: s.Yes, Half: Measure(math.NaN()), Ninety: Measure(math.NaN())}
	var by []answered
	at := make(map[string]int) // of slices, into by
	for i, a := range answers {
		j.Asked += one(a.Asked)
		j.Failed += one(a.Failed)
		if !a.Asked || a.Failed {
			continue
		}
		q := &s.Questions[i]
		k, known := at[q.Slice]
		if !known {
			k = len(by)
			at[q.Slice], by = k, append(by, answered{})
		}
		by[k].count(q.Right, a.Yes)
	}
	all := sum(by)
	yes := share(s.Yes, s.All)
	agrees := func(a answered) float64 { return yes*a.tpr() + (1-yes)*(1-a.fpr()) }
	j.TPR, j.FPR, j.Agrees = rateOf(by, answered.tpr, all.right), rateOf(by, answered.fpr, all.wrong), rateOf(by, agrees, all.right+all.wrong)
	return j
}

// Took says how long the model took, sorted from the shortest.
func (j *Judgement) Took(sorted []time.Duration) {
	if n := len(sorted); n > 0 {
		j.Half, j.Ninety = Measure(sorted[n/2].Seconds()), Measure(sorted[min(n-1, n*9/10)].Seconds())
	}
}

// Rates are those of the judge; ok is false while one of them is not known.
func (j *Judgement) Rates() (judge fit.Judge, ok bool) {
	judge = fit.Judge{Yes: float64(j.TPR.Value), Wrong: float64(j.FPR.Value)}
	return judge, !math.IsNaN(judge.Yes) && !math.IsNaN(judge.Wrong)
}

// answered counts questions with an answer.
type answered struct {
	right, rightYes int // an oracle says yes to, and the model too
	wrong, wrongYes int // an oracle says no to, and the model yes
}

func (a *answered) count(right, yes bool) {
	a.right += one(right)
	a.rightYes += one(right && yes)
	a.wrong += one(!right)
	a.wrongYes += one(!right && yes)
}

// tpr and fpr are NaN without such a question.
func (a answered) tpr() float64 { return float64(a.rightYes) / float64(a.right) }
func (a answered) fpr() float64 { return float64(a.wrongYes) / float64(a.wrong) }

func sum(all []answered) answered {
	var s answered
	for _, a := range all {
		s = answered{s.right + a.right, s.rightYes + a.rightYes, s.wrong + a.wrong, s.wrongYes + a.wrongYes}
	}
	return s
}

// rateOf returns a share of all slices, with its interval where there are two.
func rateOf(by []answered, share func(answered) float64, of int) Rate {
	low, high := interval(len(by), func(drawn []int) float64 {
		picked := make([]answered, len(drawn))
		for i, k := range drawn {
			picked[i] = by[k]
		}
		return share(sum(picked))
	})
	return Rate{Measure(share(sum(by))), Measure(low), Measure(high), of}
}

// String returns the judgement for a terminal. What there is nothing of is "-".
func (j *Judgement) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s as the judge, on %d of %d questions; an oracle says yes to %.1f %% of all\n\n", j.Model, j.Asked-j.Failed, j.All, 100*share(j.Yes, j.All))
	for _, r := range []struct {
		name string
		rate Rate
	}{{"TPR", j.TPR}, {"FPR", j.FPR}, {"agrees", j.Agrees}} {
		fmt.Fprintf(&b, "%-8s %5s  %-11s  %d questions\n", r.name, r.rate.Value.text(3), between(r.rate.Low, r.rate.High), r.rate.Of)
	}
	fmt.Fprintf(&b, "%-8s half within %s s, nine in ten within %s s\n", "latency", j.Half.text(2), j.Ninety.text(2))
	if j.Failed > 0 {
		fmt.Fprintf(&b, "%-8s %d questions, which count for nothing else\n", "failed", j.Failed)
	}
	if len(j.Rows) > 0 {
		b.WriteByte('\n')
		(&Table{Rows: j.Rows}).write(&b)
	}
	fmt.Fprintf(&b, "\n%s\nweights of the odds: %s\n", judgementLegend, j.Weights)
	return b.String()
}

// judgementLegend says what a judgement's figures are.
const judgementLegend = `TPR    of the questions an oracle says yes to, the share it says yes to, with the interval in which 95 of 100 drawings of slices lie
FPR    of the others, the share it says yes to
agrees the share it answers as an oracle does, if the questions come as often as they do on the recording
An oracle says yes if a line in question was answered or addressed, and no turn has covered it yet.`
