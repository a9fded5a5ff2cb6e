package eventlog

import (
	"fmt"
	"testing"

	"familiar/messages"
)

// plainly returns a record's bytes that is not sealed.
func plainly(e entry, event []byte) []byte { return append(e.append(nil, e.version(false)), event...) }

func TestEntry(t *testing.T) {
	for _, want := range []entry{{}, {at: 1_700_000_000_000, generation: 7, epoch: 3}, {at: 1, generation: 1 << 30, epoch: 1 << 60}, {at: 1, epoch: 3, process: drawProcess()}} {
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
	if _, _, err := cutEntry([]byte{ownedRecord + 1, 0, 0, 0, 0}); err == nil {
		t.Error("a newer form is read")
	}
	before := entry{at: 1, generation: 2, epoch: 3}
	if plain, sealed := before.append(nil, before.version(false)), before.append(nil, before.version(true)); plain[0] != 1 || sealed[0] != 2 || len(plain) != 4 {
		t.Errorf("a record without a process begins with %x and %x: want the form it had before there were any", plain, sealed)
	}
}

// FuzzOwned: whatever a record that says whose a partition is holds, it is refused or
// written as it was read.
func FuzzOwned(f *testing.F) {
	f.Add(entry{at: 1, epoch: 3, process: 1 << 55}.append(nil, ownedRecord))
	f.Add(entry{at: 1, epoch: 3}.append(nil, sealedRecord))
	f.Fuzz(func(t *testing.T, b []byte) {
		owned, err := ownedIn(9, b)
		if err != nil {
			return
		}
		e, rest, err := cutEntry(b)
		again, err2 := ownedIn(9, append(e.append(nil, ownedRecord), rest...))
		if err != nil || err2 != nil || again != owned || owned.Epoch == 0 {
			t.Errorf("%x: got %+v and %+v, %v, %v", b, owned, again, err, err2)
		}
	})
}

// someLine is about 300 bytes in the log.
func someLine(n int) messages.Event {
	return messages.Heard{Line: &messages.Line{
		ID: messages.LineID(fmt.Sprint(n)), Account: "felix", At: 1_700_000_000_000,
		Author: messages.Author{ID: "4821", Name: "Ana"},
		Text:   "so who brings the cake tomorrow? I could ask at the bakery on the corner, but they close at six",
	}}
}
