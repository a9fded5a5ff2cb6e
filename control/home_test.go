package control

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"familiar/messages"
)

// TestHome: what needs a person comes first and in its order, and only a token of all
// chats with the scope control is told.
func TestHome(t *testing.T) {
	troubled := Home{
		Accounts: []HomeAccount{
			{Account: "gone", Network: "discord", State: "ended: its token was refused", Ended: true},
			{Account: "away", Network: "irc", State: "has lost its network"},
			{Account: "well", Network: "web", Listens: true},
		},
		Models:  []HomeModel{{Model: "main", Reason: "key was not accepted", Writes: []messages.FamiliarID{"aria"}}, {Model: "spare", Answers: true}},
		Budget:  Spent{Today: 2, Limit: 2},
		Journal: HomeJournal{Free: 700 << 20, Reserve: 512 << 20},
		Letters: 3, Unknown: 1,
		Parts: []Part{{Name: "journal", Says: "it does not answer"}, {Name: "accounts", Says: "told of below"}, {Name: "channels", OK: true}},
	}
	for _, tt := range []struct {
		story, token string
		known        func(context.Context) (Home, error)
		code         int
		needs        []string
	}{
		{"nobody knows anything", "", nil, 200, nil},
		{"all is well", "", func(context.Context) (Home, error) {
			return Home{Journal: HomeJournal{Free: 9 << 30, Reserve: 512 << 20}, Models: []HomeModel{{Answers: true}}}, nil
		}, 200, nil},
		{"everything is wrong", "", func(context.Context) (Home, error) { return troubled, nil }, 200, []string{
			"part journal", "disk ", "account gone", "model main", "away away", "budget ", "unknown ", "letters ",
		}},
		{"a reader asks", "reader", nil, 403, nil},
		{"a token of some chats asks", "garden", nil, 403, nil},
		{"the program is stopping", "", func(context.Context) (Home, error) { return Home{}, ErrClosed }, 503, nil},
	} {
		t.Run(tt.story, func(t *testing.T) {
			r := newRig(t, func(o *Options) { o.Home = tt.known })
			var header []string
			if tt.token != "" {
				header = []string{"Authorization", "Bearer " + tt.token}
			}
			answer := r.ask("GET", "/v1/home", "", header...)
			if answer.Code != tt.code {
				t.Fatalf("got %d %s, want %d", answer.Code, answer.Body, tt.code)
			}
			if tt.code != 200 {
				return
			}
			var told Home
			if err := json.Unmarshal(answer.Body.Bytes(), &told); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, n := range told.Needs {
				if got = append(got, n.Kind+" "+n.Of); n.Says == "" || n.Do == "" {
					t.Errorf("%s doesn't say what is the matter and what to do: %+v", n.Kind, n)
				}
			}
			if !slices.Equal(got, tt.needs) {
				t.Errorf("needs: got %q, want %q", got, tt.needs)
			}
		})
	}
}
