package conformance

import (
	"encoding/json"
	"fmt"
	"time"

	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/finish"
	"familiar/policy/turns"
)

// modesFamilies are about who speaks where that is assigned.
func modesFamilies(content json.RawMessage) []family {
	return []family{
		routes(content), turnSignal, turnStory, interrupts, memberStates, transitions, survivedErrors, validation, modeDefaults,
	}
}

// reasons are the source's words for ours; an error's too.
var reasons = map[string]string{
	"no_active_agent": string(turns.NobodysTurn),
	"broadcast_mode":  string(turns.Announced),
	"empty_agents":    string(turns.NoMembers),
	"unknown_mode":    string(turns.UnknownMode),
	"unknown_channel": string(turns.UnknownChannel),
}

// A routed line goes to somebody or, for a reason, to nobody.
type routed struct {
	Routed bool
	Agent  messages.FamiliarID
	Reason string
}

func (r routed) String() string {
	reason := r.Reason
	if ours := reasons[reason]; ours != "" {
		reason = ours
	}
	return fmt.Sprintf("%v to %q %s", r.Routed, r.Agent, reason)
}

// route says the same of a state of ours.
func route(s *turns.Saved) string {
	to, why := s.Route()
	if to != "" {
		why = ""
	}
	return routed{to != "", to, string(why)}.String()
}

type routeCase struct {
	Channel       string
	Active        messages.FamiliarID
	IgnoreUnknown bool
	Expect        routed
}

// routes are where a line goes in the channels of one configuration.
func routes(content json.RawMessage) family {
	var file struct {
		Config struct {
			Channels map[string]struct {
				Mode   turns.Mode
				Agents []messages.FamiliarID
			}
			Defaults struct{ Mode turns.Mode }
		} `json:"route_config"`
	}
	broken := json.Unmarshal(content, &file)
	return cases("route", []string{"expect"}, func(c *routeCase) (got, want string) {
		if broken != nil {
			return broken.Error(), c.Expect.String()
		}
		config := turns.Default()
		config.Unknown, config.Default.Mode = turns.Fallback, file.Config.Defaults.Mode
		if c.IgnoreUnknown {
			config.Unknown = turns.Ignore
		}
		if channel, known := file.Config.Channels[c.Channel]; known {
			config.Assignment = turns.Assignment{Mode: channel.Mode, Members: channel.Agents}
		}
		var s turns.Saved
		_, _ = s.Use(epoch, []messages.FamiliarID{"orchestrator", "pm", "dev"}, &config, nil) // what is wrong is told, and survived
		for _, f := range s.Members {
			if s.Mode == turns.TurnBased && f != c.Active {
				s.Presence(epoch, f, false, nil)
			}
		}
		return route(&s), c.Expect.String()
	})
}

var turnSignal = cases("signal", []string{"has", "display"}, func(c *struct {
	Text, Display string
	Has           bool
},
) (got, want string) {
	rest, complete := finish.TurnComplete(c.Text)
	return fmt.Sprintf("%q %v", rest, complete), fmt.Sprintf("%q %v", c.Display, c.Has)
})

var validation = cases("validation", []string{"ok"}, func(c *struct {
	Mode   turns.Mode
	Agents int
	OK     bool
},
) (got, want string) {
	a := turns.Assignment{Mode: c.Mode}
	for i := range c.Agents {
		a.Members = append(a.Members, messages.FamiliarID(fmt.Sprint("f", i)))
	}
	return fmt.Sprint(a.Validate() == nil), fmt.Sprint(c.OK)
})

type modeDefault struct {
	Timeout   int  `json:"timeout_s"`
	Announce  bool `json:"announce_timeouts"`
	Interrupt conversation.Busy
	Signal    string
}

// modeDefaults compares what has a counterpart: its history is cut, its
// notices read and its clock looked at in other ways.
var modeDefaults = cases("defaults", []string{"timeout_s", "announce_timeouts", "interrupt", "signal"}, func(c *modeDefault) (got, want string) {
	t := turns.Preset("assigned")
	p, _ := conversation.Preset("assigned")
	_, complete := finish.TurnComplete(c.Signal)
	return fmt.Sprint(t.Timeout, t.Announce, p.Busy, complete), fmt.Sprint(time.Duration(c.Timeout)*time.Second, c.Announce, c.Interrupt, true)
})
