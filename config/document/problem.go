package document

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Problem is one thing that is wrong or odd in a configuration file.
type Problem struct {
	File    string // as it was given to [Load]
	Line    int    // from 1; 0: of the file as a whole
	Key     string // the way to the knob: familiars.aria.credit.window; "" for none
	Message string // what is wrong and, where that is a list, what is allowed
}

// Error returns "file:line: key: message".
func (p Problem) Error() string {
	var b strings.Builder
	b.WriteString(p.File)
	if p.Line > 0 {
		fmt.Fprintf(&b, ":%d", p.Line)
	}
	if p.Key != "" {
		b.WriteString(": " + p.Key)
	}
	b.WriteString(": " + p.Message)
	return b.String()
}

// Problems is the error of a file with problems, in the order of the file.
// There is at least one.
type Problems []Problem

// Error returns every problem on a line of its own.
func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the problems one by one.
func (ps Problems) Unwrap() []error {
	errs := make([]error, len(ps))
	for i, p := range ps {
		errs[i] = p
	}
	return errs
}

// InOrder sorts by line and says the same thing once.
func InOrder(ps []Problem) []Problem {
	slices.SortStableFunc(ps, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) })
	return slices.Compact(ps)
}
