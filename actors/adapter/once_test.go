package adapter

import (
	"errors"
	"testing"
)

func TestOnceAsksUntilItIsTold(t *testing.T) {
	var who Once[string]
	asked := 0
	ask := func() (string, error) {
		if asked++; asked == 1 {
			return "half an answer", errors.New("not now")
		}
		return "moth", nil
	}
	if got, err := who.Get(ask); got != "" || err == nil {
		t.Errorf("got %q and %v, want an error alone", got, err)
	}
	for range 2 {
		if got, err := who.Get(ask); got != "moth" || err != nil {
			t.Errorf("got %q and %v, want moth", got, err)
		}
	}
	if asked != 2 {
		t.Errorf("asked %d times, want 2", asked)
	}
}
