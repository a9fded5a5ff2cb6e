package replay

import (
	"fmt"
	"slices"

	"familiar/internal/fnv"
	"familiar/internal/splitmix"
	"familiar/lab/fit"
	"familiar/messages"
)

// A Judge stands in for the model that is asked whether to speak. It answers
// at the instant it is asked.
type Judge string

// The judges.
const (
	Oracle Judge = "oracle" // yes if a line in question was answered or addressed in the recording, and no turn has covered it
	Yes    Judge = "yes"    // always
	No     Judge = "no"     // only to somebody who called the familiar
	Noisy  Judge = "noisy"  // the oracle, mistaken now and then as a model is
	None   Judge = "none"   // there is no judge: the familiar decides without

	Recorded Judge = "recorded" // whatever Options.Recorded holds of the question, else of its newest line; no where it holds nothing
	Exact    Judge = "exact"    // whatever Options.Recorded holds of the very question; any other is unanswered, and counts as a no
	Asked    Judge = "asked"    // Options.Ask, such as a model
)

// Two judges of a cascade, mistaken more and less often than Noisy, as a small and
// a large model are taken to be.
const (
	Small Judge = "small"
	Large Judge = "large"
)

// Judges lists those that need nothing but the recording, and may be named.
var Judges = []Judge{Oracle, Yes, No, Noisy, None}

// errs has the rates of those that are mistaken now and then.
var errs = map[Judge]fit.Judge{Noisy: {Yes: .90, Wrong: .05}, Small: {Yes: .80, Wrong: .10}, Large: {Yes: .95, Wrong: .02}}

// Rates returns how often a judge says yes where an oracle does and where it
// doesn't; zero of one that is no oracle with errors.
func (j Judge) Rates() fit.Judge { return errs[j] }

// needsNothing reports whether the recording is enough for the judge.
func (j Judge) needsNothing() bool { return slices.Contains(Judges, j) || j == Small || j == Large }

// Remembers reports whether the judge answers from the verdicts of an earlier run.
func (j Judge) Remembers() bool { return j == Recorded || j == Exact }

func (j Judge) validate() error {
	if !j.Remembers() && j != Asked && !j.needsNothing() {
		return fmt.Errorf("judge %q: want one of %v", j, Judges)
	}
	return nil
}

// verdict answers order. open are the positive lines no turn has covered.
func (j Judge) verdict(order *messages.Judge, open map[messages.LineID]bool, seed uint64) bool {
	switch j {
	case Yes:
		return true
	case No:
		return order.Trigger == messages.Address
	default: // the others look at the lines
	}
	right := slices.ContainsFunc(order.Waiting, func(q messages.Quoted) bool { return open[q.ID] })
	if of, mistaken := errs[j]; mistaken {
		return draw(seed, order) < of.Chance(right)
	}
	return right
}

// says is the reason a verdict carries into its note.
func (j Judge) says(yes bool) string {
	if yes {
		return string(j) + ": yes"
	}
	return string(j) + ": no"
}

// draw returns a number in [0,1) that depends on nothing but the seed and the
// question: FNV-1a of channel and familiar, scattered by the question's number.
func draw(seed uint64, order *messages.Judge) float64 {
	h := fnv.Add(fnv.Sum("")^seed, order.Channel)
	h = fnv.Add(h, "\x00")
	h = fnv.Add(h, order.Familiar)
	return splitmix.Fraction(splitmix.At(h, order.N-1))
}
