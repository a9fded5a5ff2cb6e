package config

import (
	"strings"
	"testing"

	"familiar/messages"
	"familiar/policy/experiment"
)

// TestPutExperiment: a proposal stands at the file's end and nothing else changes; taken
// out again with arm a, the file says what it said.
func TestPutExperiment(t *testing.T) {
	p := Proposal{
		Name: "calmer", Familiar: "aria", Match: "terminal:den*", By: experiment.Daily, Begin: "2026-12-01", End: "2026-12-08",
		B: []Turned{{"chattiness.lull", `"20s"`}, {"quote", "false"}},
	}
	const put = "\n[experiments.calmer]\nfamiliar = \"aria\"\nmatch = \"terminal:den*\"\nby = \"day\"\nbegin = \"2026-12-01\"\nend = \"2026-12-08\"\n\n[experiments.calmer.b]\nchattiness.lull = \"20s\"\nquote = false\n"
	for story, text := range map[string]string{
		"a file":                        beforeIt + behindIt,
		"one without a line's end":      strings.TrimSuffix(beforeIt+behindIt, "\n"),
		"one with the lines' other end": strings.ReplaceAll(beforeIt+behindIt, "\n", "\r\n"),
	} {
		got, err := PutExperiment([]byte(text), p)
		want := beforeIt + behindIt + put
		if strings.ReplaceAll(string(got), "\r\n", "\n") != want || err != nil || strings.Contains(text, "\r") != strings.Contains(string(got), "\r") {
			t.Errorf("%s: got\n%s\n%v, want\n%s", story, got, err, want)
			continue
		}
		c, err := load(t, string(got))
		if err != nil {
			t.Errorf("%s: %v", story, err)
			continue
		}
		if plans := c.Plans(); len(plans) != 1 || plans[0].Name != "calmer" || plans[0].By != experiment.Daily || len(plans[0].Knobs) != 2 {
			t.Errorf("%s: it reads back as %+v", story, c.Plans())
		}
		if back, err := TakeArm(got, "calmer", messages.SideA); err != nil || strings.TrimSpace(string(back)) != strings.TrimSpace(text) {
			t.Errorf("%s: taken out again it is\n%s\n%v", story, back, err)
		}
		if _, err := PutExperiment(got, p); err == nil {
			t.Errorf("%s: a second one of that name is written", story)
		}
	}
	p.Name = "a b]"
	if got, err := PutExperiment([]byte(beforeIt), p); err == nil {
		t.Errorf("the name %q is written: %s", p.Name, got)
	}
}
