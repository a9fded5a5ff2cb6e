package admission

import (
	"fmt"
	"testing"

	"familiar/messages"
)

// rule reads a rule that is right.
func rule(t testing.TB, text string) Rule {
	t.Helper()
	r, err := ParseRule(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// config returns the default with more holders: "role: rule, rule".
func config(t testing.TB, roles map[string][]string) Config {
	t.Helper()
	c := Default()
	for name, rules := range roles {
		holders := c.Roles[name]
		for _, text := range rules {
			holders.Match = append(holders.Match, rule(t, text))
		}
		c.Roles[name] = holders
	}
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestRole(t *testing.T) {
	roles := map[string][]string{
		"owner":   {"discord:* author:boss", "web:dm/*"},
		"trusted": {"discord:9 author:ana", "discord:9/c1 author:bo"},
		"helper":  {"discord:9/c1"},
		"member":  {"slack:T1", "irc:den author:eve"},
	}
	for _, tt := range []struct {
		what    string
		channel messages.ChannelID
		person  messages.PersonID
		dm      bool
		listed  bool
		want    Role
	}{
		{"a stranger in a channel nobody listed is a guest", "discord/8/x", "zoe", false, false, Guest},
		{"in a listed one everybody is a member", "discord/8/x", "zoe", false, true, Member},
		{"a rule of the network holds in every workspace", "discord/8/x", "boss", false, true, Owner},
		{"and in direct messages", "discord//d7", "boss", true, false, Owner},
		{"but not on another network", "slack/T9/x", "boss", false, false, Guest},
		{"a rule of a workspace holds in its chats", "discord/9/c5", "ana", false, true, Trusted},
		{"and nowhere else", "discord/8/c5", "ana", false, true, Member},
		{"a rule of a chat holds in its threads", "discord/9/c1/t4", "bo", false, true, Trusted},
		{"in another chat it doesn't", "discord/9/c2/t4", "bo", false, true, Member},
		{"a rule without an author is for everybody", "discord/9/c1", "zoe", false, false, "helper"},
		{"the highest role wins over the one for everybody", "discord/9/c1", "ana", false, false, Trusted},
		{"a role is a member's even where nothing is listed", "slack/T1/c", "zoe", false, false, Member},
		{"a rule for direct messages holds in them", "web//d1", "zoe", true, false, Owner},
		{"and not in the chats of the same network", "web//d1", "zoe", false, true, Member},
		{"where there is no workspace the chat takes its place", "irc//den", "eve", false, false, Member},
		{"who sits at the terminal owns it", "terminal//main", "you", false, false, Owner},
	} {
		t.Run(tt.what, func(t *testing.T) {
			c := config(t, roles)
			d := NewDoor(&c, tt.channel, tt.listed, nil)
			if got, _ := d.Role(tt.person, tt.dm); got != tt.want {
				t.Errorf("%s is %s, want %s", tt.person, got, tt.want)
			}
			bot := messages.Line{Author: messages.Author{ID: tt.person, Bot: true}, DM: tt.dm}
			if got, want := d.Admits(&bot), tt.want != Guest; got != want {
				t.Errorf("a line of %s is admitted: %v, want %v", tt.want, got, want)
			}
		})
	}
}

func TestRights(t *testing.T) {
	c := Default()
	c.Roles["helper"] = Holders{May: []messages.Command{messages.Wake, messages.Quiet}}
	c.Roles["friend"] = Holders{}
	c.Roles["mute"] = Holders{May: []messages.Command{}}
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, p := range *c.ranked() {
		got += fmt.Sprintln(p.role, p.may.words())
	}
	want := `owner [wake help status why link quiet engage disengage stop say reload claim forget]
trusted [wake help status why link quiet engage disengage stop]
friend [wake help status why link]
helper [wake quiet]
mute []
member [wake help status why link]
guest []
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestRightsThatFollow(t *testing.T) {
	for _, tt := range []struct {
		what    string
		may     []messages.Command
		command messages.Command
		want    bool
	}{
		{"who may say quiet may end it", []messages.Command{messages.Quiet}, messages.Resume, true},
		{"who may not can't", []messages.Command{messages.Wake, messages.Stop}, messages.Resume, false},
		{"who is answered may ask to be left alone", []messages.Command{messages.Wake}, Alone, true},
		{"and end that", []messages.Command{messages.Wake}, Again, true},
		{"who isn't needn't", []messages.Command{Help}, Alone, false},
		{"clearing is not for people in channels", allRights, messages.Clear, false},
		{"nor is a word nobody knows", allRights, "dance", false},
	} {
		t.Run(tt.what, func(t *testing.T) {
			if got := rightsOf(tt.may).May(tt.command); got != tt.want {
				t.Errorf("%v may %s: %v, want %v", tt.may, tt.command, got, tt.want)
			}
		})
	}
}

// TestNoDoor: a door nobody made lets nobody in.
func TestNoDoor(t *testing.T) {
	var d Door
	if role, may := d.Role("boss", false); role != Guest || may != 0 {
		t.Errorf("got %s and %v, want a guest without rights", role, may.words())
	}
}

// TestGoneRole: a claimed role that the configuration dropped is worth nothing.
func TestGoneRole(t *testing.T) {
	c := Default()
	granted := []Grant{{Role: "helper", Rule: rule(t, "web:* author:ana")}, {Role: Trusted, Rule: rule(t, "web:* author:bo")}}
	d := NewDoor(&c, "web//c", true, granted)
	for person, want := range map[messages.PersonID]Role{"ana": Member, "bo": Trusted} {
		if got, _ := d.Role(person, false); got != want {
			t.Errorf("%s is %s, want %s", person, got, want)
		}
	}
}
