package jetstream

import (
	"testing"

	"familiar/journal/jetstream/layout"
	"familiar/messages"

	"github.com/nats-io/nats.go"
)

// plainly returns a record's bytes that is not sealed.
func plainly(e entry, event []byte) []byte { return append(e.append(nil, plainRecord), event...) }

func TestEntry(t *testing.T) {
	for _, want := range []entry{{}, {at: 1_700_000_000_000, generation: 7, epoch: 3}, {at: 1, generation: 1 << 30, epoch: 1 << 60}} {
		written := plainly(want, []byte("event"))
		got, event, err := cutEntry(written)
		if err != nil || got != want || string(event) != "event" {
			t.Errorf("got %+v with %q, %v; want %+v", got, event, err, want)
		}
		for n := range len(written) - len("event") {
			if _, _, err := cutEntry(written[:n]); err == nil {
				t.Errorf("%+v cut after %d bytes is read", want, n)
			}
		}
	}
	if _, _, err := cutEntry([]byte{sealedRecord + 1, 0, 0, 0}); err == nil {
		t.Error("a newer form is read")
	}
}

func TestStamp(t *testing.T) {
	want := layout.Stamp{Seq: 9, Due: 77, Saved: messages.Instant(5), Epoch: 3, Origin: 2, Form: 1}
	if got, err := layout.ReadStamp(want.Over(1)); err != nil || got != want {
		t.Errorf("got %+v, %v; want %+v", got, err, want)
	}
	if _, err := layout.ReadStamp(nats.Header{}); err == nil {
		t.Error("a message without a stamp is read")
	}
}
