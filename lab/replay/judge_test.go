package replay

import (
	"testing"

	"familiar/lab/corpus"
	"familiar/messages"
)

func TestJudges(t *testing.T) {
	positive := map[messages.LineID]bool{"1": true}
	asked := func(n uint64, why messages.Trigger, line messages.LineID) *messages.Judge {
		return &messages.Judge{N: n, Channel: "irc//a", Familiar: "ana", Trigger: why, Waiting: []messages.Quoted{{ID: "0"}, {ID: line}}}
	}
	for _, test := range []struct {
		says  string
		judge Judge
		order *messages.Judge
		want  bool
	}{
		{"the oracle knows a line that was answered", Oracle, asked(1, messages.Lull, "1"), true},
		{"and one that wasn't", Oracle, asked(1, messages.Address, "2"), false},
		{"yes is yes", Yes, asked(1, messages.Lull, "2"), true},
		{"no is no", No, asked(1, messages.Lull, "1"), false},
		{"but not to somebody who calls", No, asked(1, messages.Address, "2"), true},
		{"going on is not calling", No, asked(1, messages.FollowUp, "1"), false},
	} {
		if got := test.judge.verdict(test.order, positive, 0); got != test.want {
			t.Errorf("%s: got %v, want %v", test.says, got, test.want)
		}
	}
	for _, test := range []struct {
		says string
		line messages.LineID
		want float64
	}{
		{"the noisy judge finds most of what it should", "1", .90},
		{"and seldom what it shouldn't", "2", .05},
	} {
		const n = 20000
		yes := 0
		for i := range uint64(n) {
			if Noisy.verdict(asked(i+1, messages.Lull, test.line), positive, 7) {
				yes++
			}
		}
		if got := float64(yes) / n; got < test.want-0.01 || got > test.want+0.01 {
			t.Errorf("%s: got yes in %.3f, want %.2f", test.says, got, test.want)
		}
	}
}

func TestNamesOfTheFamiliar(t *testing.T) {
	o := with(t, "ladder", None)
	config := seatOf(&corpus.Slice{}, &corpus.Gold{Familiar: "ed", Nicks: []string{"Ed", "edward", "e-"}}, &o)
	for _, test := range []struct {
		says, line string
		want       bool
	}{
		{"a nick, anywhere", "reedwards", true},
		{"the uid, however short", "ed?", true},
		{"no other short nick", "e-mail", false},
	} {
		if got := config.Seats[0].Names.In(test.line); got != test.want {
			t.Errorf("%s: %q: got %v, want %v", test.says, test.line, got, test.want)
		}
	}
}
