package conversation

import (
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"familiar/messages"
	"familiar/policy/mind"
	"familiar/policy/odds"
)

// TestSecondJudge: whatever happens while questions are open, a second judge is
// asked at most once for each question of the first, about the same lines and by a
// number of its own, only where the verdict leaves the odds between the bars; a
// state that is put away gives the same order again, and in the end no line waits.
func TestSecondJudge(t *testing.T) {
	seconds := 0
	configs := []*Config{
		testConfig(t, "social", "quick", "second"),
		testConfig(t, "social", "quick", "patient", "second"),
		testConfig(t, "social", "two", "quick", "second"),
		testConfig(t, "social", "two", "quick", "decline", "second"),
		testConfig(t, "social", "two", "quick", "together", "second"),
	}
	for _, c := range configs {
		for i := range c.Seats {
			c.Seats[i].Policy.Odds.Wait.Lo, c.Seats[i].Policy.Odds.Worth = 0, 0 // every line is asked about
		}
	}
	checkUntil(t, func() bool { return seconds > 0 }, func(t *rapid.T) {
		config := rapid.SampledFrom(configs).Draw(t, "config")
		g := together{t: t, s: New(scriptChannel, config), config: config, heard: map[messages.LineID][]messages.FamiliarID{}}
		for range rapid.IntRange(10, 60).Draw(t, "moves") {
			before := questionsOf(g.s)
			g.move()
			for i := range g.s.Seats {
				j := g.s.Seats[i].Judging
				if j == nil || j.First == "" {
					continue
				}
				seconds++
				was := before[i]
				after, doubts := config.Seats[i].Policy.Odds.Second.Doubts(j.Chance, j.First == mind.Yes)
				switch {
				case len(j.Others) > 0:
					t.Fatalf("the second judge is asked about several: %+v", j)
				case !doubts:
					t.Fatalf("a verdict that leaves %v is doubted: %+v", after, j)
				case was == nil:
					t.Fatalf("the second judge is asked what nobody was: %+v", j)
				case was.First == "" && (was.Upto != j.Upto || was.Trigger != j.Trigger || was.N == j.N || was.Chance != j.Chance):
					t.Fatalf("%+v was asked, and the second judge is asked %+v", was, j)
				case was.First != "" && (was.N != j.N || was.First != j.First):
					t.Fatalf("after %+v the second judge is asked again: %+v", was, j)
				}
				if order := g.s.judgeOrder(i); !order.Second || order.N != j.N {
					t.Fatalf("the order of %+v is %+v", j, order)
				}
			}
		}
		g.drain()
	})
}

// questionsOf returns what each seat has open, as it is; nil: nothing.
func questionsOf(c *Channel) (all []*mind.Question) {
	for i := range c.Seats {
		var open *mind.Question
		if j := c.Seats[i].Judging; j != nil {
			is := *j
			open = &is
		}
		all = append(all, open)
	}
	return all
}

// TestEnoughIsAsBefore: every other story is word for word the same where a second
// judge is there and each verdict of the first is enough.
func TestEnoughIsAsBefore(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) < 2 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, file := range files {
		if filepath.Base(file) == "second.txt" {
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		got := playChanged(t, string(want), func(c *Config) {
			for i := range c.Seats {
				c.Seats[i].Second, c.Seats[i].Policy.Odds.Second = true, odds.Second{Yes: .8, Wrong: .1, Lo: 1}
			}
		})
		if got != string(want) {
			t.Errorf("%s says otherwise:\n%s", file, got)
		}
	}
}
