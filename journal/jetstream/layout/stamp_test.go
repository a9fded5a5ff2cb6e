package layout

import (
	"fmt"
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

// TestStampText: the numbers of a stamp are read as they are written, and as older
// programs wrote them, which knew fewer.
func TestStampText(t *testing.T) {
	full := Stamp{Seq: 9, Due: 77, Saved: messages.Instant(1764284573123), Epoch: 3, Origin: 2, Form: 1, Covered: 4, Seen: 10}
	if got := full.Text(); got != "9 25 mii1hd4z 3 2 1 4 a" {
		t.Errorf("the text is %q", got)
	}
	for _, tt := range []struct {
		story, header, text string
		want                Stamp // zero: it is none
	}{
		{"this program's", HeaderStamp, "9 25 mii1hd4z 3 2 1 4 a", full},
		{"a newer one's", HeaderStamp, "9 25 mii1hd4z 3 2 1 4 a b", full},
		{"an older one's without a form", HeaderSnapshot, "9 77 5 3 2", Stamp{Seq: 9, Due: 77, Saved: 5, Epoch: 3, Origin: 2}},
		{"an older one's with a form", HeaderSnapshot, "9 77 5 3 2 1", Stamp{Seq: 9, Due: 77, Saved: 5, Epoch: 3, Origin: 2, Form: 1}},
		{"an older one's with all", HeaderSnapshot, "9 77 1764284573123 3 2 1 4 10", full},
		{"nothing", HeaderStamp, "", Stamp{}},
		{"one number", HeaderStamp, "9", Stamp{}},
		{"four", HeaderStamp, "9 77 5 3", Stamp{}},
		{"what is no number", HeaderStamp, "9 77 ! 3 2 1 4 10", Stamp{}},
		{"a number with letters in an older one's", HeaderSnapshot, "9 77 x 3 2 1 4 10", Stamp{}},
		{"two spaces", HeaderStamp, "9  77 5 3 2", Stamp{}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			in := fmt.Sprintf("NATS/1.0\r\nNats-Expected-Last-Subject-Sequence: 1\r\n%s: %s\r\n\r\n", tt.header, tt.text)
			byKey, err := ReadStamp(nats.Header{tt.header: {tt.text}})
			inBytes, failed := StampIn([]byte(in))
			if none := tt.want == (Stamp{}); byKey != tt.want || inBytes != tt.want || (err != nil) != none || (failed != nil) != none {
				t.Errorf("it is read as %+v, %v, and in the files' bytes as %+v, %v; want %+v", byKey, err, inBytes, failed, tt.want)
			}
		})
	}
}
