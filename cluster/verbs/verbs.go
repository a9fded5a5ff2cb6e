// Package verbs says how what processes of a deployment ask and tell each other is
// written and read. Each kind is a value: its name, the types of what is sent, how many
// of it a process answers at once. The form is JSON.
//
// What comes from another process is data of a program that may be older, newer or
// broken. The package knows no network; cluster/peers carries the bytes.
package verbs

import (
	"context"
	"fmt"
)

// A Verb is one kind of question or news, as a process answers it.
type Verb struct {
	Name   string
	AtOnce int // that many are answered at once; with 1 they are in the order in which their sender sent them
	// Answer reads what was sent and returns what goes back. from is the id of the process
	// that sent it, as it says; ctx ends when nobody waits any more.
	Answer func(ctx context.Context, from string, sent []byte) (answer []byte, err error)
}

// An Ask is a kind of question.
type Ask[Question, Answer any] struct {
	Name   string
	AtOnce int // as of [Verb]
	// Exact refuses a question with a field that this program doesn't know: the newer
	// one that asks means something by it, and the answer to half a question would do
	// harm.
	Exact bool
}

// By returns the verb of a process that answers.
func (a Ask[Question, Answer]) By(answer func(ctx context.Context, from string, q Question) (Answer, error)) Verb {
	return Verb{Name: a.Name, AtOnce: a.AtOnce, Answer: func(ctx context.Context, from string, sent []byte) ([]byte, error) {
		q, err := read[Question](sent, a.Exact)
		if err != nil {
			return nil, err
		}
		said, err := answer(ctx, from, q)
		if err != nil {
			return nil, err
		}
		return write(said)
	}}
}

// Put puts a question to whom carry brings it, and reads the answer.
func (a Ask[Question, Answer]) Put(q Question, carry func(verb string, question []byte) (answer []byte, err error)) (answer Answer, err error) {
	sent, err := write(q)
	if err != nil {
		return answer, fmt.Errorf("%s: %w", a.Name, err)
	}
	said, err := carry(a.Name, sent)
	if err != nil {
		return answer, err
	}
	if answer, err = read[Answer](said, false); err != nil {
		return answer, fmt.Errorf("%s: the answer: %w", a.Name, err)
	}
	return answer, nil
}

// A Tell is a kind of news, which nobody answers. Fields that this program doesn't know
// are left out: what it does know is true all the same.
type Tell[News any] struct{ Name string }

// By returns the verb of a process that listens. What one sender tells comes in its
// order, so that nothing old is taken for new.
func (t Tell[News]) By(hear func(from string, n News)) Verb {
	return Verb{Name: t.Name, AtOnce: 1, Answer: func(_ context.Context, from string, sent []byte) ([]byte, error) {
		n, err := read[News](sent, false)
		if err == nil {
			hear(from, n)
		}
		return nil, err
	}}
}

// Put tells news to whom carry brings it.
func (t Tell[News]) Put(n News, carry func(verb string, news []byte) error) error {
	sent, err := write(n)
	if err != nil {
		return fmt.Errorf("%s: %w", t.Name, err)
	}
	return carry(t.Name, sent)
}
