package store

import (
	"testing"

	"github.com/nats-io/nats.go"
)

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
