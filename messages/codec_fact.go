package messages

import (
	"encoding/json"
	"strings"
)

// writtenTold is a [Told] as stored in journals: What begins with the kind of the
// fact, followed by a familiar or more.
type writtenTold struct {
	From ChannelID `json:"from"`
	What string    `json:"what"`

	Person PersonID `json:"person,omitempty"`
	N      uint64   `json:"n,omitempty"`
	Text   string   `json:"text,omitempty"`
	Why    string   `json:"why,omitempty"`
}

// A writtenCode is what follows in a [CodeSaid] or a [RoleGiven].
type writtenCode struct {
	Code     string     `json:"code,omitempty"`
	Person   PersonID   `json:"person,omitempty"`
	DM       bool       `json:"dm,omitempty"`
	Line     LineID     `json:"line,omitempty"`
	Familiar FamiliarID `json:"familiar,omitempty"`
	Role     string     `json:"role,omitempty"`
	Rule     string     `json:"rule,omitzero"`
}

// writeTold puts a fact into its written form.
func writeTold(t Told) (writtenTold, error) {
	w := writtenTold{From: t.From}
	var err error
	switch f := t.Fact.(type) {
	case Replied:
		w.What, w.Person = "reply "+string(f.Familiar), f.Person
	case ThreadHere:
		w.What, w.Text = "here", string(f.Root)
	case RoomHolds:
		var facts []byte
		facts, err = json.Marshal(f.Facts)
		w.What, w.N, w.Text = "facts", f.Version, string(facts)
	case ThreadKnows:
		w.What, w.N = "knows", f.Version
	case RoomLeaves:
		w.What = "leave"
	case ThreadLeft:
		w.What = "left"
	case RootGone:
		w.What, w.Text = "gone", string(f.Line)
	case RootWent:
		w.What, w.Text = "went", string(f.Line)
	case ForkBegun:
		w.What, w.N, w.Text, w.Why = "fork "+string(f.Familiar), f.Fork, f.Text, f.Why
	case ForkFixed:
		w.What, w.N, w.Text = "fixed "+string(f.Familiar), f.Fork, f.Text
	case ForkUnfixed:
		w.What, w.N, w.Why = "unfixed "+string(f.Familiar), f.Fork, f.Why
	case ForkClosed:
		w.What, w.N = "close "+string(f.Familiar), f.Fork
	case CodeSaid:
		var code []byte
		code, err = json.Marshal(writtenCode{Code: f.Code, Person: f.Person, DM: f.DM, Line: f.Line, Familiar: f.Familiar})
		w.What = "claim " + string(code)
	case RoleGiven:
		var code []byte
		code, err = json.Marshal(writtenCode{Line: f.Line, Familiar: f.Familiar, Role: f.Role, Rule: f.Where})
		w.What = "claimed " + string(code)
	case UnknownFact:
		w.What = f.What
	case nil: // no fact
	}
	return w, err
}

// told reads it back. What this program doesn't know is an [UnknownFact].
func (w writtenTold) told() Event {
	kind, rest, _ := strings.Cut(w.What, " ")
	var fact Fact = UnknownFact{w.What}
	switch familiar := FamiliarID(rest); kind {
	case "reply":
		fact = Replied{familiar, w.Person}
	case "here":
		fact = ThreadHere{LineID(w.Text)}
	case "facts":
		facts := &RoomFacts{}
		if json.Unmarshal([]byte(w.Text), facts) == nil {
			fact = RoomHolds{w.N, facts}
		}
	case "knows":
		fact = ThreadKnows{w.N}
	case "leave":
		fact = RoomLeaves{}
	case "left":
		fact = ThreadLeft{}
	case "gone":
		fact = RootGone{LineID(w.Text)}
	case "went":
		fact = RootWent{LineID(w.Text)}
	case "fork":
		fact = ForkBegun{w.N, familiar, w.Text, w.Why}
	case "fixed":
		fact = ForkFixed{w.N, familiar, w.Text}
	case "unfixed":
		fact = ForkUnfixed{w.N, familiar, w.Why}
	case "close":
		fact = ForkClosed{w.N, familiar}
	case "claim", "claimed":
		var c writtenCode
		switch {
		case json.Unmarshal([]byte(rest), &c) != nil: // unknown
		case kind == "claim":
			fact = CodeSaid{c.Code, c.Person, c.DM, c.Line, c.Familiar}
		default:
			fact = RoleGiven{c.Line, c.Familiar, c.Role, c.Rule}
		}
	}
	return Told{w.From, fact}
}
