package admission

import (
	"testing"

	"familiar/messages"
)

// TestARelayedNameHasNoRights: whoever a relay says it was is a member at most, however
// generous the rules, and never the one whose name it is.
func TestARelayedNameHasNoRights(t *testing.T) {
	const room = messages.ChannelID("discord/9/c1")
	bob := messages.RelayedPerson("garden", "bob")
	for _, tt := range []struct {
		what   string
		roles  map[string][]string
		listed Role
		want   Role
		may    Rights
	}{
		{"a member like everybody", nil, Member, Member, builtin(Member)},
		{"a guest like everybody", nil, Guest, Guest, 0},
		{"everybody here is trusted", map[string][]string{"trusted": {"discord:9"}}, Member, Member, builtin(Member)},
		{"everybody anywhere is owner", map[string][]string{"owner": {"*"}}, Guest, Member, builtin(Member)},
		{"the real one is owner", map[string][]string{"owner": {"discord:* author:bob"}}, Guest, Guest, 0},
		{"even by the id that a relay's person has", map[string][]string{"owner": {"discord:* author:relayed:garden:bob"}}, Guest, Member, builtin(Member)},
		{"everybody here is a helper", map[string][]string{"helper": {"discord:9"}}, Member, Member, builtin(Member)},
	} {
		t.Run(tt.what, func(t *testing.T) {
			c := config(t, tt.roles)
			c.Listed = tt.listed
			door := NewDoor(&c, room, true, nil)
			if role, may := door.Role(bob, false); role != tt.want || may != tt.may {
				t.Errorf("got %s with %v, want %s with %v", role, may, tt.want, tt.may)
			}
		})
	}
	c := config(t, map[string][]string{"helper": {"discord:9"}})
	c.Roles["helper"] = Holders{Match: c.Roles["helper"].Match, May: []messages.Command{messages.Quiet}}
	door := NewDoor(&c, room, true, nil)
	if _, may := door.Role(bob, false); may != 0 {
		t.Errorf("a role that may less than a member gives %v", may)
	}
	var none Door
	if role, may := none.Role(bob, false); role != Guest || may != 0 {
		t.Errorf("without a door got %s with %v", role, may)
	}
}

// TestARelayedNameClaimsNothing: a code that comes by a relay is talk, and can be used
// after it.
func TestARelayedNameClaimsNothing(t *testing.T) {
	c := Default()
	var s Claims
	code := NewCode([5]byte{1})
	if err := s.Open(1000, code, Owner, Rule{}, &c); err != nil {
		t.Fatal(err)
	}
	line := func(who messages.PersonID) *messages.Line {
		return &messages.Line{Channel: "web//den", Author: messages.Author{ID: who}, Text: code}
	}
	if outcome, _ := s.offer(1000, line(messages.RelayedPerson("garden", "ana")), &c); outcome != NoClaim {
		t.Errorf("got %s", outcome)
	}
	if outcome, _ := s.offer(1000, line("ana"), &c); outcome != Fits {
		t.Errorf("afterwards got %s", outcome)
	}
}
