package reference

import (
	"fmt"
	"hash/fnv"
	"time"

	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/ladder"
	"familiar/policy/turns"
)

// A match is a reference and the preset of ours that follows it.
type match struct {
	name   string // of the reference
	preset string

	// tune changes what of the preset has no counterpart, or another number.
	tune func(channel int, c *conversation.Config)
	// ports returns a function that makes a channel's port.
	ports func() func(channel int) port
	// writing is how long a reply takes.
	writing time.Duration
}

// A port is a channel of a reference with what surrounds it in its system.
type port interface {
	open(*diary)
	hear(said *Said, now messages.Instant)
	happen(what happening, now messages.Instant) // in the world around it
}

// A happening is what model and network do.
type happening uint8

const (
	turnBegins happening = iota
	turnEnds
	textPosted
	stepsBack  // the model wants to be left out
	passesTurn // its text says that its turn is complete
)

// A diary has what a contestant did in one channel, for the comparison; a nil
// one takes nothing.
type diary struct{ entries []entry }

// An entry says what was done about a line, or of a turn or a question.
type entry struct {
	at    messages.Instant
	about string
	what  string
	by    messages.Rung // the rule, where there is one
}

// String is what is compared.
func (e entry) String() string { return fmt.Sprint(e.at, " ", e.about, " ", e.what) }

func (d *diary) write(at messages.Instant, about messages.LineID, format string, args ...any) {
	d.entries = append(d.entries, entry{at: at, about: string(about), what: fmt.Sprintf(format, args...)})
}

// chance is a number from 0 to n-1 that depends on the text alone, so that two
// contestants who ask about the same get the same answer.
func chance(n int, about string) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(about))
	return int(h.Sum32()>>7) % n
}

// agrees is the judge's verdict on a question whose newest line is this.
func agrees(newest messages.LineID) bool { return chance(3, string(newest)) == 0 }

// matches are all of them.
var matches = []match{
	{
		name: "typeclaw", preset: "ladder", writing: time.Second,
		ports: func() func(int) port {
			policy, _ := conversation.Preset("ladder")
			config := LadderConfig{DM: true, Mention: true, Reply: true, Sticky: true, Window: policy.Credit.Window, Aliases: []string{"aria"}, Self: self}
			return func(int) port { return &ladderPort{LadderChannel: LadderChannel{Config: &config}} }
		},
	},
	{
		name: "arizuko", preset: "window", writing: time.Second,
		ports: func() func(int) port {
			var chat *WindowChat
			return func(channel int) port {
				if !inThread(channel) {
					chat = &WindowChat{}
					return &windowPort{chat: chat}
				}
				return &windowPort{chat: chat, topic: fmt.Sprint("t", channel)}
			}
		},
	},
	{
		name: "familiar-connect", preset: "chatty",
		tune: func(_ int, c *conversation.Config) {
			c.Seats[0].Policy.Chattiness.Draw = func(uint64, int) float64 { return 0.5 }
		},
		ports: func() func(int) port {
			config := &MonitorConfig{Names: []string{"Aria"}, Tier: Average, Lull: 10 * time.Second, Draw: func() float64 { return 0.5 }}
			return func(int) port { return &monitorPort{Monitor: Monitor{Config: config}} }
		},
	},
	{
		name: "nanobot", preset: "relevance",
		ports: func() func(int) port { return func(int) port { return &relevancePort{policy: PolicyAuto} } },
	},
	{
		name: "openclaw-orchestration", preset: "assigned", writing: time.Second,
		tune: func(channel int, c *conversation.Config) {
			c.Room.Turns.Assignment = assignment(channel)
			c.Room.Turns.Timeout = 0 // the trace's turns end by themselves
			second := c.Seats[0]
			second.Familiar, second.Name, second.Names = "dev", "Dev", ladder.CompileNames(second.Policy.Ladder.Alias, "Dev")
			c.Seats = append(c.Seats, second)
		},
		ports: func() func(int) port {
			return func(channel int) port {
				a := assignment(channel)
				p := &modesPort{}
				p.Mode = Mode(a.Mode)
				for _, m := range a.Members {
					p.Members = append(p.Members, string(m))
				}
				if p.Mode == TurnBased {
					p.Begin(p.Members, Agents{"aria": 1 << 60, "dev": 1 << 60}, 0)
				}
				return p
			}
		},
	},
}

// assignment is who answers for a channel of the modes.
func assignment(channel int) turns.Assignment {
	switch channel % 4 {
	case 0:
		return turns.Assignment{Mode: turns.Direct, Members: []messages.FamiliarID{"aria"}}
	case 1:
		return turns.Assignment{Mode: turns.Single, Members: []messages.FamiliarID{"dev"}}
	case 2:
		return turns.Assignment{Mode: turns.Broadcast}
	}
	return turns.Assignment{Mode: turns.TurnBased, Members: []messages.FamiliarID{"aria", "dev"}}
}

// house is our configuration of a channel.
func (m *match) house(channel int) *conversation.Config {
	policy, _ := conversation.Preset(m.preset)
	room, _ := conversation.PresetRoom(m.preset)
	c := &conversation.Config{Generation: 1, Room: room, Seats: []conversation.SeatConfig{{
		Familiar: "aria", Account: "us", Self: self, Name: "Aria", Judged: true, Policy: policy,
		Names: ladder.CompileNames(policy.Ladder.Alias, "Aria"),
	}}}
	c.Room.Guard.Stop = 1 << 20 // the others advise at most
	if m.tune != nil {
		m.tune(channel, c)
	}
	return c
}
