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

func TestStampText(t *testing.T) {
	full := Stamp{Seq: 9, Due: 77, Saved: messages.Instant(5), Epoch: 3, Origin: 2, Form: 1, Covered: 4, Seen: 10}
	if got := full.Text(); got != "9 77 5 3 2 1 4 10" {
		t.Errorf("the text is %q", got)
	}
	for text, want := range map[string]Stamp{
		"9 77 5 3 2":           {Seq: 9, Due: 77, Saved: 5, Epoch: 3, Origin: 2}, // an older program's
		"9 77 5 3 2 1":         {Seq: 9, Due: 77, Saved: 5, Epoch: 3, Origin: 2, Form: 1},
		"9 77 5 3 2 1 4 10 11": full, // a newer one's
	} {
		if got, err := StampOf(text); err != nil || got != want {
			t.Errorf("%q is read as %+v, %v; want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "9", "9 77 5 3", "9 77 x 3 2 1 4 10", "9  77 5 3 2"} {
		if got, err := StampOf(text); err == nil {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}
