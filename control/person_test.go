package control

import (
	"context"
	"testing"

	"familiar/control/access"
	"familiar/messages"
)

func TestPerson(t *testing.T) {
	r := newRig(t, func(o *Options) {
		o.Person = func(_ context.Context, id messages.PersonID) (any, error) {
			if id != "U1/2" {
				return nil, nil
			}
			return map[string]string{"person": string(id)}, nil
		}
		o.Tokens = append(o.Tokens,
			access.Token{Name: "ops", Secret: "ops", Scopes: []string{access.ScopeControl}},
			access.Token{Name: "some", Secret: "some", Scopes: access.Scopes, Channels: []string{"garden"}})
	})
	for _, tt := range []struct {
		story, path, token string
		status             int
	}{
		{"who is known", "/v1/people/U1%2F2", r.run, 200},
		{"who isn't", "/v1/people/zed", r.run, 404},
		{"without the scope control", "/v1/people/U1%2F2", "reader", 403},
		{"without the scope history", "/v1/people/U1%2F2", "ops", 403},
		{"with a token of one chat", "/v1/people/U1%2F2", "some", 403},
	} {
		if w := r.ask("GET", tt.path, "", "Authorization", "Bearer "+tt.token); w.Code != tt.status {
			t.Errorf("%s: got %d %s, want %d", tt.story, w.Code, w.Body, tt.status)
		}
	}
}
