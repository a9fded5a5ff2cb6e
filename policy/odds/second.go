package odds

import "familiar/internal/bounds"

// Second says when the verdict of a familiar's judge is not enough, so that a
// second judge is asked the same: where it leaves the odds that an answer is
// expected below one bar after a yes, or at another after a no. Without a second
// judge it says nothing; the zero Second doubts nothing.
type Second struct {
	Yes   float64 `toml:"yes"`   // how often the first judge says yes where it should, above wrong, below 1; default .8
	Wrong float64 `toml:"wrong"` // how often it says yes where it shouldn't, above 0; default .1
	Hi    float64 `toml:"hi"`    // a yes that brings the odds at least here is enough, 0 to 1; 0: any is, 1: none; default .8
	Lo    float64 `toml:"lo"`    // a no that brings them below is enough, 0 to 1; 1: any is, 0: none; default .14
}

// defaultSecond has the rates that are assumed of a small model, and bars by which
// on recorded channels it and a large one of ten times its price were worth as much
// as the large one alone and cost half. docs/when-to-speak.md has the figures.
func defaultSecond() Second { return Second{Yes: .8, Wrong: .1, Hi: .8, Lo: .14} }

// After returns how likely an answer is expected, which was p before the first
// judge said yes or no: Bayes' rule, with the judge's rates. A p of 0 or 1 stays.
func (s *Second) After(p float64, yes bool) float64 {
	right, wrong := s.Yes, s.Wrong
	if !yes {
		right, wrong = 1-s.Yes, 1-s.Wrong
	}
	if p <= 0 || p >= 1 {
		return min(max(p, 0), 1)
	}
	return p * right / (p*right + (1-p)*wrong)
}

// Doubts reports whether the first judge's verdict is not enough, and how likely
// an answer is expected after it. What was not estimated, a p of 0, is not
// doubted.
func (s *Second) Doubts(p float64, yes bool) (after float64, doubts bool) {
	if p <= 0 || *s == (Second{}) {
		return p, false
	}
	after = s.After(p, yes)
	if yes {
		return after, after < s.Hi
	}
	return after, s.Lo < 1 && after >= s.Lo
}

func (s *Second) validate() []bounds.Field {
	if *s == (Second{}) {
		return nil
	}
	return []bounds.Field{
		bounds.Between("second.yes", s.Yes, 0, 1),
		bounds.Between("second.wrong", s.Wrong, 0, 1),
		bounds.Must(s.Wrong > 0 && s.Yes < 1 && s.Wrong < s.Yes, "second: yes = %v, wrong = %v: want 0 < wrong < yes < 1, as familiar eval --model measures them", s.Yes, s.Wrong),
		bounds.Between("second.hi", s.Hi, 0, 1),
		bounds.Between("second.lo", s.Lo, 0, 1),
	}
}
