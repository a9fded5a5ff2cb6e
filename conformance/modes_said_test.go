package conformance

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"familiar/messages"
	"familiar/policy/turns"
)

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
			g = append(g, passed{Agent: p.From, Next: p.To, Notice: r.c.NoticeIn("en", p), Reason: map[turns.Why]string{turns.Recovered: "recovery"}[p.Why]})
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
