package community

import (
	"math"
	"strings"
	"testing"

	"familiar/lab/corpus"
)

// TestBaseRates: a simulated talk looks like a recorded one of its network, by
// what the features of the odds are made of.
func TestBaseRates(t *testing.T) {
	for _, tt := range []struct {
		story    string
		habits   Habits
		recorded Rates
	}{
		{"a channel on IRC", onIRC, recorded[0]},
		{"a server on Discord", onDiscord, recorded[1]},
	} {
		for seed := range uint64(3) {
			got := drawTalk(&tt.habits, seed, 4000).Rates("")
			for _, share := range []struct {
				what      string
				got, want float64
				most      float64 // it may be off by
			}{
				{"lines with a question mark", got.Questions, tt.recorded.Questions, .04},
				{"lines answered", got.Answered, tt.recorded.Answered, .07},
				{"questions answered", got.Asked, tt.recorded.Asked, .09},
				{"replies", got.Replies, tt.recorded.Replies, .06},
				{"lines that call somebody", got.Names, tt.recorded.Names, .06},
				{"thanks", got.Thanks, tt.recorded.Thanks, .015},
				{"lines by the author of the one before", got.Runs, tt.recorded.Runs, .08},
			} {
				if math.Abs(share.got-share.want) > share.most {
					t.Errorf("%s, seed %d: share of %s: got %.3f, want %.3f give or take %.3f", tt.story, seed, share.what, share.got, share.want, share.most)
				}
			}
		}
	}
	irc := drawTalk(&onIRC, 0, 4000).Rates("")
	if low, high := recorded[0].Gap/2, recorded[0].Gap*2; irc.Gap < low || irc.Gap > high {
		t.Errorf("half of the gaps on IRC are shorter than %v: want between %v and %v", irc.Gap, low, high)
	}
}

// TestMeasure: what is counted in a recording.
func TestMeasure(t *testing.T) {
	const chat = `{"ch":"garden/1","kind":"channel","platform":"irc","ts_resolution":"second"}
{"ch":"garden/1","id":"1","ts":"2026-03-02T08:00:00Z","kind":"message","author":"ana","uid":"ana","text":"does anybody have seeds?","reply_to":[]}
{"ch":"garden/1","id":"2","ts":"2026-03-02T08:00:10Z","kind":"message","author":"ana","uid":"ana","text":"or beans","reply_to":["1"]}
{"ch":"garden/1","id":"3","ts":"2026-03-02T08:00:40Z","kind":"message","author":"bob","uid":"bob","text":"ana: I do","addressees":["ana"],"reply_to":["1"]}
{"ch":"garden/1","id":"4","ts":"2026-03-02T08:00:50Z","kind":"message","author":"ana","uid":"ana","text":"Thanks!","reply_to":["3"]}
{"ch":"garden/1","id":"5","ts":"2026-03-02T08:01:00Z","kind":"message","author":"helper","uid":"helper","is_bot":true,"text":"ana has 1 point","reply_to":[]}
`
	c, err := corpus.Read(strings.NewReader(chat), "garden", corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := Measure("garden", c)
	want := Rates{Name: "garden", Lines: 4, Questions: .25, Answered: .5, Asked: 1, Names: .25, Thanks: .25, Runs: .25, Gap: 10e9, LongGap: 30e9}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
