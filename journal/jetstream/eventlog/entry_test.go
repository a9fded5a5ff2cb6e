package eventlog

import (
	"fmt"
	"testing"

	"familiar/messages"
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

// someLine is about 300 bytes in the log.
func someLine(n int) messages.Event {
	return messages.Heard{Line: &messages.Line{
		ID: messages.LineID(fmt.Sprint(n)), Account: "felix", At: 1_700_000_000_000,
		Author: messages.Author{ID: "4821", Name: "Ana"},
		Text:   "so who brings the cake tomorrow? I could ask at the bakery on the corner, but they close at six",
	}}
}
