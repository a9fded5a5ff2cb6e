package conformance

import (
	"fmt"
	"strings"
	"time"

	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/turns"
)

// A busyCase is a human's line while pm, whose turn it is, may be at it.
type busyCase struct {
	Mode   conversation.Busy
	Busy   bool `json:"agent_busy"`
	Result struct {
		To    string `json:"deliver_to"`
		When  string
		Turn  string
		Pause string
		Then  string
	}
}

var interrupts = cases("interrupt", []string{"result.deliver_to", "result.when", "result.turn"}, func(c *busyCase) (got, want string) {
	p := newPair(c.Mode)
	if c.Busy {
		p.hear("first")
	}
	got = p.watch(c.Busy)
	r := c.Result
	turn := map[bool]string{true: "interrupted", false: r.Turn}[r.Pause != ""]
	want = fmt.Sprintf("to %s at %s, the turn %s, resumed %v", r.To, r.When, turn, r.Then != "")
	return got, want
}, departure[busyCase]{
	name: "everybody at once", why: "the source's documents disagree on whether the mode exists; in none of ours does everybody answer",
	is: func(c *busyCase) bool { return c.Mode == "parallel" },
}, departure[busyCase]{
	name: "an orchestrator", why: "the source asks one when somebody is interrupted; here the interrupted familiar answers and then goes on",
	is: func(c *busyCase) bool { return c.Result.To == "orchestrator" },
	ours: func(c *busyCase) {
		c.Result.To, c.Result.When, c.Result.Then = "active", "now", "active"
	},
})

// A pair are pm and dev, who take turns, and pm has the first.
type pair struct {
	state   *conversation.Channel
	now     messages.Instant
	at      messages.ChannelID
	orders  []conversation.Effect // since the last line
	compose messages.Compose
	heard   int
}

func newPair(busy conversation.Busy) *pair {
	policy, _ := conversation.Preset("assigned")
	policy.Busy = busy
	room, _ := conversation.PresetRoom("assigned")
	room.Turns.Assignment = turns.Assignment{Mode: turns.TurnBased, Members: []messages.FamiliarID{"pm", "dev"}}
	config := &conversation.Config{Generation: 1, Room: room}
	for _, f := range room.Turns.Members {
		config.Seats = append(config.Seats, conversation.SeatConfig{
			Familiar: f, Account: messages.AccountID(f), Self: messages.PersonID("self-" + f), Name: string(f), Policy: policy,
		})
	}
	at := messages.Channel{Network: "slack", Workspace: "T", Chat: "C"}.ID()
	return &pair{state: conversation.New(at, config), now: epoch, at: at}
}

func (p *pair) hear(text string) {
	p.heard++
	p.orders = nil
	p.step(messages.Heard{Line: &messages.Line{
		ID: messages.LineID(fmt.Sprint("line-", p.heard)), Channel: p.at, At: p.now, Text: text, Author: messages.Author{ID: "human", Name: "Ana"},
	}})
}

// step gives the channel an event and delivers what it posts.
func (p *pair) step(e messages.Event) {
	p.now += messages.Instant(time.Second.Milliseconds())
	for _, o := range p.state.Step(p.now, e, nil) {
		p.orders = append(p.orders, o)
		switch o := o.(type) {
		case messages.Compose:
			p.compose = o
		case messages.Post:
			p.step(messages.Delivered{Post: o.ID, Line: messages.LineID("own-" + o.ID)})
		}
	}
}

// ordered reports whether an order since the last line hands out that text.
func (p *pair) ordered(text string) bool {
	for _, o := range p.orders {
		if _, note := o.(*messages.Note); !note && strings.Contains(fmt.Sprintf("%+v", o), text) {
			return true
		}
	}
	return false
}

// watch sees what becomes of a line: whom it goes to and when, and whether a
// turn in flight goes on or is interrupted and taken up again.
func (p *pair) watch(busy bool) string {
	p.hear("second")
	turn := map[bool]string{true: "continues"}[busy]
	for _, o := range p.orders {
		if _, ok := o.(messages.Cancel); ok {
			turn = "interrupted"
		}
	}
	to, when, resumed := "nobody", "never", false
	if p.ordered("second") {
		to, when = "active", "now"
	}
	switch {
	case turn == "interrupted":
		p.orders = nil
		p.step(messages.Composed{N: p.compose.N, Parts: []string{"yes"}, Final: true})
		resumed = p.ordered("first")
	case when == "never":
		p.orders = nil
		p.step(messages.Composed{N: p.compose.N, Parts: []string{"done TURN_COMPLETE"}, Final: true})
		if p.ordered("second") && p.compose.Familiar == "dev" {
			to, when = "active_at_delivery", "turn_end"
		}
	}
	return fmt.Sprintf("to %s at %s, the turn %s, resumed %v", to, when, turn, resumed)
}
