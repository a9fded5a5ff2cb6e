package effect

import (
	"slices"

	"familiar/messages"
	"familiar/policy/odds"
)

// mostSigns is how many turns that have ended are kept, and people who have shown
// what they think of one.
const mostSigns = 8

// A Past is a turn whose ending is known, and who has shown what they think of it:
// whoever is quickest with a sign must not be all that is heard. It is kept for
// turns whose Signs are wanted, as long as people may take them up.
type Past struct {
	Said
	By []odds.Key `json:"by,omitempty"`
}

func (w *Watch) remember(s Said, by odds.Key) {
	p := Past{Said: s}
	if by != 0 {
		p.By = []odds.Key{by}
	}
	if len(w.Past) == mostSigns {
		w.Past = slices.Delete(w.Past, 0, 1)
	}
	w.Past = append(w.Past, p)
}

// late takes somebody's sign about a turn that has ended, their first about it.
func (w *Watch) late(line messages.LineID, how messages.Rung, by odds.Key) (e Ending, is bool) {
	if line == "" || by == 0 {
		return Ending{}, false
	}
	for k := range w.Past {
		if p := &w.Past[k]; slices.Contains(p.Lines, line) {
			if len(p.By) >= mostSigns || slices.Contains(p.By, by) {
				return Ending{}, false
			}
			p.By = append(p.By, by)
			return Ending{Said: p.Said, How: how, Late: true}, true
		}
	}
	return Ending{}, false
}

func (w *Watch) expirePast(now messages.Instant) {
	w.Past = slices.DeleteFunc(w.Past, func(p Past) bool { return now >= p.At.Add(Within) })
	if len(w.Past) == 0 {
		w.Past = nil
	}
}

// Forget takes somebody out of those who have shown what they think.
func (w *Watch) Forget(who odds.Key) {
	if w == nil {
		return
	}
	for k := range w.Past {
		p := &w.Past[k]
		if p.By = slices.DeleteFunc(p.By, func(by odds.Key) bool { return by == who }); len(p.By) == 0 {
			p.By = nil
		}
	}
}
