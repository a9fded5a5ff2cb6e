package demo

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"familiar/messages"
)

// A said is a line and when it came, since the beginning.
type said struct {
	at time.Duration
	Line
}

// hear plays a community for that long and gives what was said in each
// channel. A say that is set decides about errors.
func hear(t *testing.T, o Options, during time.Duration, say func(*Community, Line) error) map[string][]said {
	t.Helper()
	heard := map[string][]said{}
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		began := time.Now()
		var c *Community
		o.Say = func(_ context.Context, l Line) error {
			mu.Lock()
			heard[l.Channel] = append(heard[l.Channel], said{time.Since(began), l})
			mu.Unlock()
			if say != nil {
				return say(c, l)
			}
			return nil
		}
		var err error
		if c, err = New(o); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), during)
		defer cancel()
		c.Play(ctx)
		if took := time.Since(began); took != during {
			t.Errorf("played for %v, want %v", took, during)
		}
	})
	return heard
}

func TestAnHour(t *testing.T) {
	for seed := range uint64(5) {
		heard := hear(t, Options{Seed: seed}, time.Hour, nil)
		first, total, quickest := time.Hour, 0, time.Hour
		for _, channel := range Channels() {
			lines := heard[channel]
			total += len(lines)
			if n := len(lines); n < 60 || n > 200 {
				t.Errorf("seed %d: %d lines in %s, want 60 to 200", seed, n, channel)
			}
			first = min(first, lines[0].at)
			if lines[0].at > 75*time.Second {
				t.Errorf("seed %d: %s begins after %v, want 75s at most", seed, channel, lines[0].at)
			}
			if alone := heard["garden"][4].at; channel != "garden" && lines[0].at < alone {
				t.Errorf("seed %d: %s begins after %v, while the opening scene still runs, until %v", seed, channel, lines[0].at, alone)
			}
			ids := map[messages.LineID]bool{}
			var pauses []time.Duration
			for i, l := range lines {
				if ids[l.ID] {
					t.Errorf("seed %d: the id %s comes twice", seed, l.ID)
				}
				ids[l.ID] = true
				if l.ReplyTo.Set() && !ids[l.ReplyTo.ID] {
					t.Errorf("seed %d: %s answers %s, which was not said before", seed, l.ID, l.ReplyTo.ID)
				}
				if i > 0 {
					pauses = append(pauses, l.at-lines[i-1].at)
				}
			}
			slices.Sort(pauses)
			quickest = min(quickest, pauses[0])
			if median := pauses[len(pauses)/2]; median < 4*time.Second || median > 12*time.Second {
				t.Errorf("seed %d: half of the pauses in %s are under %v, want 4s to 12s", seed, channel, median)
			}
			if longest := pauses[len(pauses)-1]; longest < time.Minute || longest > 6*time.Minute {
				t.Errorf("seed %d: the longest pause in %s is %v, want minutes", seed, channel, longest)
			}
		}
		if first > time.Second {
			t.Errorf("seed %d: the first line comes after %v, want 1s at most", seed, first)
		}
		if quickest < typing.least {
			t.Errorf("seed %d: two lines of a channel come within %v, want %v at least", seed, quickest, typing.least)
		}
		t.Logf("seed %d: %d lines in an hour", seed, total)
	}
}

func TestTheSeedDecides(t *testing.T) {
	one, same, other := hear(t, Options{Seed: 1}, time.Hour, nil), hear(t, Options{Seed: 1}, time.Hour, nil), hear(t, Options{Seed: 2}, time.Hour, nil)
	if !reflect.DeepEqual(one, same) {
		t.Error("the same seed played something else")
	}
	if reflect.DeepEqual(one, other) {
		t.Error("another seed played the same")
	}
}

func TestSpeedDividesEveryPause(t *testing.T) {
	slow, fast := hear(t, Options{}, time.Hour, nil), hear(t, Options{Speed: 10}, 6*time.Minute, nil)
	for _, channel := range Channels() {
		common := min(len(slow[channel]), len(fast[channel]))
		if common < 60 {
			t.Fatalf("%s: only %d lines to compare", channel, common)
		}
		for i, l := range fast[channel][:common] {
			want := slow[channel][i]
			if l.Text != want.Text || (l.at*10-want.at).Abs() > 2*time.Second {
				t.Fatalf("%s: line %d is %q after %v, want %q after a tenth of %v", channel, i, l.Text, l.at, want.Text, want.at)
			}
		}
	}
}

// TestSomebodyAnswersAFamiliar: Aria answers whoever mentions her, and whoever
// answers her in turn.
func TestSomebodyAnswersAFamiliar(t *testing.T) {
	plain := hear(t, Options{Seed: 3}, time.Hour, nil)
	heard := hear(t, Options{Seed: 3}, time.Hour, func(c *Community, l Line) error {
		if slices.Contains(l.Mentions, "aria") {
			c.Spoke(l.Channel, "aria", "post:"+l.ID, "I think so")
			c.Spoke("nowhere", "aria", "post:x", "who is here?")
			c.Spoke(l.Channel, "stranger", "post:y", "and here?")
		}
		return nil
	})
	var went, named, replied int
	for channel, lines := range heard {
		scripted := map[string]bool{}
		for _, l := range plain[channel] {
			scripted[l.Text] = true
		}
		inRow := 0
		for i, l := range lines {
			known := slices.ContainsFunc(append(slices.Concat(answers[goingOn], answers[replying]), byNames("Aria")...), func(a string) bool { return a == l.Text })
			if scripted[l.Text] || !known {
				inRow = 0
				continue
			}
			inRow++
			if inRow > answersEach {
				t.Errorf("%s: %d answers to a familiar in a row, want %d at most", channel, inRow, answersEach)
			}
			if l.Author.Bot || i == 0 {
				t.Errorf("%s: %s answers a familiar", channel, l.Author.Name)
			}
			switch {
			case slices.Contains(l.Mentions, "aria"):
				named++
			case l.ReplyTo.Author == "aria" && strings.HasPrefix(string(l.ReplyTo.ID), "post:"):
				replied++
			default:
				went++
			}
		}
	}
	if went == 0 || named == 0 || replied == 0 {
		t.Errorf("answered by going on %d times, by name %d, by replying %d: want some of each", went, named, replied)
	}
}

// TestTheScriptIsAnswered: where the scenes play the familiars, people answer
// what is written, with what is written, and nothing else.
func TestTheScriptIsAnswered(t *testing.T) {
	const mark = "(scripted) "
	script, err := NewScript()
	if err != nil {
		t.Fatal(err)
	}
	var replies atomic.Int64 // rooms speak at the same time
	heard := hear(t, Options{Seed: 3, Scripted: mark}, time.Hour, func(c *Community, l Line) error {
		c.Spoke(l.Channel, "aria", "post:"+l.ID, "(offline) I heard you")
		c.Spoke(l.Channel, "pip", "post:"+l.ID, mark+"something else")
		for _, f := range familiars {
			if reply, _, known := script.Part(f.Name, l.Author.Name, l.Text); reply != "" {
				replies.Add(1)
				c.Spoke(l.Channel, messages.FamiliarID(f.ID), "post:"+l.ID, mark+reply)
			} else if !known {
				t.Errorf("%s says %q, which is not in the script", l.Author.Name, l.Text)
			}
		}
		return nil
	})
	answered := map[string]bool{}
	for _, lines := range heard {
		for _, l := range lines {
			answered[l.Text] = true
			if l.Text == "thank you! four plants and one bucket here, so it's fleece" && (l.ReplyTo.Author != "aria" || !strings.HasPrefix(string(l.ReplyTo.ID), "post:garden-")) {
				t.Errorf("Fen's answer replies to %+v, want Aria's post", l.ReplyTo)
			}
		}
	}
	for _, text := range []string{"and your window boxes?", "half a turn. and if it still hums?", "@Pip it's Steve now. what have you done"} {
		if !answered[text] {
			t.Errorf("nobody said %q", text)
		}
	}
	if n := replies.Load(); n < 20 {
		t.Errorf("only %d replies in an hour", n)
	}
}

func byNames(name string) []string {
	var all []string
	for _, a := range answers[byName] {
		all = append(all, strings.ReplaceAll(a, "{name}", name))
	}
	return all
}

func TestALineThatIsNotTaken(t *testing.T) {
	away := errors.New("away")
	var log bytes.Buffer
	failures := map[messages.LineID]int{}
	heard := hear(t, Options{Log: slog.New(slog.NewTextHandler(&log, nil))}, 30*time.Second, func(_ *Community, l Line) error {
		if l.Channel == "garden" && (l.ID == "garden-1" && failures[l.ID] < 2 || l.ID == "garden-2") {
			failures[l.ID]++
			return away
		}
		return nil
	})
	var ids []messages.LineID
	for _, l := range heard["garden"][:6] {
		ids = append(ids, l.ID)
	}
	want := []messages.LineID{"garden-1", "garden-1", "garden-1", "garden-2", "garden-2", "garden-2"}
	if !slices.Equal(ids, want) {
		t.Errorf("tried %v, want %v", ids, want)
	}
	if got := strings.Count(log.String(), "line left out"); got != 1 || !strings.Contains(log.String(), "garden-2") {
		t.Errorf("logged %d lines left out, want garden-2 alone:\n%s", got, log.String())
	}
	for _, l := range heard["garden"] {
		if l.ReplyTo.ID == "garden-2" {
			t.Errorf("%s answers a line that was left out", l.ID)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	say := func(context.Context, Line) error { return nil }
	for _, tt := range []struct {
		story string
		Options
	}{
		{"a negative speed", Options{Speed: -1, Say: say}},
		{"nobody who takes lines", Options{Speed: 1}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if _, err := New(tt.Options); err == nil {
				t.Error("no error")
			}
		})
	}
}
