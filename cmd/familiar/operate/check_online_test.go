package operate

import (
	"context"
	"errors"
	"strings"
	"testing"

	"familiar/actors/adapter"
	"familiar/app"
	"familiar/cmd/familiar/process"
	"familiar/config"
	"familiar/messages"
)

// A pond is a network that says how its accounts stand; no listening.
type pond struct {
	adapter.Adapter
	standing adapter.Standing
	err      error
}

func (p pond) Check(context.Context) (adapter.Standing, error) { return p.standing, p.err }

func (p pond) Connect(*config.Config) ([]app.Connection, error) {
	return []app.Connection{{Account: "p", Adapter: p}}, nil
}

func TestCheckOnline(t *testing.T) {
	me := messages.Author{ID: "7", Name: "Moth\x1b[2J"}
	for _, tt := range []struct {
		story  string
		pond   process.Network // nil: the program has no adapter
		asJSON bool
		want   []string // in what is printed
		fails  bool
	}{
		{
			"an account with all it needs",
			pond{standing: adapter.Standing{Me: me, Places: []string{"#garden", "#den"}}},
			false,
			[]string{"p        irc      Moth[2J (7)  #garden, #den\n"},
			false,
		},
		{
			"many places are counted",
			pond{standing: adapter.Standing{Me: me, Places: strings.Fields("1 2 3 4 5 6 7"), More: 30}},
			false,
			[]string{"1, 2, 3, 4, 5 and 32 more"},
			false,
		},
		{"an account that is nowhere", pond{standing: adapter.Standing{Me: me}}, false, []string{"nowhere yet: invite it"}, false},
		{"a network that doesn't tell", pond{standing: adapter.Standing{Me: me, Hidden: true}}, false, []string{"(7)  the network doesn't say\n"}, false},
		{
			"a right is missing",
			pond{standing: adapter.Standing{Me: me, Missing: []string{"chat:write: it can't post"}}},
			false,
			[]string{"p lacks:\n  chat:write: it can't post\n"},
			true,
		},
		{"it can't connect", pond{err: errors.New("the token was revoked:\nmake a new one")}, false, []string{"p can't connect: the token was revoked: make a new one\n"}, true},
		{"nobody speaks the network", nil, false, []string{"p can't connect: this program has no adapter for its network\n"}, true},
		{
			"as JSON",
			pond{standing: adapter.Standing{Me: me, Places: []string{"#garden"}, Missing: []string{"x"}}},
			true,
			[]string{`"accounts": [`, `"models": []`, `"account": "p"`, `"network": "irc"`, `"id": "7"`, `"#garden"`, `"missing": [`},
			true,
		},
	} {
		t.Run(tt.story, func(t *testing.T) {
			c, err := config.Parse("test.toml", []byte(`
unknown = "default"
[familiars.moth]
name = "Moth"
persona = "Moth keeps lamps."
[accounts.p]
network = "irc"
server = "pond.example:6697"
familiars = ["moth"]
`))
			if err != nil {
				t.Fatal(err)
			}
			table := map[messages.Network]func(process.Surroundings) process.Network{}
			if tt.pond != nil {
				table["irc"] = func(process.Surroundings) process.Network { return tt.pond }
			}
			var out strings.Builder
			err = checkOnline(t.Context(), c, table, &out, tt.asJSON)
			if (err != nil) != tt.fails {
				t.Errorf("got the error %v, want one: %v", err, tt.fails)
			}
			for _, want := range tt.want {
				if !strings.Contains(out.String(), want) {
					t.Errorf("got %q, want %q in it", out.String(), want)
				}
			}
		})
	}
}
