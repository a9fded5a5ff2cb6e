package reference

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/messages"
)

// tiers are the recorded words for how soon a familiar breaks in.
var tiers = map[string]Tier{"very_quiet": VeryQuiet, "quiet": Quiet, "average": Average, "eager": Eager, "very_eager": VeryEager}

// A monitorStory is a recorded story of when the source asked its judge and
// spoke.
type monitorStory struct {
	Name, Class string
	Config      struct {
		Name    string
		Aliases []string
		Tier    string    `json:"interjection"`
		LullMS  int64     `json:"lull_timeout_ms"`
		Draws   []float64 `json:"rng"`
		Draw    float64   `json:"rng_default"`
	}
	Inputs []struct {
		Kind     string
		ID       messages.LineID
		T        messages.Instant
		Ch       int
		Author   messages.PersonID
		Text     string
		Mention  bool
		Endpoint bool `json:"lull_endpoint"`
	}
	Verdicts map[int][]monitorAnswer `json:"llm"`
	Verdict  monitorAnswer           `json:"llm_default"`
	Expect   []struct {
		T        messages.Instant
		Ch       int
		Ev       string
		Trigger  MonitorTrigger
		Msgs     []messages.LineID
		Count    int `json:"message_count"`
		Decision string
	}
}

type monitorAnswer struct {
	LatencyMS int64 `json:"latency_ms"`
}

// A monitorPlay runs a story in which nothing comes in while a verdict or a
// reply is awaited.
type monitorPlay struct {
	story    *monitorStory
	config   MonitorConfig
	monitors map[int]*Monitor
	asked    map[int]int
	draws    int
	trace    []string
}

func (p *monitorPlay) draw() float64 {
	p.draws++
	if p.draws <= len(p.story.Config.Draws) {
		return p.story.Config.Draws[p.draws-1]
	}
	return p.story.Config.Draw
}

func (p *monitorPlay) run() []string {
	for i := range p.story.Inputs {
		in := &p.story.Inputs[i]
		p.lulls(in.T)
		m := p.monitors[in.Ch]
		if m == nil {
			m = &Monitor{Config: &p.config}
			p.monitors[in.Ch] = m
		}
		if in.Kind == "clear" {
			m.Clear()
			continue
		}
		p.ask(in.Ch, m, m.Hear(&Said{ID: in.ID, Author: in.Author, Text: in.Text, Mention: in.Mention}, in.Endpoint, in.T), in.T)
	}
	p.lulls(1 << 60)
	return p.trace
}

// lulls lets every lull come that is over by an instant, the earliest first.
func (p *monitorPlay) lulls(until messages.Instant) {
	for {
		who := -1
		for ch, m := range p.monitors {
			if m.Due != 0 && m.Due <= until && (who < 0 || m.Due < p.monitors[who].Due || m.Due == p.monitors[who].Due && ch < who) {
				who = ch
			}
		}
		if who < 0 {
			return
		}
		m := p.monitors[who]
		now := m.Due
		p.ask(who, m, m.Lull(), now)
	}
}

// ask puts the buffer before the judge, if the monitor wants, whose verdict is
// the recorded one.
func (p *monitorPlay) ask(ch int, m *Monitor, why MonitorTrigger, now messages.Instant) {
	if why == "" {
		return
	}
	answer, yes := p.verdict(ch)
	p.write(now, ch, "eval_start", why, "", m.Counter, ids(m.Buffer))
	now = now.Add(time.Duration(answer.LatencyMS) * time.Millisecond)
	lines, decision, ev := m.Judged(why, yes, now), "NO", "silence"
	if yes {
		decision, ev = "YES", "respond"
	}
	p.write(now, ch, "eval_end", why, decision, 0, nil)
	p.write(now, ch, ev, why, "", 0, ids(lines))
}

// verdict returns the answer to the channel's next question.
func (p *monitorPlay) verdict(ch int) (a monitorAnswer, yes bool) {
	k := p.asked[ch]
	p.asked[ch]++
	a = p.story.Verdict
	if list := p.story.Verdicts[ch]; k < len(list) {
		a = list[k]
	}
	for i := range p.story.Expect {
		if e := &p.story.Expect[i]; e.Ev == "eval_end" && e.Ch == ch {
			if k == 0 {
				return a, e.Decision == "YES"
			}
			k--
		}
	}
	return a, false
}

func (p *monitorPlay) write(t messages.Instant, ch int, ev string, why MonitorTrigger, decision string, count int, msgs []messages.LineID) {
	p.trace = append(p.trace, monitored(t, ch, ev, why, decision, count, msgs))
}

func monitored(t messages.Instant, ch int, ev string, why MonitorTrigger, decision string, count int, msgs []messages.LineID) string {
	return strings.TrimRight(fmt.Sprintf("%d #%d %s %s %s %d %v", int64(t), ch, ev, why, decision, count, msgs), " ")
}

func ids(said []Said) (all []messages.LineID) {
	for i := range said {
		all = append(all, said[i].ID)
	}
	return all
}

// TestMonitor: where the source doesn't race with itself, the port asks, speaks
// and keeps quiet at the same moments, about the same lines.
func TestMonitor(t *testing.T) {
	var file struct{ Scenarios []monitorStory }
	load(t, "monitor.json.gz", &file)
	stories, events := 0, 0
	for i := range file.Scenarios {
		s := &file.Scenarios[i]
		if s.Class != "sequential" {
			continue
		}
		p := &monitorPlay{story: s, monitors: map[int]*Monitor{}, asked: map[int]int{}}
		p.config = MonitorConfig{
			Names: append([]string{s.Config.Name}, s.Config.Aliases...), Tier: tiers[s.Config.Tier],
			Lull: time.Duration(s.Config.LullMS) * time.Millisecond, Draw: p.draw,
		}
		got := p.run()
		var want []string
		for _, e := range s.Expect {
			if slices.Contains([]string{"eval_start", "eval_end", "respond", "silence"}, e.Ev) {
				want = append(want, monitored(e.T, e.Ch, e.Ev, e.Trigger, e.Decision, e.Count, e.Msgs))
			}
		}
		stories++
		events += len(want)
		slices.Sort(got) // channels are told apart, and their order at one moment is not
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n got %s\nwant %s", s.Name, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
		}
	}
	t.Logf("monitor: %d stories, %d events", stories, events)
	if stories == 0 {
		t.Error("no stories")
	}
}

// TestMonitorPure: the curve, and what calls a familiar by name. Two entries are
// one letter to the source's language and two by Unicode's rules.
func TestMonitorPure(t *testing.T) {
	var file struct {
		Pure struct {
			Intervals []struct {
				Tier     string
				Checks   int `json:"check_count"`
				RNG      float64
				Interval int
			}
			Address []struct {
				Text, Name      string
				Aliases         []string
				Mention, Direct bool
			} `json:"direct_address"`
		}
	}
	load(t, "monitor.json.gz", &file)
	for _, c := range file.Pure.Intervals {
		if got := tiers[c.Tier].Interval(c.Checks, c.RNG); got != c.Interval {
			t.Errorf("%s after %d refusals at %v: %d, want %d", c.Tier, c.Checks, c.RNG, got, c.Interval)
		}
	}
	for _, c := range file.Pure.Address {
		names := append([]string{c.Name}, c.Aliases...)
		if strings.ContainsAny(c.Text+strings.Join(names, ""), "İı") {
			continue
		}
		if got := c.Mention || callsAny(c.Text, names); got != c.Direct {
			t.Errorf("%q calls one of %q: got %v, want %v", c.Text, names, got, c.Direct)
		}
	}
	if len(file.Pure.Intervals)*len(file.Pure.Address) == 0 {
		t.Error("a list is empty")
	}
}
