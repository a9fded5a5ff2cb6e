package messages

import (
	"encoding/json"
	"strings"
	"time"
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

// A writtenLink is what follows in a [LinkSaid] or a [LinkAnswered].
type writtenLink struct {
	N        uint64        `json:"n,omitempty"`
	Of       *Identity     `json:"of,omitempty"`
	Code     string        `json:"code,omitempty"`
	Ends     bool          `json:"ends,omitempty"`
	Public   bool          `json:"public,omitempty"`
	Random   []byte        `json:"random,omitempty"`
	Line     LineID        `json:"line,omitempty"`
	Familiar FamiliarID    `json:"familiar,omitempty"`
	Share    Share         `json:"share,omitempty"`
	Outcome  string        `json:"outcome,omitempty"`
	For      time.Duration `json:"for,omitempty"`
	With     []Identity    `json:"with,omitempty"`
}

// writeTold puts a fact into its written form.
func writeTold(t Told) (writtenTold, error) {
	w := writtenTold{From: t.From}
	var err error
	written := func(what any) string {
		var b []byte
		b, err = json.Marshal(what)
		return string(b)
	}
	switch f := t.Fact.(type) {
	case Replied:
		w.What, w.Person = "reply "+string(f.Familiar), f.Person
	case ThreadHere:
		w.What, w.Text = "here", string(f.Root)
	case RoomHolds:
		w.What, w.N, w.Text = "facts", f.Version, written(f.Facts)
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
		w.What = "claim " + written(writtenCode{Code: f.Code, Person: f.Person, DM: f.DM, Line: f.Line, Familiar: f.Familiar})
	case RoleGiven:
		w.What = "claimed " + written(writtenCode{Line: f.Line, Familiar: f.Familiar, Role: f.Role, Rule: f.Where})
	case LinkSaid:
		w.What = "link " + written(writtenLink{N: f.N, Of: &f.Of, Code: f.Code, Ends: f.Ends, Public: f.Public, Random: f.Random, Line: f.Line, Familiar: f.Familiar, Share: f.Share})
	case LinkAnswered:
		w.What = "linked " + written(writtenLink{N: f.N, Line: f.Line, Familiar: f.Familiar, Outcome: f.Outcome, Code: f.Code, For: f.For, With: f.With})
	case MemoriesHeld:
		w.What, w.N, w.Text = "holds", f.Version, written(f.Held)
	case MemoriesKnown:
		w.What, w.N = "held", f.Version
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
	case "holds":
		var held []HeldMemories
		if json.Unmarshal([]byte(w.Text), &held) == nil {
			fact = MemoriesHeld{w.N, held}
		}
	case "held":
		fact = MemoriesKnown{w.N}
	case "link", "linked":
		var l writtenLink
		switch {
		case json.Unmarshal([]byte(rest), &l) != nil: // unknown
		case kind == "linked":
			fact = LinkAnswered{l.N, l.Line, l.Familiar, l.Outcome, l.Code, l.For, l.With}
		case l.Of != nil:
			fact = LinkSaid{l.N, *l.Of, l.Code, l.Ends, l.Public, l.Random, l.Line, l.Familiar, l.Share}
		}
	}
	return Told{w.From, fact}
}
