package adapter

import (
	"context"
	"reflect"
	"testing"

	"familiar/messages"
)

// A scribe edits, reacts, and says which of the two its network can do.
type scribe struct{ Adapter }

func (scribe) Edit(context.Context, messages.Edit) error   { return nil }
func (scribe) React(context.Context, messages.React) error { return nil }
func (scribe) Able(ability reflect.Type) bool              { return ability == reflect.TypeFor[Editor]() }

func TestCan(t *testing.T) {
	switch {
	case Can[Editor](scribe{}) == nil:
		t.Error("it can't do what its network can")
	case Can[Reactor](scribe{}) != nil:
		t.Error("it can do what its network can't")
	case Can[Typer](scribe{}) != nil:
		t.Error("it can do what it has no method for")
	case Can[Editor](nil) != nil:
		t.Error("no adapter can do something")
	}
}
