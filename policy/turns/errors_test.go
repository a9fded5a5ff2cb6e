package turns

import (
	"errors"
	"testing"

	"familiar/messages"
)

// TestErrorsAreSurvived has everything go wrong that the recorded errors of
// another system are about, and sees that the channel goes on.
func TestErrorsAreSurvived(t *testing.T) {
	for what, check := range map[string]func(*testing.T){
		"unknown channel": func(t *testing.T) {
			c := Default()
			c.Unknown = Ignore
			var s State
			use(t, &s, &c, "pm")
			expect(t, &s, "", UnknownChannel)
			c.Unknown = "familiar:pm"
			use(t, &s, &c, "pm")
			expect(t, &s, "pm", Assigned)
		},
		"empty agents list": func(t *testing.T) {
			c := Default()
			c.Mode = Single
			var s State
			wrong(t, BadCount, &s, &c, "pm")
			expect(t, &s, "", NoMembers)
		},
		"agent not found": func(t *testing.T) {
			c := turnBased("ghost", "dev")
			var s State
			wrong(t, UnknownFamiliar, &s, &c, "pm", "dev")
			expect(t, &s, "dev", ItsTurn)
		},
		"turn manager error": func(t *testing.T) {
			c := turnBased("pm", "dev")
			s := State{Mode: TurnBased, Members: []messages.FamiliarID{"pm", "dev"}, Holder: "ghost", Since: start}
			wrong(t, Misplaced, &s, &c, "pm", "dev")
			expect(t, &s, "pm", ItsTurn)
		},
		"NotActiveAgent": func(t *testing.T) {
			c := turnBased("pm", "dev")
			var s Saved
			use(t, &s.State, &c, "pm", "dev")
			fate, passings, err := s.Spoke(start, "dev", true, true, nil)
			if fate != Refused || len(passings) != 0 || !errors.Is(err, NotActive) {
				t.Errorf("%s, %v, %v; want it refused", fate, passings, err)
			}
			expect(t, &s.State, "pm", ItsTurn)
		},
		"EmptyQueue": func(t *testing.T) {
			c := turnBased("pm")
			var s State
			use(t, &s, &c, "pm", "dev")
			if _, err := s.Do(start, Remove{"pm"}, nil, &c); err != nil {
				t.Fatal(err)
			}
			expect(t, &s, "", NobodysTurn)
			if _, err := s.Do(start, Skip{}, nil, &c); !errors.Is(err, NobodyToSkip) {
				t.Errorf("skipping nobody: %v", err)
			}
			if _, err := s.Do(start, Add{Familiar: "dev"}, []messages.FamiliarID{"pm", "dev"}, &c); err != nil {
				t.Fatal(err)
			}
			expect(t, &s, "dev", ItsTurn)
		},
		"StateCorrupted": func(t *testing.T) {
			c := turnBased("pm", "dev")
			for _, s := range []State{
				{Mode: TurnBased, Members: []messages.FamiliarID{"dev", "dev"}, Holder: "dev"},
				{Mode: TurnBased, Members: []messages.FamiliarID{"dev", ""}, Told: true},
				{Mode: TurnBased, Members: []messages.FamiliarID{"dev"}, Told: true, Since: -1},
				{Mode: TurnBased, Members: []messages.FamiliarID{"dev"}, Told: true, Passed: -1},
				{Mode: TurnBased, Members: []messages.FamiliarID{"dev"}, Told: true, Passed: Most},
				{Mode: TurnBased, Members: make([]messages.FamiliarID, Most+1), Told: true},
				{Mode: TurnBased, Away: make([]messages.FamiliarID, Most+1), Told: true},
				{Mode: TurnBased, Late: make([]messages.FamiliarID, Most+1), Told: true},
			} {
				wrong(t, Unsound, &s, &c, "pm", "dev")
				expect(t, &s, "pm", ItsTurn)
			}
		},
	} {
		t.Run(what, check)
	}
}

// TestUnknownModeSilences: the source skips a channel of a mode it doesn't
// know, and so does ours.
func TestUnknownModeSilences(t *testing.T) {
	c := Default()
	c.Mode = "weird"
	var s State
	wrong(t, BadMode, &s, &c, "pm")
	expect(t, &s, "", UnknownMode)
}

func wrong(t *testing.T, want Fault, s *State, c *Config, seats ...messages.FamiliarID) {
	t.Helper()
	out, err := s.Use(start, seats, c, nil)
	if !errors.Is(err, want) {
		t.Errorf("Use: %v, want %v", err, want)
	}
	if len(out) > 0 {
		t.Errorf("Use: %+v, want nobody to lose a turn", out)
	}
}

func expect(t *testing.T, s *State, who messages.FamiliarID, why Reason) {
	t.Helper()
	if got, reason := s.Route(); got != who || reason != why {
		t.Errorf("a line goes to %q (%s), want %q (%s)", got, reason, who, why)
	}
}
