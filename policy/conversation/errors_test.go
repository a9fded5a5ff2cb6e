package conversation

import (
	"strings"
	"testing"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/turns"
)

// TestAssignmentErrors: what the other system lists as errors of an assigned
// channel is noted, and the channel goes on.
func TestAssignmentErrors(t *testing.T) {
	assign := func(mode turns.Mode, members ...messages.FamiliarID) func(*Config) {
		return func(c *Config) { c.Room.Turns.Assignment = turns.Assignment{Mode: mode, Members: members} }
	}
	unknown := func(u turns.Unknown) func(*Config) { return func(c *Config) { c.Room.Turns.Unknown = u } }
	for _, tt := range []struct {
		what    string
		config  func(*Config)
		play    []Event // before somebody speaks
		noted   string  // part of a note's reason
		answers messages.FamiliarID
	}{
		{"an unknown channel is ignored", unknown(turns.Ignore), nil, because.Written(turns.UnknownChannel.Because()), ""},
		{"or somebody's", unknown("familiar:Vesper"), nil, because.Written(turns.Assigned.Because()), "Vesper"},
		{"nobody is assigned", assign(turns.Single), nil, turns.BadCount.Error(), ""},
		{"one of the assigned is not there", assign(turns.TurnBased, "ghost", "Vesper"), nil, "ghost", "Vesper"},
		{"a mode that nobody knows", assign("weird", "Aria"), nil, turns.BadMode.Error(), ""},
		{"a command that makes no sense", assign(turns.Direct, "Aria"), []Event{messages.Commanded{Command: messages.Turns, Text: "dance"}}, "turns dance: ", "Aria"},
		{"a turn for somebody who is not there", assign(turns.TurnBased, "Aria", "Vesper"), []Event{messages.Commanded{Command: messages.Turns, Text: "grant ghost"}}, "turns grant ghost: ", "Aria"},
		{"a holder who left", assign(turns.TurnBased, "Aria", "Vesper"), []Event{messages.Commanded{Command: messages.Turns, Text: "remove Aria"}}, "it is Vesper's turn", "Vesper"},
		{"nobody is left", assign(turns.TurnBased, "Aria", "Vesper"), []Event{messages.Commanded{Command: messages.Turns, Text: "remove Aria"}, messages.Commanded{Command: messages.Turns, Text: "remove Vesper"}}, "it is nobody's turn", ""},
		{"an account that nobody has goes", assign(turns.TurnBased, "Aria", "Vesper"), []Event{messages.PresenceChanged{Account: "ghost"}}, because.Written(turns.ItsTurn.Because()), "Aria"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			c := testConfig(t, "assigned", "two", "accounts")
			tt.config(c)
			s := New(scriptChannel, c)
			var out []Effect
			for _, e := range tt.play {
				out = s.Step(s.Now+1000, e, out)
			}
			out = s.Step(s.Now+1000, messages.Heard{Line: &messages.Line{ID: "1", Channel: scriptChannel, Author: messages.Author{ID: "ana"}, Text: "hi"}}, out)
			noted, answers := false, messages.FamiliarID("")
			for _, effect := range out {
				switch e := effect.(type) {
				case *messages.Note:
					noted = noted || strings.Contains(because.Written(e.Reason), tt.noted)
				case messages.Compose:
					answers = e.Familiar
				}
			}
			if !noted || answers != tt.answers {
				t.Errorf("%q answers, want %q, and a note of %q in\n%s", answers, tt.answers, tt.noted, show(out))
			}
		})
	}
}

// TestCorruptTurns: an assignment that no program wrote is put right when the
// state is read, and the channel goes on.
func TestCorruptTurns(t *testing.T) {
	c := testConfig(t, "assigned", "two", "turn-based")
	s := New(scriptChannel, c)
	s.Turns.Members = []messages.FamiliarID{"Vesper", "Vesper"}
	s.Turns.Told = true
	kept, err := s.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if s, err = Decode(kept, c); err != nil {
		t.Fatal(err)
	}
	if to, why := s.Turns.Route(); to != "Aria" || why != turns.ItsTurn {
		t.Errorf("a line goes to %q (%s), want Aria, whose turn it is", to, why)
	}
}
