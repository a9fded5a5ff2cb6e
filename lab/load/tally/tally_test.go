package tally

import (
	"testing"
	"time"
)

var start = time.Unix(1_700_000_000, 0)

// at is so many milliseconds after the start.
func at(ms int) time.Time { return start.Add(time.Duration(ms) * time.Millisecond) }

// TestLines: a program that loses, doubles, reorders or makes up decisions is
// caught, and one that does none of it is not.
func TestLines(t *testing.T) {
	say := func(t *Tally, channel, n int) {
		for range n {
			t.Say(channel, at(0), at(1), false)
			t.Accepted(time.Millisecond)
		}
	}
	decide := func(t *Tally, channel int, numbers ...uint32) {
		for _, n := range numbers {
			t.Decided(Key{channel, n}, at(5), false, "rest")
		}
	}
	for _, tt := range []struct {
		story string
		do    func(*Tally)
		want  Lines
	}{
		{
			"every line is decided once, in order",
			func(t *Tally) { say(t, 0, 3); decide(t, 0, 1, 2, 3) },
			Lines{Said: 3, Accepted: 3, Decided: 3},
		},
		{
			"channels don't wait for each other",
			func(t *Tally) { say(t, 0, 1); say(t, 1, 1); decide(t, 1, 1); decide(t, 0, 1) },
			Lines{Said: 2, Accepted: 2, Decided: 2},
		},
		{
			"the last is lost",
			func(t *Tally) { say(t, 0, 3); decide(t, 0, 1, 2) },
			Lines{Said: 3, Accepted: 3, Decided: 2, Waiting: 1},
		},
		{
			"one in the middle is lost: the next ones overtake it",
			func(t *Tally) { say(t, 0, 3); decide(t, 0, 1, 3) },
			Lines{Said: 3, Accepted: 3, Decided: 2, Waiting: 1, OrderBreak: 1},
		},
		{
			"two change places",
			func(t *Tally) { say(t, 0, 3); decide(t, 0, 2, 1, 3) },
			Lines{Said: 3, Accepted: 3, Decided: 3, OrderBreak: 1},
		},
		{
			"one is decided twice",
			func(t *Tally) { say(t, 0, 2); decide(t, 0, 1, 1, 2) },
			Lines{Said: 2, Accepted: 2, Decided: 2, Doubled: 1},
		},
		{
			"one is decided that nobody said, one of no channel",
			func(t *Tally) { say(t, 0, 1); decide(t, 0, 1, 2); decide(t, 7, 1); decide(t, -1, 1) },
			Lines{Said: 1, Accepted: 1, Decided: 1, Unknown: 3},
		},
		{
			"one that was turned away need not be decided, and holds nobody up",
			func(t *Tally) {
				t.Unsure(t.Say(0, at(0), at(0), false), true)
				say(t, 0, 1)
				decide(t, 0, 2)
			},
			Lines{Said: 2, Accepted: 1, Decided: 1, TurnedAway: 1},
		},
		{
			"one that was given up may yet have been taken",
			func(t *Tally) { t.Unsure(t.Say(0, at(0), at(0), false), false); decide(t, 0, 1) },
			Lines{Said: 1, Decided: 1},
		},
		{
			"what waits where the last familiar leaves is excused, what is said after it came back is not",
			func(t *Tally) { say(t, 0, 1); t.Shut(0); say(t, 0, 1); t.Open(0); say(t, 0, 1) },
			Lines{Said: 3, Accepted: 3, Waiting: 1, Excused: 2},
		},
		{
			"what the program says it shed is excused",
			func(t *Tally) { say(t, 0, 2); t.Shed(Key{0, 1}); decide(t, 0, 2); t.Shed(Key{9, 1}) },
			Lines{Said: 2, Accepted: 2, Decided: 1, Shed: 2},
		},
		{
			"a channel apart may lose and begin again",
			func(t *Tally) { say(t, 2, 3); decide(t, 2, 1, 1) },
			Lines{Said: 3, Accepted: 3, Decided: 1, Excused: 2},
		},
	} {
		t.Run(tt.story, func(t *testing.T) {
			account := New(Options{Channels: 3, Apart: func(c int) bool { return c == 2 }})
			tt.do(account)
			if got := account.Lines(); got != tt.want {
				t.Errorf("got  %+v\nwant %+v", got, tt.want)
			}
		})
	}
}

func TestLatencyOfTheOthers(t *testing.T) {
	account := New(Options{Channels: 2, Apart: func(c int) bool { return c == 1 }})
	account.Begin(at(-1))
	cold := account.Say(0, at(-2), at(-2), false) // in the warm-up
	account.Decided(cold, at(9000), false, "rest")
	for channel, took := range []int{10, 5000} {
		k := account.Say(channel, at(0), at(4), false)
		account.Decided(k, at(took), false, "rest")
	}
	got := account.Latency()
	for _, tt := range []struct {
		story string
		got   time.Duration
		want  time.Duration
	}{
		{"from when it was due", got.Decision.Max, 10 * time.Millisecond},
		{"from when it was handed over", got.Handed.Max, 6 * time.Millisecond},
		{"in the channel apart", got.Apart.Max, 5 * time.Second},
		{"lately", account.Recent().Max, 10 * time.Millisecond},
		{"and since", account.Recent().Max, 0},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.story, tt.got, tt.want)
		}
	}
}

func TestAnswers(t *testing.T) {
	call := func(t *Tally) Key { return t.Say(0, at(0), at(0), true) }
	for _, tt := range []struct {
		story string
		do    func(*Tally)
		want  Answers
	}{
		{"a call is answered", func(t *Tally) { k := call(t); t.Decided(k, at(1), true, "mention"); t.Posted("p", at(9), k) }, Answers{Called: 1, Answered: 1, Posts: 1}},
		{"the same post is seen by another account", func(t *Tally) { k := call(t); t.Posted("p", at(9), k); t.Posted("p", at(9), k) }, Answers{Called: 1, Answered: 1, Posts: 1}},
		{"it is answered twice", func(t *Tally) { k := call(t); t.Posted("p", at(9), k); t.Posted("q", at(9), k) }, Answers{Called: 1, Answered: 1, Posts: 2, Doubled: 1}},
		{"two calls have one answer", func(t *Tally) { k, l := call(t), call(t); t.Posted("p", at(9), k, l) }, Answers{Called: 2, Answered: 2, Posts: 1}},
		{"nobody answers", func(t *Tally) { call(t) }, Answers{Called: 1, Waiting: 1}},
		{"the model hangs", func(t *Tally) { k := call(t); t.Asked(at(1), k); t.Hangs(k) }, Answers{Called: 1, Hanging: 1}},
		{"it is asked once more", func(t *Tally) { k := call(t); t.Asked(at(1), k); t.Hangs(k); t.Asked(at(2), k) }, Answers{Called: 1, Waiting: 1}},
		{"it was decided not to", func(t *Tally) { t.Decided(call(t), at(1), false, "quiet") }, Answers{Called: 1, Declined: map[string]uint64{"quiet": 1}}},
		{"a call was shed", func(t *Tally) { t.Shed(call(t)) }, Answers{Called: 1, Excused: 1}},
		{"nobody is there to answer", func(t *Tally) { t.Shut(0); call(t) }, Answers{Called: 1, Excused: 1}},
		{"nobody is left to answer", func(t *Tally) { call(t); t.Shut(0) }, Answers{Called: 1, Excused: 1}},
		{"a post that answers nothing", func(t *Tally) { t.Posted("p", at(9)) }, Answers{Posts: 1}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			account := New(Options{Channels: 1})
			tt.do(account)
			got := account.Answers()
			if len(got.Declined) != len(tt.want.Declined) || got.Declined["quiet"] != tt.want.Declined["quiet"] {
				t.Errorf("declined %v, want %v", got.Declined, tt.want.Declined)
			}
			got.Declined, tt.want.Declined = nil, nil
			if got.Called != tt.want.Called || got.Answered != tt.want.Answered || got.Waiting != tt.want.Waiting || got.Hanging != tt.want.Hanging ||
				got.Excused != tt.want.Excused || got.Doubled != tt.want.Doubled || got.Posts != tt.want.Posts {
				t.Errorf("got  %+v\nwant %+v", got, tt.want)
			}
		})
	}
}

func TestPartsOfATurn(t *testing.T) {
	account := New(Options{Channels: 1})
	k := account.Say(0, at(0), at(100), true)
	account.Asked(at(300), k)
	account.Asked(at(900), k) // after a failure
	account.Answered(at(1300), k)
	account.Posted("p", at(1350), k)
	got := account.Turn()
	for _, tt := range []struct {
		story string
		got   Times
		want  time.Duration
	}{
		{"waits until the model is first asked", got.Wait, 200 * time.Millisecond},
		{"the model takes its tries together", got.Model, time.Second},
		{"then it is posted", got.Post, 50 * time.Millisecond},
		{"in all", got.Whole, 1250 * time.Millisecond},
	} {
		if tt.got.Max != tt.want || tt.got.Count != 1 {
			t.Errorf("%s: got %v of %d, want %v of 1", tt.story, tt.got.Max, tt.got.Count, tt.want)
		}
	}
}

func TestOnceForgetsTheOldest(t *testing.T) {
	var o once[int]
	for i := range 2*seenMost + 1 {
		if o.seen(i) {
			t.Fatalf("%d was seen before", i)
		}
	}
	if o.has(0) || !o.has(seenMost) || !o.seen(2*seenMost) {
		t.Error("want the oldest forgotten and the others known")
	}
}
