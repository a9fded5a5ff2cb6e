package adapter

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"familiar/messages"
)

func TestEar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var ear Ear
		said := func() (bool, error) {
			return ear.Hear(t.Context(), "n//c", messages.Deleted{ID: "1"})
		}
		if open, err := said(); open || err != nil || ear.IsOpen() {
			t.Errorf("before anybody listens: open %v, %v", open, err)
		}
		var answer error
		stop, err := ear.Open(t.Context(), func(ctx context.Context, _ messages.ChannelID, _ messages.Event) error {
			if answer == nil {
				<-ctx.Done() // a journal that doesn't answer
				return ctx.Err()
			}
			return answer
		})
		if err != nil || !ear.IsOpen() {
			t.Fatalf("listening: %v", err)
		}
		if _, err := ear.Open(t.Context(), nil); err == nil {
			t.Error("two listen at once")
		}
		answer = ErrRefused
		if open, err := said(); !open || !errors.Is(err, ErrRefused) {
			t.Errorf("refused: open %v, %v", open, err)
		}
		answer = nil
		over := make(chan struct{})
		go func() {
			defer close(over)
			if open, err := said(); open || !errors.Is(err, context.Canceled) {
				t.Errorf("when it stops meanwhile: open %v, %v, want that it was called off", open, err)
			}
		}()
		synctest.Wait()
		stop()
		<-over
		if ear.IsOpen() {
			t.Error("it listens after it was stopped")
		}
	})
}
