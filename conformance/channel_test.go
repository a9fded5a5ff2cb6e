package conformance

import (
	"os"
	"slices"
	"strings"
	"testing"

	"familiar/policy/credit"
	"familiar/policy/guard"
)

// mostExcused is the share of steps that may show a deliberate difference.
const mostExcused = 0.02

// TestChannel plays every recorded channel to the state machine and compares
// what can be seen of both after each step.
func TestChannel(t *testing.T) {
	excused := make([]int, len(differences)) // steps, by difference
	for _, tt := range []struct {
		what    string
		file    string
		variant variant
	}{
		{"credit slides, and only an answered human resets the guard", "channel_sliding.json.gz", variant{credit.Slide, guard.Engaged}},
		{"credit is spent once, and any human resets the guard", "channel_oneshot.json.gz", variant{credit.Once, guard.Any}},
	} {
		t.Run(tt.what, func(t *testing.T) {
			scenarios, names := channelFile(t, tt.file)
			c := comparison{t: t, excused: excused}
			for i := range scenarios {
				c.compare(&scenarios[i], newStage(&scenarios[i], names, tt.variant))
			}
			t.Logf("%s: %d cases, %d steps compared, %d of them differ", strings.TrimSuffix(tt.file, ".json.gz"), len(scenarios), c.steps, c.differing)
			if ours := os.Getenv("FAMILIAR_VECTORS") == ""; c.steps == 0 || ours && float64(c.differing) > mostExcused*float64(c.steps) {
				t.Errorf("%d of %d steps are excused, more than %v of them", c.differing, c.steps, mostExcused)
			}
		})
	}
	for i, n := range excused {
		t.Logf("%4d steps: %s", n, differences[i].name)
		if n == 0 && os.Getenv("FAMILIAR_VECTORS") == "" {
			t.Errorf("%q excuses nothing: it is a difference no more", differences[i].name)
		}
	}
}

// A comparison goes through scenarios and keeps the tally.
type comparison struct {
	t         testing.TB
	steps     int
	differing int   // steps with something excused
	excused   []int // by difference, steps in which it excused something
}

// compare plays one scenario, until something differs without an excuse.
func (c *comparison) compare(s *channelScenario, stage *stage) {
	open := map[place][]int{} // differences that show in a channel
	last := map[place]*channelStep{}
	for k := range s.Steps {
		step := &s.Steps[k]
		p := step.Op.place()
		m := stage.moment(step, last[p])
		seen := stage.play(step)
		got := m.room.got(seen, step.Expect.Live != nil)
		for _, f := range allFields {
			if got[f] != m.want[f] {
				m.wrong[f] = true
			}
		}
		last[p] = step
		c.steps++
		for i := range differences {
			if differences[i].begins(m) && !slices.Contains(open[p], i) {
				open[p] = append(open[p], i)
			}
		}
		if f := c.excuse(m, open[p]); f != "" {
			c.t.Errorf("%s, %s: step %d (%s): %s\n got %s\nwant %s", s.ID, s.Name, k, step.Op.Op, f, indent(got[f]), indent(m.want[f]))
			return
		}
		open[p] = slices.DeleteFunc(open[p], func(i int) bool { return differences[i].ends == nil || differences[i].ends(m) })
	}
}

// excuse finds for each field that differs the open differences that explain
// it, and gives a field that none does.
func (c *comparison) excuse(m *moment, open []int) (unexplained field) {
	used := map[int]bool{}
	for _, f := range allFields {
		if !m.wrong[f] {
			continue
		}
		explained := false
		for _, i := range open {
			if d := &differences[i]; d.fields == nil || slices.Contains(d.fields, f) {
				used[i], explained = true, true
				break
			}
		}
		if !explained {
			return f
		}
	}
	for i := range used {
		c.excused[i]++
	}
	if len(used) > 0 {
		c.differing++
	}
	return ""
}

// moment looks at the room before the step is played.
func (s *stage) moment(step, before *channelStep) *moment {
	r := s.room(step.Op.place())
	m := &moment{
		scenario: s.scenario, step: step, room: r,
		heard: r.state.Lines.Last > 0, joined: r.seat().Joined, pending: len(r.seat().Pending) > 0,
		want: expected(s.scenario, step), wrong: map[field]bool{},
	}
	if before != nil && before.Expect.Live != nil {
		m.session, m.engaged = true, before.Expect.Live.Engaged
	}
	return m
}

func indent(text string) string {
	return strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n     ")
}
