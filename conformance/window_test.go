package conformance

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/window"
)

const windowFile = "window.json.gz"

// A windowStep is one thing that happened in a chat or one of its threads,
// named by its topic, at a second of virtual time.
type windowStep struct {
	At float64
	In *struct {
		Topic      string
		ID, Author string
		Mention    bool
		ReplyToBot bool `json:"reply_to_bot"`
	}
	Fires     bool
	Silent    bool    `json:"agent_silent"`
	ReplyIn   *string `json:"bot_reply_lands_in"` // nil: in the line's own topic
	Engage    *string
	Disengage *string
	Timed     *string `json:"timed_post"`
}

// windowFamilies are what the documented system does: what opens a window, what
// moves it, what ends it and which thread it belongs to.
func windowFamilies(content json.RawMessage) []family {
	var file struct {
		Profile struct {
			TTL int `json:"ttl_s"`
		} `json:"document_profile"`
	}
	broken := json.Unmarshal(content, &file)
	vectors := played("document_profile.vectors", []string{"steps.*.fires"}, func(t testing.TB, v *struct{ Steps []windowStep }) {
		if broken != nil {
			t.Fatalf("%v", broken)
		}
		c := newChat(t, time.Duration(file.Profile.TTL)*time.Second)
		for i := range v.Steps {
			c.play(i, &v.Steps[i])
		}
	})
	return []family{vectors, mayEngage, surfaceNames}
}

// A chat is a room and its threads, by topic.
type chat struct {
	testing.TB
	config *conversation.Config
	states map[messages.ChannelID]*conversation.Channel
	now    messages.Instant
	lines  int
	routed bool // a recorded story has routes we have nothing for
}

func newChat(t testing.TB, length time.Duration) *chat {
	policy, _ := conversation.Preset("window")
	if policy.Credit.Window != length {
		t.Fatalf("the preset's window lasts %v, want %v", policy.Credit.Window, length)
	}
	room, _ := conversation.PresetRoom("window")
	seat := conversation.SeatConfig{Familiar: "demo", Account: "demo", Self: us, Name: "demo", Policy: policy}
	return &chat{
		TB: t, states: map[messages.ChannelID]*conversation.Channel{},
		config: &conversation.Config{Generation: 1, Room: room, Seats: []conversation.SeatConfig{seat}},
	}
}

func topic(name string) messages.ChannelID {
	return messages.Channel{Network: "slack", Workspace: "T", Chat: "C1", Thread: name}.ID()
}

func (c *chat) play(i int, step *windowStep) {
	c.Helper()
	c.now = messages.Instant(1_700_000_000_000 + step.At*1000)
	switch {
	case step.Engage != nil:
		c.step(topic(*step.Engage), messages.Commanded{Command: messages.EngageHere, Familiar: "demo"})
	case step.Disengage != nil:
		c.step(topic(*step.Disengage), messages.Commanded{Command: messages.Disengage, Familiar: "demo"})
	case step.Timed != nil:
		at := topic(*step.Timed)
		c.answer(at, at, c.step(at, messages.Commanded{Command: messages.Wake, Familiar: "demo"}), manner{})
	case step.In != nil:
		at := topic(step.In.Topic)
		orders := c.step(at, messages.Heard{Line: c.line(at, step)})
		if fires := c.composes(orders) != nil; fires != step.Fires {
			c.Errorf("step %d at %v s fires: %v, want %v", i+1, step.At, fires, step.Fires)
		}
		to := at
		if step.ReplyIn != nil {
			to = topic(*step.ReplyIn)
		}
		c.answer(at, to, orders, manner{silent: step.Silent})
	default:
		c.Fatalf("step %d is none we know: %+v", i+1, step)
	}
}

func (c *chat) line(at messages.ChannelID, step *windowStep) *messages.Line {
	c.lines++
	l := &messages.Line{ID: messages.LineID(step.In.ID), Channel: at, At: c.now, Text: "hi", Author: messages.Author{ID: messages.PersonID("u" + step.In.Author)}}
	if l.ID == "" {
		l.ID = messages.LineID(time.Duration(c.lines).String())
	}
	if step.In.Mention {
		l.Mentions = []messages.PersonID{us}
	}
	if step.In.ReplyToBot {
		l.ReplyTo = messages.Reply{ID: "before", Author: us}
	}
	return l
}

func (c *chat) composes(orders []conversation.Effect) *messages.Compose {
	for _, order := range orders {
		if compose, ok := order.(messages.Compose); ok {
			return &compose
		}
	}
	return nil
}

// A manner is how a turn goes, if not by an answer that is delivered.
type manner struct {
	silent, stepsBack bool
	refused           bool // by the network
}

// answer answers what the orders ask for.
func (c *chat) answer(at, to messages.ChannelID, orders []conversation.Effect, how manner) {
	compose := c.composes(orders)
	if compose == nil {
		return
	}
	for _, order := range c.step(at, messages.Composed{N: compose.N, Parts: []string{"ok"}, Final: true, Skip: how.silent, Disengage: how.stepsBack}) {
		if post, ok := order.(messages.Post); ok {
			if c.lines++; how.refused {
				c.step(at, messages.DeliveryFailed{Post: post.ID, Reason: "refused"})
				continue
			}
			delivered := messages.Delivered{Post: post.ID, Line: messages.LineID("own" + post.ID)}
			if to != at {
				delivered.Thread = to
			}
			c.step(at, delivered)
		}
	}
}

// step gives a channel an event, and other channels what it tells them.
func (c *chat) step(at messages.ChannelID, e messages.Event) []conversation.Effect {
	s := c.states[at]
	if s == nil {
		s = conversation.New(at, c.config)
		c.states[at] = s
	}
	orders := s.Step(c.now, e, nil)
	for _, order := range orders {
		if tell, ok := order.(messages.Tell); ok {
			c.step(tell.Channel, tell.Event)
		}
	}
	return orders
}

type engageCase struct {
	Caller   messages.FamiliarID
	Holder   messages.FamiliarID `json:"engaged_by"`
	Standing messages.FamiliarID `json:"route_default"`
	Allowed  bool
}

// mayEngage asks for a window in every constellation the source was asked in.
var mayEngage = cases("mcp_tools.authz_arms", []string{"allowed"}, func(c *engageCase) (got, want string) {
	const now = messages.Instant(1_700_000_000_000)
	w := window.State{}
	if c.Holder != "" {
		w = window.State{Holder: c.Holder, Until: now + 1}
	}
	return fmt.Sprint(w.Engage(c.Caller, c.Standing, now, time.Minute) == nil), fmt.Sprint(c.Allowed)
}, departure[engageCase]{
	name: "a caller without a name", why: "the source may not know who asks; here everybody has a name",
	is: func(c *engageCase) bool { return c.Caller == "" },
})
