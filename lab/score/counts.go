package score

// Counts are what some of the measures of a [Score] are shares of. Those of
// parts of a recording can be added.
type Counts struct {
	Positive int `json:"positive"` // lines that were answered or addressed
	Covered  int `json:"covered"`  // of them, those that a call covers
	Late     int `json:"late"`     // of those, the ones the participant had really answered by then
	Calls    int `json:"calls"`    // calls to speak that cover an annotated line
	Useful   int `json:"useful"`   // of them, those that cover a positive line first
	Judged   int `json:"judged"`   // questions to the judge about an annotated line
}

// Counts returns what was counted so far.
func (t *Tally) Counts() Counts {
	c := &t.count
	return Counts{Positive: c.positive, Covered: c.positiveCovered, Late: c.late, Calls: c.calls, Useful: c.useful, Judged: c.judged}
}

// Plus returns both together.
func (c Counts) Plus(d Counts) Counts {
	return Counts{
		Positive: c.Positive + d.Positive, Covered: c.Covered + d.Covered, Late: c.Late + d.Late,
		Calls: c.Calls + d.Calls, Useful: c.Useful + d.Useful, Judged: c.Judged + d.Judged,
	}
}

// Minus returns what was counted since d was.
func (c Counts) Minus(d Counts) Counts {
	return Counts{
		Positive: c.Positive - d.Positive, Covered: c.Covered - d.Covered, Late: c.Late - d.Late,
		Calls: c.Calls - d.Calls, Useful: c.Useful - d.Useful, Judged: c.Judged - d.Judged,
	}
}

// Misses are positive lines that no call covers in time. Were late ones not
// missed, it would pay to call seldom and about everything.
func (c Counts) Misses() int { return c.Positive - c.Covered + c.Late }

// Interruptions are calls that cover no positive line that was still open.
func (c Counts) Interruptions() int { return c.Calls - c.Useful }

// P is as in [Score].
func (c Counts) P() float64 { return share(c.Useful, c.Calls) }

// R is the share of the positive lines that a call covers in time: at most
// that of [Score].
func (c Counts) R() float64 { return share(c.Covered-c.Late, c.Positive) }

// F1 is the harmonic mean of the two.
func (c Counts) F1() float64 { return f1(c.P(), c.R()) }

// ScoreF1 is the F1 of [Score], which takes late calls for good ones.
func (c Counts) ScoreF1() float64 { return f1(c.P(), share(c.Covered, c.Positive)) }
