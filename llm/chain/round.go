package chain

import (
	"errors"

	"familiar/llm"
	"familiar/llm/gate"
	"familiar/messages"
)

// A round is one question that is put to the models of a chain.
type round struct {
	order []int // in which they are asked: those that stand well, then the others
	ready int   // how many stand well
	why   []messages.Pass
	errs  []error // of those that were asked
	due   []bool  // left alone, and to be tried again
}

// round looks how each model stands. Those that do badly are asked last, since
// there may be nobody else: what costs too much or has a queue before what is left
// alone.
func (c *Chain) round() round {
	n := len(c.links)
	r := round{why: make([]messages.Pass, n), errs: make([]error, n), due: make([]bool, n)}
	var slow, away []int
	for i := range c.links {
		r.why[i], r.due[i] = c.links[i].stands()
		switch {
		case r.why[i] == "":
			r.order = append(r.order, i)
		case r.why[i] == messages.PassAway && !r.due[i]:
			away = append(away, i)
		default:
			slow = append(slow, i)
		}
	}
	r.ready = len(r.order)
	r.order = append(append(r.order, slow...), away...)
	return r
}

// stands says why a model is not asked as long as another one is there; "": it
// is. due is that it is left alone and is to be tried again.
func (l *Link) stands() (why messages.Pass, due bool) {
	if l.Ready != nil {
		switch standing := l.Ready(); {
		case standing.Err == nil:
		case isOpen(standing.Err):
			return messages.PassAway, standing.Due
		default:
			return messages.PassBusy, false
		}
	}
	if l.Spent != nil && l.Spent() {
		return messages.PassBudget, false
	}
	return "", false
}

// passes says why the next model is asked after an answer that ended with err;
// "": it isn't. An answer that was cut or is empty is one, and so is that a model
// doesn't answer in one word: another question is put to it then.
func passes(err error, r llm.Request) messages.Pass {
	switch {
	case err == nil, llm.Is(err, llm.ErrLimit, llm.ErrEmpty), r.Word && errors.Is(err, llm.ErrInvalid):
		return ""
	case isOpen(err):
		return messages.PassAway
	case errors.Is(err, llm.ErrRefused):
		return messages.PassRefused
	case errors.Is(err, llm.ErrInvalid):
		return messages.PassInvalid
	case llm.Is(err, llm.ErrAuth, llm.ErrUnknownModel, llm.ErrForeign):
		return messages.PassBroken
	case errors.Is(err, llm.ErrOverloaded):
		return messages.PassBusy
	}
	return messages.PassFailed
}

func isOpen(err error) bool {
	_, open := errors.AsType[*gate.OpenError](err)
	return open
}

func (r *round) fail(i int, why messages.Pass, err error) { r.why[i], r.errs[i] = why, err }

// before returns the models that were passed over for that one: those before it,
// and those that were asked before.
func (r *round) before(answered int, links []Link) (over []messages.PassedOver) {
	for i := range links {
		if i != answered && r.why[i] != "" && (i < answered || r.errs[i] != nil) {
			over = append(over, messages.PassedOver{Model: links[i].Name, Why: r.why[i]})
		}
	}
	return over
}

// failure is what all of them came to.
func (r *round) failure(links []Link) error {
	e := &Error{}
	for i := range links {
		e.Failed = append(e.Failed, Failure{links[i].Name, r.why[i], r.errs[i]})
	}
	return e
}
