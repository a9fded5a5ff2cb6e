package score

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"
	"time"

	"familiar/lab/corpus"
	"familiar/messages"
)

const day1, day2 = "2024-05-04T", "2024-06-11T"

// a decision for mira, as a table writes it.
func decision(t *testing.T, slice, when string, judged, fire bool, covers ...messages.LineID) Decision {
	t.Helper()
	at, err := time.Parse(time.RFC3339, when)
	if err != nil {
		t.Fatal(err)
	}
	return Decision{Slice: slice, Familiar: "mira", At: messages.InstantOf(at), Trigger: messages.Lull, Covers: covers, Judged: judged, Fire: fire}
}

func sample(t *testing.T) (*corpus.Corpus, []corpus.Gold) {
	t.Helper()
	c, err := corpus.Open("../replay/testdata/sample.jsonl", corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	golds, err := corpus.OpenGold("../replay/testdata/sample.gold.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	return c, golds
}

// TestScore has what the reference scorer says of the same decisions.
func TestScore(t *testing.T) {
	c, golds := sample(t)
	one := func(when string, judged, fire bool, covers ...messages.LineID) Decision {
		return decision(t, "garden/1", day1+when, judged, fire, covers...)
	}
	for _, test := range []struct {
		says      string
		decisions []Decision
		want      Score
	}{
		{
			"whoever keeps silent misses everything", nil,
			Score{Familiars: 4, Moments: 15, Delay50: math.NaN(), Delay90: math.NaN()},
		},
		{
			"good, late, useless, needless and uncounted calls, in no order",
			[]Decision{
				one("10:01:10Z", true, true, "4"),
				one("10:02:50Z", true, false, "9"), // a judge's no
				one("10:08:31Z", false, true, "16"),
				one("10:09:50Z", false, true, "18", "16"), // 16 again, and after it really answered
				one("10:00:05Z", true, true, "2"),         // nobody annotated it
				decision(t, "garden/2", day2+"18:33:20.6Z", false, true, "5"),
				one("10:07:30Z", false, true, "13"), // nobody wanted this
			},
			Score{
				Familiars: 4, Moments: 15, P: 0.8, R: 0.25, F1: 0.381, MacroF1: 0.275, PReplied: 0.8, RReplied: 0.2667,
				RMoments: 0.2667, Timely: 0.2, CallsPerReply: 0.3333, JudgedPerReply: 0.1333, Delay50: 10, Delay90: 30,
			},
		},
	} {
		var tally Tally
		for i := range golds {
			g := &golds[i]
			var mine []Decision
			for _, d := range test.decisions {
				if d.Slice == g.Slice && d.Familiar == g.Familiar {
					mine = append(mine, d)
				}
			}
			if err := tally.Add(c.Slice(g.Slice), g, mine); err != nil {
				t.Fatal(err)
			}
		}
		got, want := written(t, tally.Score()), written(t, test.want)
		if got != want {
			t.Errorf("%s:\n got %s\nwant %s", test.says, got, want)
		}
	}
}

// written returns a score to four places, NaN as null.
func written(t *testing.T, s Score) string {
	t.Helper()
	round := func(x float64) any {
		if math.IsNaN(x) {
			return nil
		}
		return math.Round(x*1e4) / 1e4
	}
	b, err := json.Marshal([]any{
		s.Familiars, s.Moments, round(s.P), round(s.R), round(s.F1), round(s.MacroF1), round(s.PReplied), round(s.RReplied),
		round(s.RMoments), round(s.Timely), round(s.CallsPerReply), round(s.JudgedPerReply), round(s.Delay50), round(s.Delay90),
	})
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestGoldThatDoesNotBelong(t *testing.T) {
	c, _ := sample(t)
	g := corpus.Gold{Slice: "garden/1", Familiar: "mira", Moments: []corpus.Moment{{Reply: "900", Parents: []messages.LineID{"899"}}}}
	var tally Tally
	err := tally.Add(c.Slice("garden/1"), &g, nil)
	const want = "score: mira in garden/1: moment 900 answers line 899, which the slice doesn't have"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestDecisionIsOneLine(t *testing.T) {
	for _, test := range []struct {
		says string
		d    Decision
		want string
	}{
		{
			"a judge's no", decision(t, "garden/1", day1+"10:02:50.125Z", true, false, "9", "10"),
			`{"ch":"garden/1","familiar":"mira","t":"2024-05-04T10:02:50.125Z","trigger":"lull","covers":["9","10"],"eval":1,"fire":false}`,
		},
		{
			"a call that looks at no line", decision(t, "garden/1", day1+"10:02:50Z", false, true),
			`{"ch":"garden/1","familiar":"mira","t":"2024-05-04T10:02:50.000Z","trigger":"lull","covers":[],"eval":0,"fire":true}`,
		},
	} {
		var b bytes.Buffer
		if err := test.d.Write(json.NewEncoder(&b)); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); got != test.want+"\n" {
			t.Errorf("%s: got %s, want %s", test.says, got, test.want)
		}
	}
}
