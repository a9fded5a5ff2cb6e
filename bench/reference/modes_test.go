package reference

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"familiar/messages"
)

// TestModes: routes, signals and numbers of agents as derived from the
// specification.
func TestModes(t *testing.T) {
	var file struct {
		Config struct {
			Channels map[string]struct {
				Mode   Mode
				Agents []string
			}
			Defaults struct{ Mode Mode }
		} `json:"route_config"`
		Route []struct {
			Channel, Active string
			IgnoreUnknown   bool
			Expect          struct {
				Agent  string
				Reason Refusal
			}
		}
		Signal []struct {
			Text, Display string
			Has           bool
		}
		Validation []struct {
			Mode   Mode
			Agents int
			OK     bool
		}
	}
	load(t, "modes.json.gz", &file)
	for _, c := range file.Route {
		channel, known := file.Config.Channels[c.Channel]
		if !known {
			channel.Mode = file.Config.Defaults.Mode
		}
		agent, why := "", UnknownChannel
		if known || !c.IgnoreUnknown {
			agent, why = (&ModeChannel{Mode: channel.Mode, Members: channel.Agents, Active: c.Active}).Route()
		}
		if agent != c.Expect.Agent || why != c.Expect.Reason {
			t.Errorf("channel %s: to %q (%s), want %q (%s)", c.Channel, agent, why, c.Expect.Agent, c.Expect.Reason)
		}
	}
	for _, c := range file.Signal {
		if shown, complete := Signal(c.Text); shown != c.Display || complete != c.Has {
			t.Errorf("%q: got %q, %v, want %q, %v", c.Text, shown, complete, c.Display, c.Has)
		}
	}
	for _, c := range file.Validation {
		if got := c.Mode.Valid(c.Agents); got != c.OK {
			t.Errorf("%s with %d agents is valid: got %v, want %v", c.Mode, c.Agents, got, c.OK)
		}
	}
	if len(file.Route)*len(file.Signal)*len(file.Validation) == 0 {
		t.Error("a list is empty")
	}
}

// TestModesTurns: after each step of a recorded round the same agent is active,
// in the same queue, for as long, and what was said came to the same.
func TestModesTurns(t *testing.T) {
	var file struct {
		Turn []struct {
			Name     string
			Personas map[string]struct{ TimeoutSeconds int }
			Steps    []struct {
				At                   float64
				Op, Agent, Text, Pos string
				Agents               []string
				Expect               struct {
					Result any
					State  *struct {
						Queue     []string
						Index     int
						Active    string
						TimeoutAt float64 `json:"timeout_at"`
					}
				}
			}
		}
	}
	load(t, "modes.json.gz", &file)
	steps := 0
	for _, story := range file.Turn {
		agents := Agents{}
		for name, p := range story.Personas {
			agents[name] = time.Duration(p.TimeoutSeconds) * time.Second
		}
		var c ModeChannel
		for i, step := range story.Steps {
			now := messages.Instant(step.At * 1000)
			var got, want any
			switch step.Op {
			case "init":
				c.Begin(step.Agents, agents, now)
			case "human_says":
				agent, why := c.Route()
				got, want = fmt.Sprint(agent, why), field(step.Expect.Result, "agent", "reason")
			case "agent_says":
				shown, next, why := c.Says(step.Agent, step.Text, now)
				got, want = fmt.Sprint(shown, next, why), field(step.Expect.Result, "display", "nextAgent", "reason")
			case "tick":
				late, after := c.Tick(now)
				got, want = "", ""
				if late != "" {
					got = fmt.Sprintf("%s⏱️ %s turn timed out after %ds%s", late, late, int(after.Seconds()+0.5), c.Active)
				}
				if list, ok := step.Expect.Result.([]any); ok && len(list) > 0 {
					want = field(list[0], "agent", "notice", "next")
				}
			case "add":
				c.Add(step.Agent, step.Pos == "start", now)
			case "remove":
				c.Remove(step.Agent, now)
			case "recover":
				c.Tick(c.Until + 1) // the turn that ran out while nobody looked
				c.grant(c.Index, now)
			case "late_agent_says":
				continue // for one input the source says both that it is posted and that it isn't
			default:
				t.Fatalf("unknown step %q", step.Op)
			}
			steps++
			if got != want {
				t.Errorf("%s, step %d, %s: got %v, want %v", story.Name, i, step.Op, got, want)
			}
			if s := step.Expect.State; s != nil {
				got := fmt.Sprint(c.Members, c.Index, c.Active, float64(c.Until)/1000)
				if want := fmt.Sprint(s.Queue, s.Index, s.Active, s.TimeoutAt); got != want {
					t.Errorf("%s, step %d, %s: the round is %s, want %s", story.Name, i, step.Op, got, want)
				}
			}
		}
	}
	if steps == 0 {
		t.Error("no steps")
	}
	t.Logf("modes: %d rounds, %d steps", len(file.Turn), steps)
}

// field writes the texts of an object under some keys, one behind the other.
func field(object any, keys ...string) string {
	fields, _ := object.(map[string]any)
	var b strings.Builder
	for _, key := range keys {
		if text, ok := fields[key].(string); ok {
			b.WriteString(text)
		}
	}
	return b.String()
}
