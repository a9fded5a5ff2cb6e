package control

import (
	"slices"
	"strings"
	"testing"
)

func TestReactions(t *testing.T) {
	for _, tt := range []struct {
		story, path, body string
		status            int
		want              []string
	}{
		{"a reaction", "/lines/1/reactions", `{"author":{"id":"u","name":"U"},"emoji":"👍"}`, 202, []string{"web//garden {1 {u U false} 👍 false}"}},
		{"to a post, in a thread", "/lines/post:p/reactions", `{"author":{"id":"u"},"emoji":":tada:","thread":"t"}`, 202, []string{"web//garden/t {post:p {u  false} :tada: false}"}},
		{"taken away", "/lines/1/reactions", `{"author":{"id":"u"},"emoji":"👍","removed":true}`, 202, []string{"web//garden {1 {u  false} 👍 true}"}},
		{"by nobody", "/lines/1/reactions", `{"emoji":"👍"}`, 400, nil},
		{"of no kind", "/lines/1/reactions", `{"author":{"id":"u"}}`, 400, nil},
		{"of a kind without end", "/lines/1/reactions", `{"author":{"id":"u"},"emoji":"` + strings.Repeat("👍", 65) + `"}`, 400, nil},
		{"with what there isn't", "/lines/1/reactions", `{"author":{"id":"u"},"emoji":"👍","bot":true}`, 400, nil},
	} {
		t.Run(tt.story, func(t *testing.T) {
			r := newRig(t, nil)
			w := r.ask("POST", "/v1/channels/garden"+tt.path, tt.body)
			if w.Code != tt.status || !slices.Equal(r.reacted, tt.want) {
				t.Errorf("got %d %s and %q, want %d and %q", w.Code, w.Body, r.reacted, tt.status, tt.want)
			}
		})
	}
}
