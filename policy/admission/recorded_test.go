package admission

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"familiar/messages"
)

// recorded is what another system decides, on inputs of ours.
type recorded struct {
	Codes []struct {
		Text    string
		Extract *string
	} `json:"claim_code"`
	Commands []struct {
		Text   string
		Expect *struct{ Name, Args string }
	} `json:"parse_command"`
	Rules []recordedRule `json:"match_rule"`
	Roles []recordedRole
}

type recordedRule struct {
	Text   string
	Result struct {
		OK    bool
		Value struct{ Kind, Platform, Workspace, Chat, Bucket, Author string }
	}
}

type recordedRole struct {
	Roles map[string]struct {
		Match       []string
		Permissions []string
	}
	Origin *struct {
		Kind, Adapter, Workspace, Chat string
		Author                         messages.PersonID `json:"lastInboundAuthorId"`
	}
	Role        Role
	Permissions map[string]bool
}

func read(t *testing.T) (r recorded) {
	t.Helper()
	b, err := os.ReadFile("testdata/recorded.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Codes) == 0 || len(r.Commands) == 0 || len(r.Rules) == 0 || len(r.Roles) == 0 {
		t.Fatal("a group of decisions is empty")
	}
	return r
}

func TestRecordedCodes(t *testing.T) {
	for _, w := range read(t).Codes {
		got, ok := FindCode(w.Text)
		if ok != (w.Extract != nil) || ok && got != *w.Extract {
			t.Errorf("%q holds %q, %v; want %v", w.Text, got, ok, w.Extract)
		}
	}
}

// bearsName is where our slashes differ: in "/stop@bot" the source sees no
// command, ours one for whoever is called so.
func bearsName(text string) bool { return strings.Contains(text, "@") }

func TestRecordedCommands(t *testing.T) {
	for _, w := range read(t).Commands {
		word, at, rest, ok := Slash(w.Text)
		if bearsName(w.Text) {
			if !ok || at == "" {
				t.Errorf("%q is for nobody: %v, %q", w.Text, ok, at)
			}
			continue
		}
		if ok != (w.Expect != nil) || ok && (word != w.Expect.Name || rest != w.Expect.Args || at != "") {
			t.Errorf("%q is %q %q %q, %v; want %v", w.Text, word, at, rest, ok, w.Expect)
		}
	}
}

// otherOrigin: rules of the source for what isn't a chat network, or for kinds
// of channels we don't tell apart.
func otherOrigin(w recordedRule) bool {
	v := w.Result.Value
	return w.Result.OK && (v.Kind == "tui" || v.Kind == "cron" || v.Kind == "subagent" || v.Bucket != "" && v.Bucket != dmWord)
}

// slashInside: the source gives one network workspaces with a slash; ours
// write it escaped.
func slashInside(w recordedRule) bool { return strings.HasPrefix(w.Text, "github:") }

// otherNetwork: the source knows its networks and refuses others and old names
// for them; ours leaves that to the configuration, which knows the accounts.
func otherNetwork(w recordedRule) bool {
	network, _, ok := strings.Cut(w.Text, ":")
	return ok && !w.Result.OK && slices.Contains([]string{"team", "guild", "tg", "channel", "subagent"}, network)
}

func TestRecordedRules(t *testing.T) {
	for _, w := range read(t).Rules {
		if otherOrigin(w) || slashInside(w) || otherNetwork(w) {
			continue
		}
		r, err := ParseRule(w.Text)
		if (err == nil) != w.Result.OK {
			t.Errorf("%q is read as %+v, %v; want ok %v", w.Text, r, err, w.Result.OK)
			continue
		}
		v := w.Result.Value
		want := Rule{network: messages.Network(v.Platform), workspace: v.Workspace, chat: v.Chat, dm: v.Bucket == dmWord, author: messages.PersonID(v.Author)}
		if v.Kind == "wildcard" {
			want.network = "*"
		}
		if w.Result.OK && r != want {
			t.Errorf("%q is read as %+v, want %+v", w.Text, r, want)
		}
	}
}

// nowhere: the source also decides for what comes from no channel; ours has
// nothing of that kind.
func nowhere(w recordedRole) bool { return w.Origin == nil }

// otherRights: the source lets members control a session and trusted people
// administer it; ours keeps stop for trusted people and reload for owners.
func otherRights(w recordedRole) bool {
	return (w.Role == Member || w.Role == Trusted) && w.Roles[string(w.Role)].Permissions == nil
}

// rightFor is the command of ours that stands for a permission of the source.
var rightFor = map[string]messages.Command{
	"channel.respond": messages.Wake,
	"session.control": messages.Stop,
	"session.admin":   Reload,
}

func TestRecordedRoles(t *testing.T) {
	for _, w := range read(t).Roles {
		if nowhere(w) {
			continue
		}
		c := w.config(t)
		c.Unlisted = Guest // as there, whether anybody has a role or not
		o := w.Origin
		dm := o.Workspace == "@dm"
		channel := messages.Channel{Network: messages.Network(strings.TrimSuffix(o.Adapter, "-bot")), Workspace: strings.TrimPrefix(o.Workspace, "@dm"), Chat: o.Chat}
		if o.Kind == "tui" {
			channel = messages.Channel{Network: "terminal", Chat: "main"}
		}
		d := NewDoor(&c, channel.ID(), false, nil)
		role, may := d.Role(o.Author, dm)
		if role != w.Role {
			t.Errorf("%+v of %+v in %v is %s, want %s", w.Roles, o, channel.ID(), role, w.Role)
		}
		for permission, want := range w.Permissions {
			right, ok := rightFor[permission]
			if !ok {
				t.Fatalf("permission %q stands for no right", permission)
			}
			if right != messages.Wake && otherRights(w) {
				continue
			}
			if got := may.May(right); got != want {
				t.Errorf("%+v: %s in %v may %s: %v, want %v", w.Roles, role, channel.ID(), right, got, want)
			}
		}
	}
}

// config gives the roles of the source as ours.
func (w recordedRole) config(t *testing.T) Config {
	t.Helper()
	c := Default()
	for name, from := range w.Roles {
		holders := c.Roles[name]
		for _, text := range from.Match {
			holders.Match = append(holders.Match, rule(t, text))
		}
		if from.Permissions != nil {
			holders.May = []messages.Command{}
			for _, permission := range from.Permissions {
				holders.May = append(holders.May, rightFor[permission])
			}
		}
		c.Roles[name] = holders
	}
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	return c
}
