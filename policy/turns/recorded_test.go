package turns

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"

	"familiar/messages"
	"familiar/policy/finish"
)

// A recording is what another system with such modes decides, derived by hand
// and by a simulation of its rules.
type recording struct {
	RouteConfig struct {
		Channels map[string]struct {
			Mode   Mode
			Agents []messages.FamiliarID
		}
		Defaults struct{ Mode Mode }
	} `json:"route_config"`
	Route []struct {
		Channel       string
		Active        messages.FamiliarID
		IgnoreUnknown bool
		Expect        recordedRoute
	}
	Signal []struct {
		Text, Display string
		Has           bool
	}
	Turn       []recordedTurns
	Interrupt  []recordedInterrupt
	States     map[string]struct{ Receive, Respond any }
	Errors     []struct{ Error string }
	Validation []struct {
		Mode   Mode
		Agents int
		OK     bool
	}
	Defaults struct {
		Timeout  int  `json:"timeout_s"`
		Announce bool `json:"announce_timeouts"`
	}
}

type recordedRoute struct {
	Routed bool
	Agent  messages.FamiliarID
	Reason string
}

type recordedInterrupt struct {
	Mode   string
	Busy   bool `json:"agent_busy"`
	Result struct {
		To   string `json:"deliver_to"`
		When string
	}
}

// recorded reads it from testdata, or with FAMILIAR_VECTORS=DIR from DIR.
func recorded(t *testing.T) recording {
	t.Helper()
	dir := os.Getenv("FAMILIAR_VECTORS")
	elsewhere := dir != ""
	if !elsewhere {
		dir = "testdata"
	}
	f, err := os.Open(filepath.Join(dir, "modes.json.gz"))
	if elsewhere && errors.Is(err, fs.ErrNotExist) {
		t.Skipf("FAMILIAR_VECTORS=%s holds no modes.json.gz", dir)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var r recording
	if err := json.NewDecoder(text).Decode(&r); err != nil {
		t.Fatal(err)
	}
	return r
}

// reasons are the source's words for ours.
var reasons = map[string]Reason{
	"no_active_agent": NobodysTurn, "broadcast_mode": Announced, "empty_agents": NoMembers,
	"unknown_mode": UnknownMode, "unknown_channel": UnknownChannel,
}

func TestRecordedRoutes(t *testing.T) {
	r := recorded(t)
	seats := []messages.FamiliarID{"orchestrator", "pm", "dev"}
	for _, w := range r.Route {
		c := Default()
		c.Unknown, c.Default.Mode = Fallback, r.RouteConfig.Defaults.Mode
		if w.IgnoreUnknown {
			c.Unknown = Ignore
		}
		if channel, known := r.RouteConfig.Channels[w.Channel]; known {
			c.Assignment = Assignment{channel.Mode, channel.Agents}
		}
		var s State
		_, _ = s.Use(start, seats, &c, nil) // what is wrong is told, and survived
		for _, f := range s.Members {
			if s.Mode == TurnBased && f != w.Active {
				s.Presence(start, f, false, nil)
			}
		}
		got, why := s.Route()
		if got != w.Expect.Agent || (got != "") != w.Expect.Routed || !w.Expect.Routed && why != reasons[w.Expect.Reason] {
			t.Errorf("a line in %q while %q is active goes to %q (%s), want %+v", w.Channel, w.Active, got, why, w.Expect)
		}
	}
}

func TestRecordedSignals(t *testing.T) {
	for _, w := range recorded(t).Signal {
		rest, complete := finish.TurnComplete(w.Text)
		if rest != w.Display || complete != w.Has {
			t.Errorf("%q is shown as %q and ends the turn: %v; want %q, %v", w.Text, rest, complete, w.Display, w.Has)
		}
	}
}

func TestRecordedValidation(t *testing.T) {
	r := recorded(t)
	for _, w := range r.Validation {
		a := Assignment{Mode: w.Mode, Members: []messages.FamiliarID{"pm", "dev", "qa"}[:w.Agents]}
		if err := a.Validate(); (err == nil) != w.OK {
			t.Errorf("%s with %d members: %v; want valid %v", w.Mode, w.Agents, err, w.OK)
		}
	}
	c := Default()
	if want := time.Duration(r.Defaults.Timeout) * time.Second; c.Timeout != want || c.Announce != r.Defaults.Announce {
		t.Errorf("by default a turn takes %v and time-outs are told: %v; want %v, %v", c.Timeout, c.Announce, want, r.Defaults.Announce)
	}
}

// TestRecordedInterrupts plays a human's line that comes while pm is at its
// turn.
func TestRecordedInterrupts(t *testing.T) {
	for _, w := range recorded(t).Interrupt {
		switch {
		case w.Mode == "parallel":
			continue // in none of the modes: everybody would answer at once
		case w.Mode == "interrupt":
			continue // the source asks an orchestrator; ours has none, and who has the turn answers
		}
		c := turnBased("pm", "dev")
		var s State
		use(t, &s, &c, "pm", "dev")
		if w.Busy {
			s.Deliver(start, "pm")
		}
		want := messages.FamiliarID("pm")
		if w.Result.When == "turn_end" {
			s.Spoke(start, "pm", true, true, nil)
			want = "dev"
		}
		if got, _ := s.Route(); got != want || w.Result.To != map[string]string{"now": "active", "turn_end": "active_at_delivery"}[w.Result.When] {
			t.Errorf("%s, busy %v: goes to %q at %s, want %q", w.Mode, w.Busy, got, w.Result.When, want)
		}
	}
}

// TestRecordedStates has each member of a round in a state of the source.
func TestRecordedStates(t *testing.T) {
	c := turnBased("pm", "dev", "away")
	var s State
	use(t, &s, &c, "pm", "dev", "away", "idle")
	s.Presence(start, "away", false, nil)
	who := map[string]messages.FamiliarID{"ACTIVE": "pm", "QUEUED": "dev", "OFFLINE": "away", "IDLE": "idle"}
	for state, w := range recorded(t).States {
		if state == "WAITING" {
			continue // a turn doesn't pause here: its clock runs on
		}
		v := s.For(who[state])
		if got := v.Facts == messages.ModeOurs; got != w.Respond || got != s.May(who[state]) {
			t.Errorf("%s answers: %v, want %v", state, got, w.Respond)
		}
		// What the source keeps from those that are idle or offline they see
		// here, so that whoever comes in knows what was said.
		if v.Blind {
			t.Errorf("%s sees nothing", state)
		}
	}
}

// A recordedTurns is a round over time; At is in seconds.
type recordedTurns struct {
	Name     string
	Personas map[messages.FamiliarID]struct{ TimeoutSeconds int }
	Steps    []recordedStep
}

type recordedStep struct {
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
		}
	}
}

func TestRecordedTurns(t *testing.T) {
	for _, w := range recorded(t).Turn {
		t.Run(w.Name, func(t *testing.T) {
			c := Default()
			c.Mode, c.Clock, c.Timeouts = TurnBased, OnGrant, map[messages.FamiliarID]time.Duration{}
			p := player{t: t, c: &c}
			for f, persona := range w.Personas {
				p.seats = append(p.seats, f)
				if persona.TimeoutSeconds > 0 {
					c.Timeouts[f] = time.Duration(persona.TimeoutSeconds) * time.Second
				}
			}
			for i, step := range w.Steps {
				if p.contradicts(step) {
					continue
				}
				p.now = start + messages.Instant(step.At*1000)
				p.play(step)
				p.out = p.s.Settle(p.now, &c, p.out)
				p.compare(i, step)
			}
		})
	}
}

// A player plays recorded steps on our state.
type player struct {
	t     *testing.T
	s     State
	c     *Config
	seats []messages.FamiliarID
	now   messages.Instant
	out   []Passing
	fate  Fate
	shown string
	err   error
}

// contradicts: the source says both that a late text is posted and that it is
// not, by two paths with one input. Ours is posted, so the other is left out.
func (p *player) contradicts(step recordedStep) bool {
	return step.Op == "agent_says" && slices.Contains(p.s.Late, step.Agent)
}

func (p *player) play(step recordedStep) {
	p.out, p.fate, p.err = nil, "", nil
	switch step.Op {
	case "init":
		p.c.Members = step.Agents
		p.out, p.err = p.s.Use(p.now, p.seats, p.c, nil)
	case "agent_says", "late_agent_says":
		rest, complete := finish.TurnComplete(step.Text)
		p.shown = rest
		p.fate, p.out, p.err = p.s.Spoke(p.now, step.Agent, rest != "", complete, nil)
	case "add":
		p.out, p.err = p.s.Do(p.now, Add{step.Agent, step.Pos == "start"}, p.seats, p.c, nil)
	case "remove":
		p.out, p.err = p.s.Do(p.now, Remove{step.Agent}, p.seats, p.c, nil)
	case "human_says", "tick", "recover": // Settle and Route say it
	default:
		p.t.Fatalf("unknown op %q", step.Op)
	}
}

func (p *player) compare(i int, step recordedStep) {
	t := p.t
	t.Helper()
	if want := step.Expect.State; want != nil {
		due := 0.0
		if d := p.s.Due(p.c); d != 0 {
			due = float64(d-1-start) / 1000
		}
		index := max(0, slices.Index(p.s.Members, p.s.Holder))
		if !slices.Equal(p.s.Members, want.Queue) || index != want.Index || p.s.Holder != want.Active || due != want.TimeoutAt {
			t.Fatalf("step %d (%s): %v, %q at place %d until %v; want %+v", i, step.Op, p.s.Members, p.s.Holder, index, due, *want)
		}
	}
	switch step.Op {
	case "human_says":
		var want recordedRoute
		decode(t, step.Expect.Result, &want)
		if got, why := p.s.Route(); got != want.Agent || !want.Routed && why != reasons[want.Reason] {
			t.Errorf("step %d: goes to %q (%s), want %+v", i, got, why, want)
		}
	case "agent_says", "late_agent_says":
		p.compareSaid(i, step)
	case "tick", "recover":
		p.comparePassings(i, step)
	case "init":
		if want := "no_valid_agents"; string(step.Expect.Result) == `{"error":"`+want+`"}` && !errors.Is(p.err, BadCount) {
			t.Errorf("step %d: %v, want an error for %s", i, p.err, want)
		}
	}
}

func (p *player) compareSaid(i int, step recordedStep) {
	var want struct {
		Posted       bool
		Display      string
		TurnAdvanced bool
		NextAgent    messages.FamiliarID
		Reason       string
	}
	decode(p.t, step.Expect.Result, &want)
	if posted := p.fate != Refused; posted != want.Posted || posted && p.shown != want.Display {
		p.t.Errorf("step %d: posted %v as %q, want %+v", i, posted, p.shown, want)
	}
	if (p.fate == TooLate) != (want.Reason == "late_signal") || errors.Is(p.err, NotActive) != (want.Reason == "not_active_agent") {
		p.t.Errorf("step %d: %s, %v; want %+v", i, p.fate, p.err, want)
	}
	if advanced := len(p.out) > 0; advanced != want.TurnAdvanced || advanced && p.out[0].To != want.NextAgent {
		p.t.Errorf("step %d: %+v, want %+v", i, p.out, want)
	}
}

// seconds finds what a recorded notice says.
var seconds = regexp.MustCompile(`(\w+) turn timed out after (\d+)s`)

func (p *player) comparePassings(i int, step recordedStep) {
	var want []struct {
		Agent, Next, PreviousAgent, NextAgent messages.FamiliarID
		Notice, Reason                        string
	}
	decode(p.t, step.Expect.Result, &want)
	if len(p.out) != len(want) {
		p.t.Fatalf("step %d: %+v, want %+v", i, p.out, want)
	}
	for k, w := range want {
		got, notice := p.out[k], ""
		if m := seconds.FindStringSubmatch(w.Notice); m != nil {
			notice = m[1] + "'s turn ran out after " + m[2] + " s."
		}
		if got.From != w.Agent+w.PreviousAgent || got.To != w.Next+w.NextAgent || p.c.Notice(got) != notice || (got.Why == Recovered) != (w.Reason == "recovery") {
			p.t.Errorf("step %d: %+v, said %q; want %+v", i, got, p.c.Notice(got), w)
		}
	}
}

func decode(t *testing.T, text json.RawMessage, to any) {
	t.Helper()
	if err := json.Unmarshal(text, to); err != nil {
		t.Fatal(err)
	}
}
