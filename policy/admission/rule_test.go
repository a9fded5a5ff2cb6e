package admission

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"familiar/messages"
)

func TestWrongRules(t *testing.T) {
	for _, tt := range []struct{ what, rule, want string }{
		{"nothing", "", `want "*", "network:*", "network:workspace" or "network:workspace/chat"`},
		{"a network alone", "slack", `want "*", "network:*", "network:workspace" or "network:workspace/chat"`},
		{"no workspace", "slack:", `want "*", "network:*", "network:workspace" or "network:workspace/chat"`},
		{"an empty chat", "slack:T1/", `want "*", "network:*", "network:workspace" or "network:workspace/chat"`},
		{"a thread", "slack:T1/C1/7", `want "*", "network:*", "network:workspace" or "network:workspace/chat"`},
		{"a network in capitals", "Slack:T1", `want "*", "network:*", "network:workspace" or "network:workspace/chat"`},
		{"a star too much", "slack:T1/*", `"/*" is too much: "slack:T1" is the whole workspace`},
		{"a chat in any workspace", "slack:*/C1", `a chat needs its workspace; for all of them "slack:*" is enough`},
		{"half a star", "slack:T*", "* stands for a whole part only"},
		{"direct messages without their chats", "slack:dm", `direct messages are "slack:dm/*"`},
		{"an author of everywhere", "* author:u1", "an author needs a network: ids mean nothing on another one"},
		{"an author without id", "slack:T1 author:", "author: has no id"},
		{"another qualifier", "slack:T1 by:u1", `"by:u1": want author:ID`},
		{"two authors", "slack:T1 author:u1 author:u2", "want one author: and no other blanks"},
		{"two spaces", "slack:T1  author:u1", "want one author: and no other blanks"},
		{"a tab", "slack:T1\tauthor:u1", "want one space before author: and no other blanks"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			r, err := ParseRule(tt.rule)
			if err == nil {
				t.Fatalf("read as %+v, want an error", r)
			}
			if got, want := err.Error(), "rule "+quoted(tt.rule)+": "+tt.want; got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

func quoted(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// TestRuleReadsWhatItWrites: the text of any rule is read as the same rule.
func TestRuleReadsWhatItWrites(t *testing.T) {
	part := rapid.StringMatching(`[A-Za-z0-9%@._:-]{1,8}`).Filter(func(s string) bool { return s != dmWord })
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom([]string{"slack", "web", "x-1"}).Draw(t, "network") + ":"
		switch rapid.IntRange(0, 4).Draw(t, "shape") {
		case 0:
			text += "*"
		case 1:
			text += part.Draw(t, "workspace")
		case 2:
			text += part.Draw(t, "workspace") + "/" + part.Draw(t, "chat")
		case 3:
			text += "dm/*"
		case 4:
			text += "dm/" + part.Draw(t, "chat")
		}
		if rapid.Bool().Draw(t, "for one") {
			text += " author:" + part.Draw(t, "author")
		}
		r, err := ParseRule(text)
		if err != nil || r.String() != text {
			t.Fatalf("%q is read as %q, %v", text, r, err)
		}
		var again Rule
		if kept, err := json.Marshal(r); err != nil || json.Unmarshal(kept, &again) != nil || again != r {
			t.Fatalf("%q is kept as %s and read as %q", text, kept, again)
		}
	})
}

// TestHighestRoleWins: against a door, a plain walk over all rules.
func TestHighestRoleWins(t *testing.T) {
	rules := []string{"*", "a:*", "a:w", "a:w/c", "a:dm/*", "a:dm/c", "b:*", "a:* author:x", "a:w/c author:x", "a:dm/c author:y", "b:w author:x"}
	order := []Role{Owner, Trusted, "helper", Member, Guest}
	rapid.Check(t, func(t *rapid.T) {
		c := Default()
		c.Roles = map[string]Holders{"helper": {May: []messages.Command{}}}
		var granted []Grant
		best := func(role, than Role) Role {
			for _, r := range order {
				if r == role || r == than {
					return r
				}
			}
			return Guest
		}
		channel := rapid.SampledFrom([]messages.ChannelID{"a/w/c", "a/w/c/t", "a//c", "a/v/d", "b/w/c"}).Draw(t, "channel")
		person := rapid.SampledFrom([]messages.PersonID{"x", "y", "z"}).Draw(t, "person")
		dm, listed := rapid.Bool().Draw(t, "dm"), rapid.Bool().Draw(t, "listed")
		want := Guest
		if listed {
			want = Member
		}
		for range rapid.IntRange(0, 6).Draw(t, "rules") {
			role := rapid.SampledFrom(order[:4]).Draw(t, "role")
			r, err := ParseRule(rapid.SampledFrom(rules).Draw(t, "rule"))
			if err != nil {
				t.Fatal(err)
			}
			if rapid.Bool().Draw(t, "claimed") {
				granted = append(granted, Grant{Role: role, Rule: r})
			} else {
				holders := c.Roles[string(role)]
				holders.Match = append(holders.Match, r)
				c.Roles[string(role)] = holders
			}
			if r.Match(channel, dm) && (r.Author() == "" || r.Author() == person) {
				want = best(role, want)
			}
		}
		d := NewDoor(&c, channel, listed, granted)
		if got, _ := d.Role(person, dm); got != want {
			t.Fatalf("%s is %s, want %s", person, got, want)
		}
	})
}
