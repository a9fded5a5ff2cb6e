package slack

import (
	"context"
	"slices"
	"testing"

	"familiar/actors/adapter/adaptertest"

	"github.com/gorilla/websocket"
)

// TestGoodbye: whoever stops listening says so, and Slack keeps what comes then
// for the next connection.
func TestGoodbye(t *testing.T) {
	a, s := open(t)
	j := &adaptertest.Taken{}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- a.Listen(ctx, j.Hear) }()
	s.Say("C1", "U1", "one")
	j.Until(t, 1)
	if !s.AllAcked() {
		t.Error("the line was not acknowledged")
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("Listen ended with %v", err)
	}
	if got := s.Closes(1); !slices.Equal(got, []int{websocket.CloseNormalClosure}) {
		t.Errorf("the connection was closed with %v, want 1000", got)
	}
	s.Say("C1", "U1", "two")
	listen(t, a, j)
	j.Until(t, 2)
	if got := j.Texts(); !slices.Equal(got, []string{"one", "two"}) {
		t.Errorf("heard %q, want one and two", got)
	}
}
