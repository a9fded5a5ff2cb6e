package jetstream

import (
	"testing"

	"familiar/messages"

	"github.com/nats-io/nats.go"
)

// plainly gives a record's bytes that is not sealed.
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

func TestDelivered(t *testing.T) {
	for _, tt := range []struct {
		story, reply string
		seq, count   uint64
		ok           bool
	}{
		{"the short form", "$JS.ACK.lines.r1.1.4711.12.1700000000.3", 4711, 12, true},
		{"the long form", "$JS.ACK.hub.Ab3.lines.r1.1.4711.12.1700000000.3", 4711, 12, true},
		{"the long form with a random end", "$JS.ACK._.Ab3.lines.r1.1.4711.12.1700000000.3.xyz", 4711, 12, true},
		{"something else", "_INBOX.abc.def", 0, 0, false},
		{"a word where a number is due", "$JS.ACK.lines.r1.1.x.12.1700000000.3", 0, 0, false},
	} {
		seq, count, ok := delivered(tt.reply)
		if ok != tt.ok || ok && (seq != tt.seq || count != tt.count) {
			t.Errorf("%s: got %d, %d, %v", tt.story, seq, count, ok)
		}
	}
}

func TestReadAck(t *testing.T) {
	for _, tt := range []struct {
		story, answer string
		seq           uint64
		fails         bool
	}{
		{"what nearly all look like", `{"stream":"familiar-lines-0","seq":42}`, 42, false},
		{"with blanks", `{"stream":"s", "seq": 42}`, 42, false},
		{"with more in it", `{"stream":"s","seq":42,"duplicate":true}`, 42, false},
		{"a batch's", `{"stream":"s","seq":42,"batch":"b","count":2}`, 42, false},
		{"a refusal", `{"error":{"code":400,"err_code":10071,"description":"wrong last sequence: 3"}}`, 0, true},
		{"no answer at all", `what?`, 0, true},
	} {
		got := readAck(&nats.Msg{Data: []byte(tt.answer)})
		if got.seq != tt.seq || (got.err != nil) != tt.fails {
			t.Errorf("%s: got %d, %v", tt.story, got.seq, got.err)
		}
	}
}

func TestStamp(t *testing.T) {
	want := stamp{seq: 9, due: 77, saved: messages.Instant(5), epoch: 3, origin: 2, form: s2Body}
	if got, err := readStamp(want.over(1)); err != nil || got != want {
		t.Errorf("got %+v, %v; want %+v", got, err, want)
	}
	if _, err := readStamp(nats.Header{}); err == nil {
		t.Error("a message without a stamp is read")
	}
}
