package conformance

import (
	"cmp"
	"errors"
	"fmt"

	"familiar/messages"
	"familiar/policy/turns"
)

type errorCase struct{ Error, Reason string }

// survivedErrors has everything go wrong that the source lists. Where it says
// why a line then goes to nobody, so do we; where it doesn't, the channel goes
// on with whoever is next.
var survivedErrors = cases("errors", []string{"reason"}, func(c *errorCase) (got, want string) {
	meet, known := mishaps[c.Error]
	if !known {
		return "nothing here shows how " + c.Error + " is survived", "that it is"
	}
	reason := c.Reason
	if ours, ok := reasons[reason]; ok {
		reason = ours
	}
	return meet(), cmp.Or(reason, "survived")
})

// mishaps gives for each error of the source the same one here, and what
// becomes of it: why a line goes to nobody, or that it is survived.
var mishaps = map[string]func() string{
	"unknown channel": func() string {
		c := turns.Default()
		c.Unknown = turns.Ignore
		return afterUse(&c, nil)
	},
	"empty agents list": func() string {
		c := turns.Default()
		c.Mode = turns.Single
		return afterUse(&c, turns.BadCount)
	},
	"agent not found": func() string {
		c := turns.Default()
		c.Mode, c.Members = turns.TurnBased, []messages.FamiliarID{"ghost", "dev"}
		return afterUse(&c, turns.UnknownFamiliar)
	},
	"turn manager error": func() string {
		return afterState(turns.State{Mode: turns.TurnBased, Members: []messages.FamiliarID{"pm", "dev"}, Holder: "ghost", Since: epoch}, turns.Misplaced)
	},
	"StateCorrupted": func() string {
		return afterState(turns.State{Mode: turns.TurnBased, Members: []messages.FamiliarID{"dev", "dev"}, Holder: "dev"}, turns.Unsound)
	},
	"NotActiveAgent": func() string {
		s, _ := someoneIn("QUEUED")
		if fate, _, err := s.Spoke(epoch, "it", true, true, nil); fate != turns.Refused || !errors.Is(err, turns.NotActive) {
			return fmt.Sprint(fate, err)
		}
		return "not_active_agent"
	},
	"EmptyQueue": func() string {
		s, c := someoneIn("QUEUED")
		for _, f := range []messages.FamiliarID{"other", "it"} {
			if _, err := s.Do(epoch, turns.Remove{Familiar: f}, nil, c); err != nil {
				return err.Error()
			}
		}
		return survived(&s.State)
	},
}

// afterUse puts a configuration in force in which that is wrong.
func afterUse(c *turns.Config, wrong error) string {
	var s turns.State
	if _, err := s.Use(epoch, []messages.FamiliarID{"pm", "dev"}, c, nil); !errors.Is(err, wrong) {
		return fmt.Sprint(err)
	}
	return survived(&s)
}

// afterState takes up a kept state in which that is wrong.
func afterState(s turns.State, wrong error) string {
	c := turns.Default()
	c.Mode, c.Members = turns.TurnBased, []messages.FamiliarID{"pm", "dev"}
	if _, err := s.Use(epoch, []messages.FamiliarID{"pm", "dev"}, &c, nil); !errors.Is(err, wrong) {
		return fmt.Sprint(err)
	}
	return survived(&s)
}

func survived(s *turns.State) string {
	if to, why := s.Route(); to == "" {
		return string(why)
	}
	return "survived"
}
