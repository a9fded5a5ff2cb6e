package conformance

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"familiar/policy/conversation"
	"familiar/policy/ladder"
)

// A configCase is what the source makes of a configuration of its networks.
type configCase struct {
	Config map[string]struct {
		Engagement struct {
			Trigger    *[]string
			Stickiness json.RawMessage
		}
		Enabled, History, QuotedReply json.RawMessage
	}
	OK    bool
	Value map[string]struct {
		Engagement struct {
			Trigger    []string
			Stickiness json.RawMessage
		}
		QuotedReply struct{ Enabled bool }
	}
}

// sourceConfig: the preset ladder with the same settings is as valid and, with
// what isn't set, the same.
var sourceConfig = cases("config", []string{
	"ok", "value.*.engagement.trigger", "value.*.engagement.stickiness", "value.*.quotedReply.enabled",
}, func(c *configCase) (got, want string) {
	for name, set := range c.Config {
		p, _ := conversation.Preset("ladder")
		if set.Engagement.Trigger != nil {
			p.Ladder = *ladderFor(*set.Engagement.Trigger)
			p.Ladder.Rungs = append(p.Ladder.Rungs, unknown(*set.Engagement.Trigger)...)
		}
		err := stick(&p, set.Engagement.Stickiness)
		if err = errors.Join(err, p.Validate()); err != nil {
			got += name + " is refused\n"
		} else {
			var triggers []string
			for _, rung := range []ladder.Rung{ladder.DM, ladder.Mention, ladder.Reply} {
				if slices.Contains(p.Ladder.Rungs, rung) {
					triggers = append(triggers, string(rung))
				}
			}
			got += fmt.Sprintln(name, triggers, p.Credit.On, p.Credit.Window, p.Quote)
		}
		v := c.Value[name]
		slices.Sort(v.Engagement.Trigger)
		theirs := conversation.Policy{}
		theirs.Credit.On, theirs.Credit.Window = true, p.Credit.Window
		if err := stick(&theirs, v.Engagement.Stickiness); !c.OK || err != nil {
			want += name + " is refused\n"
		} else {
			want += fmt.Sprintln(name, v.Engagement.Trigger, theirs.Credit.On, theirs.Credit.Window, v.QuotedReply.Enabled)
		}
	}
	return got, want
}, departure[configCase]{
	name: "a network it doesn't have", why: "the source ignores names it doesn't know; there is nothing to compare",
	is: func(c *configCase) bool {
		for name := range c.Config {
			if slices.Contains(sourceNetworks, string(network(name))) {
				return false
			}
		}
		return true
	},
}, departure[configCase]{
	name: "settings of another kind", why: "histories, quote delays and disabled networks are no concern of the ladder",
	is: func(c *configCase) bool {
		for _, set := range c.Config {
			if set.Enabled != nil || set.History != nil || set.QuotedReply != nil {
				return true
			}
		}
		return false
	},
}, departure[configCase]{
	name: "part of a millisecond", why: "the source counts whole ones; ours may be any duration",
	is: func(c *configCase) bool {
		for _, set := range c.Config {
			if ms, _ := stickyFor(set.Engagement.Stickiness); ms != math.Trunc(ms) {
				return true
			}
		}
		return false
	},
})

// stick sets the credit as the source's stickiness says; nil says nothing.
func stick(p *conversation.Policy, stickiness json.RawMessage) error {
	switch ms, ok := stickyFor(stickiness); {
	case stickiness == nil:
	case ok:
		p.Credit.Window = time.Duration(ms * float64(time.Millisecond))
	case string(stickiness) == `"off"`:
		p.Credit.On = false
	default:
		return fmt.Errorf("stickiness %s", stickiness)
	}
	return nil
}

func stickyFor(stickiness json.RawMessage) (ms float64, ok bool) {
	var s struct {
		PerReply *struct{ Window float64 }
	}
	if json.Unmarshal(stickiness, &s) != nil || s.PerReply == nil {
		return 0, false
	}
	return s.PerReply.Window, true
}

// unknown returns the triggers that are no rungs of the preset.
func unknown(triggers []string) (rungs []ladder.Rung) {
	for _, t := range triggers {
		if !strings.Contains(" dm mention reply ", " "+t+" ") {
			rungs = append(rungs, ladder.Rung(t))
		}
	}
	return rungs
}
