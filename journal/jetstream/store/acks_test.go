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

// TestNamesOfAnswers: a name is another write's once its answer has come, and no sooner.
func TestNamesOfAnswers(t *testing.T) {
	expect := func(a *acks) (name, chan ack) {
		n, answer, err := a.expect(t.Context(), t.Context(), writer{})
		if err != nil {
			t.Fatal(err)
		}
		return n, answer
	}
	answer := func(a *acks, n name, seq string) {
		a.receiveAnswer(&nats.Msg{Subject: n.reply, Data: []byte(`{"stream":"s","seq":` + seq + `}`)})
	}
	for _, tt := range []struct {
		story string
		once  bool
		meets func(t *testing.T, a *acks)
	}{
		{"an answered write's name is taken again", true, func(t *testing.T, a *acks) {
			first, _ := expect(a)
			answer(a, first, "1")
			if second, _ := expect(a); second != first {
				t.Errorf("got %v, want %v", second, first)
			}
		}},
		{"not where a server may answer twice", false, func(t *testing.T, a *acks) {
			first, _ := expect(a)
			answer(a, first, "1")
			second, got := expect(a)
			answer(a, first, "1")
			if second == first || len(got) > 0 {
				t.Errorf("got %v and %d answers, want another name than %v and none", second, len(got), first)
			}
		}},
		{"that of a write given up is nobody's any more", true, func(t *testing.T, a *acks) {
			first, gone := expect(a)
			a.forget(first.number, gone)
			answer(a, first, "1")
			second, got := expect(a)
			answer(a, first, "1")
			if second == first || len(got) > 0 || len(gone) > 0 {
				t.Errorf("got %v, %d answers and %d, want another name than %v and none", second, len(got), len(gone), first)
			}
		}},
		{"who gives up as the answer comes leaves the next one's place alone", true, func(t *testing.T, a *acks) {
			first, gone := expect(a)
			answer(a, first, "1")
			second, got := expect(a)
			a.forget(first.number, gone)
			answer(a, second, "2")
			if second != first || len(got) != 1 {
				t.Errorf("got %v and %d answers, want %v and one", second, len(got), first)
			}
		}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			tt.meets(t, &acks{inbox: "_INBOX.x.", once: tt.once, room: make(chan struct{}, inFlight), waiting: map[uint64]writer{}})
		})
	}
}
