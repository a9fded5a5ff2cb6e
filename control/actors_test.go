package control

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

func TestActors(t *testing.T) {
	tree := func(_ context.Context, most int) Actors {
		return Actors{Kinds: []ActorKind{{Kind: "account", All: 2, Actors: []Actor{{Key: fmt.Sprint("pond of ", most), State: "listens", Last: "account.opened"}}}}}
	}
	const pond = `{"kinds":[{"kind":"account","all":2,"actors":[{"key":"pond of %d","state":"listens","backlog":0,"last":"account.opened","rests":0,"panics":0}]}]}`
	for _, tt := range []struct {
		story, path string
		known       func(context.Context, int) Actors
		token       string
		want        string
		code        int
	}{
		{"nobody knows of any", "/v1/actors", nil, "", `{"kinds":[]}`, 200},
		{"there is one", "/v1/actors", tree, "", fmt.Sprintf(pond, 100), 200},
		{"fewer are asked for", "/v1/actors?most=7", tree, "", fmt.Sprintf(pond, 7), 200},
		{"too many are", "/v1/actors?most=101", tree, "", "", 400},
		{"a token of some channels asks", "/v1/actors", tree, "garden", "", 403},
		{"a reader asks", "/v1/actors", tree, "reader", "", 403},
	} {
		t.Run(tt.story, func(t *testing.T) {
			r := newRig(t, func(o *Options) { o.Actors = tt.known })
			var headers []string
			if tt.token != "" {
				headers = []string{"Authorization", "Bearer " + tt.token}
			}
			got := r.ask("GET", tt.path, "", headers...)
			if got.Code != tt.code || tt.want != "" && strings.TrimSpace(got.Body.String()) != tt.want {
				t.Errorf("got %d %s, want %d %s", got.Code, got.Body, tt.code, tt.want)
			}
		})
	}
}
