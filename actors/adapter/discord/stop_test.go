package discord

import (
	"testing"
)

// TestStop: whoever stops listening closes the connection so that Discord
// keeps the session, and takes it up where it was read to.
func TestStop(t *testing.T) {
	r := newRig(t)
	e := listen(t, r.account)
	r.Await(t, "a connection", func() bool { return r.Connected() == 1 })
	r.Say(r.general, "ana", "one")
	e.wants(t, "ana: one")
	e.stop()
	<-e.ended
	r.Await(t, "the end of the connection", func() bool { return r.Connected() == 0 })
	if got := r.Sessions(); got != 1 {
		t.Fatalf("Discord has %d sessions after the stop, want the one there was", got)
	}
	r.Say(r.general, "ana", "two")
	listen(t, r.account).wants(t, "ana: two")
	if got := len(r.Identifies()); got != 1 || r.Resumes() != 1 {
		t.Errorf("began %d sessions and took %d up, want one of each", got, r.Resumes())
	}
}
