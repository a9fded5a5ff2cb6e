package account

import (
	"errors"
	"fmt"
	"testing"

	"familiar/actors/adapter"
	"familiar/messages"
)

// TestNoneMet: a program starts if anybody says who they are, or waits for a network that
// comes to them.
func TestNoneMet(t *testing.T) {
	away, awaited := errors.New("network is away"), fmt.Errorf("no bridge yet: %w", adapter.ErrAwaited)
	for _, tt := range []struct {
		story string
		errs  []error
		none  bool
	}{
		{"everybody is there", []error{nil, nil}, false},
		{"one is", []error{away, nil}, false},
		{"nobody is", []error{away, adapter.ErrGone}, true},
		{"one waits", []error{away, awaited}, false},
	} {
		met := make(map[messages.AccountID]Meeting)
		for i, err := range tt.errs {
			met[messages.AccountID(fmt.Sprint(i))] = Meeting{Err: err}
		}
		if err := NoneMet(met); (err != nil) != tt.none {
			t.Errorf("%s: got %v", tt.story, err)
		}
	}
}
