package because

import "strings"

// Spared is that a model of a familiar's chain answered in the place of those
// before it.
type Spared struct {
	Wrote  string
	Passed [3]Pass // in their order; those without a name are none
}

// A Pass is a model that was passed over, and the word for why.
type Pass struct{ Model, Why string }

const (
	wroteFor = " wrote it: "
	passedAs = " was passed over, "
)

func (s Spared) clause() string {
	var passed []string
	for _, p := range s.Passed {
		if p.Model != "" {
			passed = append(passed, p.Model+passedAs+p.Why)
		}
	}
	return s.Wrote + wroteFor + strings.Join(passed, "; ")
}

func readSpared(clause string) Reason {
	wrote, rest, is := strings.Cut(clause, wroteFor)
	if !is {
		return nil
	}
	s := Spared{Wrote: wrote}
	for i, part := range strings.SplitN(rest, "; ", len(s.Passed)) {
		s.Passed[i].Model, s.Passed[i].Why, _ = strings.Cut(part, passedAs)
	}
	return s
}
