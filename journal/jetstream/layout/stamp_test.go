package layout

import (
	"testing"

	"familiar/messages"

	"github.com/nats-io/nats.go"
)

func TestStamp(t *testing.T) {
	want := Stamp{Seq: 9, Due: 77, Saved: messages.Instant(5), Epoch: 3, Origin: 2, Form: 1, Covered: 4, Seen: 10}
	if got, err := ReadStamp(want.Over(1)); err != nil || got != want {
		t.Errorf("got %+v, %v; want %+v", got, err, want)
	}
	if _, err := ReadStamp(nats.Header{}); err == nil {
		t.Error("a message without a stamp is read")
	}
}
