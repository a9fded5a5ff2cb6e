package adaptertest

import (
	"errors"
	"testing"

	"familiar/actors/adapter"
	"familiar/messages"
)

// What [FateOf] a post can be.
const (
	Never = "never begun"
	Made  = "made"
	Maybe = "nobody knows"
)

// FateOf returns what an account finds of a post that an earlier process was to make.
func FateOf(t *testing.T, a adapter.Reconciler, p messages.Post) string {
	t.Helper()
	posted, found, err := a.Find(t.Context(), p)
	if found != (posted.Line != "") {
		t.Errorf("found %+v: %v", posted, found)
	}
	switch {
	case errors.Is(err, adapter.ErrGone):
		return Maybe
	case err != nil:
		t.Fatal(err)
	case found:
		return Made
	}
	return Never
}
