package conformance

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
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
	name: "a late text, by one of two paths", why: "for one input the source says both that it is posted and that it isn't; ours is posted",
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
	s     turns.Saved
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
		r.out, r.err = r.s.Do(r.now, turns.Add{Familiar: step.Agent, First: step.Pos == "start"}, r.seats, &r.c)
	case "remove":
		r.out, r.err = r.s.Do(r.now, turns.Remove{Familiar: step.Agent}, r.seats, &r.c)
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
