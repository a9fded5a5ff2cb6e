package reference

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"familiar/messages"
)

// The channel routing of an orchestration for OpenClaw. No licence was found, so
// this is made of facts alone: its specification of channel routing, and the cases
// that were derived by hand from that and its companion documents (preset
// assigned).

// A Mode is how a channel is routed.
type Mode string

// The modes.
const (
	Direct    Mode = "direct"
	Single    Mode = "single"
	TurnBased Mode = "turn-based"
	Broadcast Mode = "broadcast"
)

// A Refusal is why a line goes to nobody, in the words of the specification.
type Refusal string

// The refusals; "" is none.
const (
	UnknownChannel Refusal = "unknown_channel"
	UnknownMode    Refusal = "unknown_mode"
	BroadcastMode  Refusal = "broadcast_mode"
	NoActiveAgent  Refusal = "no_active_agent"
	EmptyAgents    Refusal = "empty_agents"
	NotActiveAgent Refusal = "not_active_agent"
)

// turnTimeout is how long a turn lasts whose agent says nothing of it.
const turnTimeout = time.Minute

// Agents are those that can take a turn, with how long it may last; 0: a minute.
type Agents map[string]time.Duration

// A ModeChannel is a channel of the configuration with its turns.
type ModeChannel struct {
	Mode    Mode
	Members []string

	Index  int // in Members, of who is active
	Active string
	Since  messages.Instant // when the turn was granted
	Until  messages.Instant
	agents Agents
}

// Route says to whom a line goes, or why to nobody.
func (c *ModeChannel) Route() (agent string, why Refusal) {
	switch c.Mode {
	case Direct, Single:
		if len(c.Members) == 0 {
			return "", EmptyAgents
		}
		return c.Members[0], ""
	case TurnBased:
		if c.Active == "" {
			return "", NoActiveAgent
		}
		return c.Active, ""
	case Broadcast:
		return "", BroadcastMode
	}
	return "", UnknownMode
}

// Valid reports whether a mode may have so many agents.
func (m Mode) Valid(agents int) bool {
	switch m {
	case Direct, Single:
		return agents == 1
	case TurnBased:
		return agents >= 2
	case Broadcast:
		return true
	}
	return false
}

// Begin makes the channel one of turns. Who isn't among the agents is left out;
// false: nobody is left.
func (c *ModeChannel) Begin(members []string, agents Agents, now messages.Instant) bool {
	*c = ModeChannel{Mode: TurnBased, agents: agents}
	for _, m := range members {
		if _, known := agents[m]; known {
			c.Members = append(c.Members, m)
		}
	}
	if len(c.Members) == 0 {
		return false
	}
	c.grant(0, now)
	return true
}

func (c *ModeChannel) grant(index int, now messages.Instant) {
	c.Index, c.Active = index, c.Members[index]
	limit := c.agents[c.Active]
	if limit == 0 {
		limit = turnTimeout
	}
	c.Since, c.Until = now, now.Add(limit)
}

func (c *ModeChannel) advance(now messages.Instant) string {
	c.grant((c.Index+1)%len(c.Members), now)
	return c.Active
}

// turnComplete is the word that ends a turn, with nothing but space behind it.
const turnComplete = "TURN_COMPLETE"

// Signal reads a text for the word that ends a turn, and gives what is shown.
func Signal(text string) (shown string, complete bool) {
	shown, complete = strings.CutSuffix(strings.TrimRightFunc(text, unicode.IsSpace), turnComplete)
	if !complete {
		return text, false
	}
	return strings.TrimSpace(shown), true
}

// Says takes a text of an agent: what of it is shown, and who is next if that
// ended the turn.
func (c *ModeChannel) Says(agent, text string, now messages.Instant) (shown, next string, why Refusal) {
	if agent != c.Active {
		return "", "", NotActiveAgent
	}
	shown, complete := Signal(text)
	if complete {
		next = c.advance(now)
	}
	return shown, next, ""
}

// Tick passes a turn on that has lasted too long, and says whose it was and for
// how long; "": none.
func (c *ModeChannel) Tick(now messages.Instant) (late string, after time.Duration) {
	if c.Active == "" || now <= c.Until {
		return "", 0
	}
	late, after = c.Active, now.Sub(c.Since)
	c.advance(now)
	return late, after
}

// Add puts an agent into the round, at its start or its end.
func (c *ModeChannel) Add(agent string, first bool, now messages.Instant) {
	if slices.Contains(c.Members, agent) {
		return
	}
	if first {
		c.Members = slices.Insert(c.Members, 0, agent)
		c.Index++
	} else {
		c.Members = append(c.Members, agent)
	}
	if c.Active == "" {
		c.grant(0, now)
	}
}

// Remove takes an agent out of the round. If it was its turn, who comes after it
// is next.
func (c *ModeChannel) Remove(agent string, now messages.Instant) {
	at := slices.Index(c.Members, agent)
	if at < 0 {
		return
	}
	c.Members = slices.Delete(c.Members, at, at+1)
	switch {
	case len(c.Members) == 0:
		c.Index, c.Active, c.Since, c.Until = 0, "", 0, 0
	case agent == c.Active:
		c.grant(at%len(c.Members), now)
	case at < c.Index:
		c.Index--
	}
}
