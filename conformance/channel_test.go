package conformance

import (
	"slices"
	"strings"
	"testing"
)

// mostExcused is the share of steps that may show a deliberate difference.
const mostExcused = 0.02

// TestChannel plays every recorded channel to the state machine and compares
// what can be seen of both after each step.
func TestChannel(t *testing.T) {
	excused := make([]int, len(differences)) // steps, by difference
	for _, v := range variants {
		t.Run(v.what, func(t *testing.T) {
			c := v.compare(t)
			for i, n := range c.excused {
				excused[i] += n
			}
			t.Logf("%s: %d cases, %d steps compared, %d of them differ", v.file, c.cases, c.steps, c.differing)
			if c.steps == 0 || !elsewhere() && float64(c.differing) > mostExcused*float64(c.steps) {
				t.Errorf("%d of %d steps are excused, more than %v of them", c.differing, c.steps, mostExcused)
			}
		})
	}
	for i, n := range excused {
		t.Logf("%4d steps: %s", n, differences[i].name)
		if n == 0 && !elsewhere() {
			t.Errorf("%q excuses nothing: it is a difference no more", differences[i].name)
		}
	}
}

// compare plays every scenario of the variant's file.
func (v *variant) compare(t testing.TB) comparison {
	t.Helper()
	scenarios, names := channelFile(t, v.file+".json.gz")
	c := comparison{t: t, cases: len(scenarios), excused: make([]int, len(differences))}
	for i := range scenarios {
		c.compare(&scenarios[i], newStage(&scenarios[i], names, *v))
	}
	return c
}

// A comparison goes through scenarios and keeps the tally.
type comparison struct {
	t         testing.TB
	cases     int
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
			if slices.Contains(differences[i].fields, f) {
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
		heard: r.state.Lines.Last() > 0, joined: r.seat().Joined, pending: len(r.seat().Pending) > 0,
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
