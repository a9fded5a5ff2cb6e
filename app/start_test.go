package app

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

// A silent adapter never says whose account it is.
type silent struct{ adapter.Adapter }

func (silent) Identity(ctx context.Context) (messages.Author, error) {
	<-ctx.Done()
	return messages.Author{}, ctx.Err()
}

// TestStoppedWhileItStarts: that it was told to end before it was there is no failure.
func TestStoppedWhileItStarts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, two, func(a adapter.Adapter) adapter.Adapter { return silent{a} })
		s.wait(time.Second)
		s.stop()
		s.close()
	})
}
