package conformance

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"familiar/messages"
	"familiar/policy/turns"
)

// stateOf returns the source's word for what somebody is in a round.
func stateOf(s *turns.Saved, f messages.FamiliarID) string {
	switch {
	case slices.Contains(s.Away, f):
		return "OFFLINE"
	case s.Holder == f:
		return "ACTIVE"
	case slices.Contains(s.Members, f):
		return "QUEUED"
	}
	return "IDLE"
}

// someoneIn returns a round in which "it" is in a state of the source.
func someoneIn(state string) (*turns.Saved, *turns.Config) {
	c := turns.Default()
	c.Mode, c.Members = turns.TurnBased, []messages.FamiliarID{"other", "it"}
	switch state {
	case "ACTIVE":
		slices.Reverse(c.Members)
	case "IDLE":
		c.Members[1] = "third"
	}
	var s turns.Saved
	_, _ = s.Use(epoch, []messages.FamiliarID{"other", "it", "third"}, &c, nil)
	if state == "OFFLINE" {
		s.Presence(epoch, "it", false, nil)
	}
	return &s, &c
}

type memberState struct {
	Key   string
	Value struct{ Receive, Respond, Queued any }
}

// memberStates are what somebody gets to see, and may, in each state.
var memberStates = keyed(cases("states", []string{"value"}, func(c *memberState) (got, want string) {
	s, _ := someoneIn(c.Key)
	v := s.For("it")
	var receive any
	switch {
	case v.Facts == messages.ModeOurs:
		receive = true
	case v.Blind:
		receive = false
	default:
		receive = "observe"
	}
	state := stateOf(s, "it")
	queued := state == "QUEUED" || state == "ACTIVE"
	return fmt.Sprint(state, receive, s.May("it"), queued), fmt.Sprint(c.Key, c.Value.Receive, c.Value.Respond, c.Value.Queued)
}, departure[memberState]{
	name: "a turn that pauses", why: "here a turn's clock never pauses",
	is: func(c *memberState) bool { return c.Key == "WAITING" },
}, departure[memberState]{
	name: "what offline members see", why: "the source hides from them what was said meanwhile; here they know it when they return",
	is:   func(c *memberState) bool { return c.Key == "OFFLINE" || c.Key == "IDLE" },
	ours: func(c *memberState) { c.Value.Receive = "observe" },
}))

// keyed makes the entries of an object a family's cases.
func keyed(f family) family {
	f.entries = true
	return f
}

// A transition is from a state to another, for a reason.
type transition [3]string

// transitions are what moves somebody from state to state.
var transitions = cases("transitions", []string{"1"}, func(c *transition) (got, want string) {
	s, config := someoneIn(c[0])
	before := stateOf(s, "it")
	seats := []messages.FamiliarID{"other", "it", "third"}
	var err error
	switch c[2] {
	case "assigned":
		_, err = s.Do(epoch, turns.Add{Familiar: "it"}, seats, config)
	case "removed":
		_, err = s.Do(epoch, turns.Remove{Familiar: "it"}, seats, config)
	case "turn granted":
		_, err = s.Do(epoch, turns.Grant{Familiar: "it"}, seats, config)
	case "disconnect", "crash":
		s.Presence(epoch, "it", false, nil)
	case "TURN_COMPLETE":
		_, _, err = s.Spoke(epoch, "it", true, true, nil)
	case "timeout":
		s.Deliver(epoch, "it")
		s.Settle(epoch+messages.Instant(time.Hour.Milliseconds()), config, nil)
	default:
		err = fmt.Errorf("nothing here is %q", c[2])
	}
	if err != nil {
		return err.Error(), c[1]
	}
	return before + " to " + stateOf(s, "it"), c[0] + " to " + c[1]
}, departure[transition]{
	name: "a turn that pauses", why: "here a turn's clock never pauses",
	is: func(c *transition) bool { return strings.Contains(c[0]+c[1], "WAITING") },
}, departure[transition]{
	name: "presence outside a round", why: "the channel doesn't follow the presence of those who take no part",
	is: func(c *transition) bool {
		return c[0] == "OFFLINE" && c[1] == "IDLE" || c[0] == "IDLE" && c[1] == "OFFLINE"
	},
})
