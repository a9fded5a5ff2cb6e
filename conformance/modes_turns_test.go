package conformance

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"familiar/messages"
	"familiar/policy/finish"
	"familiar/policy/turns"
)

// A story is a round over time; At is in seconds.
type story struct {
	Personas map[messages.FamiliarID]struct{ TimeoutSeconds int }
	Steps    []storyStep

	posted bool // a late text is posted: what says otherwise is left out
}

type storyStep struct {
	At     float64
	Op     string
	Agent  messages.FamiliarID
	Agents []messages.FamiliarID
	Text   string
	Pos    string
	Expect struct {
		Result json.RawMessage
		State  *struct {
			Queue     []messages.FamiliarID
			Index     int
			Active    messages.FamiliarID
			TimeoutAt float64 `json:"timeout_at"`
			States    map[messages.FamiliarID]string
		}
	}
}

// turnStory: after each step the round is as it is there, and what was said,
// posted and passed on is the same.
var turnStory = cases("turn", []string{
	"steps.*.expect.state",
	"steps.*.expect.result.routed", "steps.*.expect.result.agent", "steps.*.expect.result.reason", "steps.*.expect.result.error",
	"steps.*.expect.result.posted", "steps.*.expect.result.display", "steps.*.expect.result.turnAdvanced", "steps.*.expect.result.nextAgent",
	"steps.*.expect.result.*.agent", "steps.*.expect.result.*.next", "steps.*.expect.result.*.notice",
	"steps.*.expect.result.*.previousAgent", "steps.*.expect.result.*.nextAgent", "steps.*.expect.result.*.reason",
}, func(c *story) (got, want string) {
	r := c.round()
	for i := range c.Steps {
		step := &c.Steps[i]
		if c.posted && r.late(step) {
			continue
		}
		r.play(step)
		g, w := r.state(step)
		got, want = got+fmt.Sprintf("%d %s\n", i, g), want+fmt.Sprintf("%d %s\n", i, w)
		g, w = r.result(step)
		got, want = got+g, want+w
	}
	return got, want
}, departure[story]{
	name: "a late text, by one of two paths", why: "with one input the source says both that it is posted and that it is not; ours is posted",
	is: func(c *story) bool {
		r := c.round()
		return slices.ContainsFunc(c.Steps, func(step storyStep) bool {
			late := r.late(&step)
			r.play(&step)
			return late
		})
	},
	ours: func(c *story) { c.posted = true },
})

// A round is a story played on our state.
type round struct {
	s     turns.State
	c     turns.Config
	seats []messages.FamiliarID
	now   messages.Instant
	out   []turns.Passing
	fate  turns.Fate
	shown string
	err   error
	none  bool // nobody is left to begin with
}

func (c *story) round() *round {
	r := &round{c: turns.Default()}
	r.c.Mode, r.c.Clock, r.c.Timeouts = turns.TurnBased, turns.OnGrant, map[messages.FamiliarID]time.Duration{}
	r.c.Words.TimedOut = "⏱️ {familiar} turn timed out after {seconds}s" // as the source has it
	for f, persona := range c.Personas {
		r.seats = append(r.seats, f)
		if persona.TimeoutSeconds > 0 {
			r.c.Timeouts[f] = time.Duration(persona.TimeoutSeconds) * time.Second
		}
	}
	return r
}

func (r *round) late(step *storyStep) bool {
	return step.Op == "agent_says" && slices.Contains(r.s.Late, step.Agent)
}

func (r *round) play(step *storyStep) {
	r.now = epoch + messages.Instant(step.At*1000)
	r.out, r.fate, r.err = nil, "", nil
	switch step.Op {
	case "init":
		r.c.Members = step.Agents
		r.out, r.err = r.s.Use(r.now, r.seats, &r.c, nil)
		r.none = errors.Is(r.err, turns.BadCount)
	case "agent_says", "late_agent_says":
		rest, complete := finish.TurnComplete(step.Text)
		r.shown = rest
		r.fate, r.out, r.err = r.s.Spoke(r.now, step.Agent, rest != "", complete, nil)
	case "add":
		r.out, r.err = r.s.Do(r.now, turns.Add{Familiar: step.Agent, First: step.Pos == "start"}, r.seats, &r.c, nil)
	case "remove":
		r.out, r.err = r.s.Do(r.now, turns.Remove{Familiar: step.Agent}, r.seats, &r.c, nil)
	}
	r.out = r.s.Settle(r.now, &r.c, r.out)
}

// state writes the round, ours and the source's.
func (r *round) state(step *storyStep) (got, want string) {
	got, want = "nothing", "nothing"
	if w := step.Expect.State; w != nil {
		want = fmt.Sprintf("%q at %d: %q until %v, %v", w.Queue, w.Index, w.Active, w.TimeoutAt, w.States)
	}
	if r.none {
		return got, want
	}
	due, states := 0.0, map[messages.FamiliarID]string{}
	if d := r.s.Due(&r.c); d != 0 {
		due = float64(d-1-epoch) / 1000
	}
	for _, f := range r.seats {
		states[f] = stateOf(&r.s, f)
	}
	index := max(0, slices.Index(r.s.Members, r.s.Holder))
	return fmt.Sprintf("%q at %d: %q until %v, %v", r.s.Members, index, r.s.Holder, due, states), want
}

// result writes what the step did, ours and the source's.
func (r *round) result(step *storyStep) (got, want string) {
	if step.Expect.Result == nil {
		return "", ""
	}
	switch step.Op {
	case "human_says":
		var w routed
		want = read(step, &w, func() string { return w.String() })
		return route(&r.s), want
	case "agent_says", "late_agent_says":
		var w utterance
		want = read(step, &w, func() string { return w.String() })
		return r.said().String(), want
	case "tick", "recover":
		var w []passed
		want = read(step, &w, func() string { return strings.Trim(fmt.Sprint(w), "[]") })
		var g []passed
		for _, p := range r.out {
			g = append(g, passed{Agent: p.From, Next: p.To, Notice: r.c.Notice(p), Reason: map[turns.Why]string{turns.Recovered: "recovery"}[p.Why]})
		}
		return strings.Trim(fmt.Sprint(g), "[]"), want
	case "init":
		var w struct{ Error string }
		want = read(step, &w, func() string { return w.Error })
		return map[bool]string{true: "no_valid_agents"}[r.none], want
	}
	return "unknown op " + step.Op, ""
}

// read decodes a recorded result into what to points at and writes it.
func read(step *storyStep, to any, write func() string) string {
	if err := json.Unmarshal(step.Expect.Result, to); err != nil {
		return err.Error()
	}
	return write()
}

// An utterance is what became of a text.
type utterance struct {
	Posted       bool
	Display      string
	TurnAdvanced bool
	NextAgent    messages.FamiliarID
	Reason       string
}

func (u utterance) String() string {
	return fmt.Sprintf("posted %v %q, advanced %v to %q, %s", u.Posted, u.Display, u.TurnAdvanced, u.NextAgent, u.Reason)
}

func (r *round) said() utterance {
	u := utterance{Posted: r.fate != turns.Refused, TurnAdvanced: len(r.out) > 0}
	if u.Posted {
		u.Display = r.shown
	}
	if u.TurnAdvanced {
		u.NextAgent = r.out[0].To
	}
	switch {
	case r.fate == turns.TooLate:
		u.Reason = "late_signal"
	case errors.Is(r.err, turns.NotActive):
		u.Reason = "not_active_agent"
	}
	return u
}

// A passed turn went on by itself; a recovered one has other keys.
type passed struct {
	Agent, Next              messages.FamiliarID
	PreviousAgent, NextAgent messages.FamiliarID
	Notice, Reason           string
}

func (p passed) String() string {
	return fmt.Sprintf("%s%s to %s%s %q %s", p.PreviousAgent, p.Agent, p.NextAgent, p.Next, p.Notice, p.Reason)
}
