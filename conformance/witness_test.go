package conformance

import (
	"fmt"
	"strings"
	"testing"
)

// A witness stands in a test's place and keeps what it is told is wrong.
type witness struct {
	testing.TB // nil: a witness is asked for nothing else
	told       []string
}

func (w *witness) Helper()             {}
func (w *witness) Logf(string, ...any) {}

func (w *witness) Errorf(format string, args ...any) {
	w.told = append(w.told, fmt.Sprintf(format, args...))
}

// Fatalf ends what is witnessed.
func (w *witness) Fatalf(format string, args ...any) {
	w.Errorf(format, args...)
	panic(w)
}

// witnessed does something and gives what was wrong with it.
func witnessed(do func(t testing.TB)) string {
	w := &witness{}
	func() {
		defer func() {
			if p := recover(); p != nil && p != any(w) {
				panic(p)
			}
		}()
		do(w)
	}()
	return strings.Join(w.told, "\n")
}

// played makes a family of cases that are too long to be written out: what is
// compared with nothing is what is wrong with each.
func played[C any](list string, expects []string, play func(t testing.TB, c *C), departures ...departure[C]) family {
	return cases(list, expects, func(c *C) (got, want string) {
		return witnessed(func(t testing.TB) { play(t, c) }), ""
	}, departures...)
}
