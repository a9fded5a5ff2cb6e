package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"familiar/config/document"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/ladder"
)

// An Explanation is the policy in force for one familiar in one channel, and
// where in the file each part of it comes from. It is what [Config.Channel]
// gives the channel, told to an operator.
type Explanation struct {
	Familiar messages.FamiliarID `json:"familiar"`
	Channel  messages.ChannelID  `json:"channel,omitempty"` // "": before any rule of a channel
	Where    string              `json:"where"`             // what puts the familiar there, or keeps it out
	There    bool                `json:"there"`             // false: nobody listens there, and the rest is empty

	Account messages.AccountID `json:"account,omitempty"`
	Preset  string             `json:"preset,omitempty"`
	Judge   string             `json:"judge,omitempty"`        // the model that is asked; "": none
	Second  string             `json:"second_judge,omitempty"` // the one that is asked where that is not enough; "": none
	Amounts []string           `json:"amounts,omitzero"`       // what it comes to, a sentence each
	Rungs   []Rung             `json:"rungs,omitzero"`         // from the top
	Knobs   []Knob             `json:"knobs,omitzero"`         // the familiar's, in the order of the code
	Room    []Knob             `json:"room,omitzero"`          // what all familiars of the channel share
	LeftOut []string           `json:"left_out,omitzero"`      // tables that would make a knob invalid there
}

// A Rung is one rung of the familiar's ladder.
type Rung struct {
	Rung   ladder.Rung `json:"rung"`
	Answer string      `json:"answer"` // one plain sentence: which lines, and what becomes of them
}

// Explain returns the policy in force. The channel is an id, as notes and logs
// write it, or "network:chat" and "network:workspace/chat", as rules do; "" is
// none: the policy before the rules of channels, and which change it. The error
// says what there is instead: of a familiar that is unknown, has no
// account there or is not in the channel, and of what is no channel.
func (c *Config) Explain(familiar messages.FamiliarID, channel string) (*Explanation, error) {
	f, ok := c.Familiars[familiar]
	if !ok {
		return nil, fmt.Errorf("there is no familiar %q: want one of %s", familiar, list(slices.Sorted(maps.Keys(c.Familiars))))
	}
	if channel == "" {
		return c.explainAnywhere(familiar, &f), nil
	}
	id, err := channelOf(channel)
	if err != nil {
		return nil, err
	}
	account, ok := c.seats.account(familiar, id)
	if !ok {
		return nil, fmt.Errorf("%s has no account on %s: it has one on %s", familiar, id.Network(), list(c.networksOf(familiar)))
	}
	where, rules := c.where(id)
	there := c.Channel(id)
	e := &Explanation{Familiar: familiar, Channel: id, Where: where}
	if there == nil {
		return e, nil
	}
	seat := there.SeatOf(familiar)
	if seat == nil {
		return nil, fmt.Errorf("%s is not in %s: %s; there %s", familiar, id, where, present(there.Seats))
	}
	e.Account = account
	c.policy(e, &f, seat, there, rules)
	return e, nil
}

// explainAnywhere returns the policy before the rules of any channel.
func (c *Config) explainAnywhere(familiar messages.FamiliarID, f *Familiar) *Explanation {
	e := &Explanation{Familiar: familiar, Where: "wherever no [[channels]] rule changes it"}
	var changed []string
	for i := range c.Channels {
		if rule := &c.Channels[i]; rule.Override[familiar].Table != nil {
			changed = append(changed, fmt.Sprintf("%s (%s)", rule.Match, c.at(document.Item("channels", i+1))))
		}
	}
	if len(changed) > 0 {
		e.Where += "; changed in " + list(changed)
	}
	there := &conversation.Config{Seats: []conversation.SeatConfig{c.seat(familiar, "", nil)}}
	there.Room = c.roomOf([]string{f.Preset})
	c.policy(e, f, &there.Seats[0], there, nil)
	return e
}

// policy fills in what holds for a seat.
func (c *Config) policy(e *Explanation, f *Familiar, seat *conversation.SeatConfig, there *conversation.Config, rules []*Rule) {
	e.There, e.Judge, e.Second = true, strings.Join(f.Referees(), ", then "), f.Second
	e.Amounts = amounts(seat, &there.Room)
	for _, rung := range seat.Policy.Ladder.Rungs {
		e.Rungs = append(e.Rungs, Rung{rung, sentenceOf(rung, seat)})
	}
	c.knobs(e, f, seat.Policy, there, rules)
}

// channelOf reads a channel as an operator writes it.
func channelOf(text string) (messages.ChannelID, error) {
	id := messages.ChannelID(text)
	if network, _, short := strings.Cut(text, ":"); short && !strings.Contains(network, "/") {
		var p Pattern
		if err := p.UnmarshalText([]byte(text)); err != nil {
			return "", err
		}
		if p.workspace == "*" {
			p.workspace = ""
		}
		if !p.isOne() || strings.ContainsAny(p.workspace+p.chat, `*?[\`) {
			return "", fmt.Errorf("%q matches many channels: want one", text)
		}
		return messages.ChannelID(string(p.network) + "/" + p.workspace + "/" + p.chat), nil // patterns write chats as ids do
	}
	if _, err := messages.ParseChannel(id); err != nil {
		return "", fmt.Errorf(`channel %q: want "network:chat", "network:workspace/chat" or an id such as terminal//main`, text)
	}
	if !slices.Contains(Networks, id.Network()) {
		return "", fmt.Errorf("network %q: want one of %s", id.Network(), list(Networks))
	}
	return id, nil
}

// where says which rules match a channel, or what becomes of one that none
// does.
func (c *Config) where(id messages.ChannelID) (string, []*Rule) {
	var (
		rules []*Rule
		names []string
	)
	for i := range c.Channels {
		if rule := &c.Channels[i]; rule.Match.Match(id) {
			rules = append(rules, rule)
			names = append(names, fmt.Sprintf("%s (%s)", rule.Match, c.at(document.Item("channels", i+1))))
		}
	}
	where := c.unmatched()
	if len(rules) > 0 {
		where = "matched by " + strings.Join(names, ", then ")
	}
	mirrored, is := c.mirrored(id)
	if is {
		where = mirrored // whatever rules say of it
	} else if mirrored != "" {
		where += "; " + mirrored
	}
	if relayed := c.relayed(id); relayed != "" {
		where += "; " + relayed
	}
	for _, rule := range c.drawn(id) {
		rules = append(rules, rule)
		where += fmt.Sprintf(", then %s (%s)", rule.title(), c.at(document.Inside("experiments", rule.experiment)))
	}
	return where, rules
}

// unmatched says what becomes of a channel that no rule matches.
func (c *Config) unmatched() string {
	switch name, one := c.Unknown.Familiar(); {
	case one:
		return fmt.Sprintf("no rule matches it, and unknown = %q puts %s there", c.Unknown, name)
	case c.Unknown == Everybody:
		return fmt.Sprintf("no rule matches it, and unknown = %q puts every familiar with an account there", c.Unknown)
	default:
		return fmt.Sprintf("no rule matches it, and unknown = %q: no familiar is there, and nothing said there is heard", c.Unknown)
	}
}

// at returns file and line of a key.
func (c *Config) at(path string) string { return fmt.Sprintf("%s:%d", c.doc.File, c.doc.Line(path)) }

func (c *Config) networksOf(familiar messages.FamiliarID) []messages.Network {
	var on []messages.Network
	for at := range c.seats.accounts {
		if at.familiar == familiar {
			on = append(on, at.network)
		}
	}
	slices.Sort(on)
	return slices.Compact(on) // it may have several on bridges
}

// present says who is in a channel.
func present(seats []conversation.SeatConfig) string {
	ids := make([]messages.FamiliarID, len(seats))
	for i := range seats {
		ids[i] = seats[i].Familiar
	}
	if len(ids) == 1 {
		return "is only " + string(ids[0])
	}
	return "are " + list(ids)
}
