package irc

import (
	"context"
	"errors"
	"testing"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/messages"
)

// TestFind: what the next process knows of a post.
func TestFind(t *testing.T) {
	p := messages.Post{ID: "p", Channel: "irc/den/bob@felix", Text: "hi"}
	other := messages.Post{ID: "o", Channel: p.Channel, Text: "and"}
	for _, tt := range []struct {
		story  string
		server scripted
		first  []messages.Post // an earlier process tried
		broken bool            // nothing could be marked then
		want   string
	}{
		{"nothing was ever posted there", nil, nil, false, adaptertest.Never},
		{"another post was made", nil, []messages.Post{other}, false, adaptertest.Never},
		{"it was posted", nil, []messages.Post{p}, false, adaptertest.Made},
		{"it was put off", scripted{"PRIVMSG": {":s.example 439 {me} bob :Please wait 9 seconds"}}, []messages.Post{p}, false, adaptertest.Never},
		{"there is nobody", scripted{"PRIVMSG": {":s.example 401 {me} bob :No such nick"}}, []messages.Post{p}, false, adaptertest.Never},
		{"the connection was lost meanwhile", scripted{"PRIVMSG": {"ERROR :bye"}}, []messages.Post{p}, false, adaptertest.Maybe},
		{"nothing could be marked before", nil, []messages.Post{p}, true, adaptertest.Never},
	} {
		t.Run(tt.story, func(t *testing.T) {
			l := listener(t)
			capable.with(tt.server).serve(t, l)
			w := &adaptertest.Words{}
			c := Config{Server: l.Addr().String(), Plain: true, Nick: "Felix", Name: "den", Marks: w}
			felix := account(t, "felix", c)
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			if tt.broken {
				w.Break(errors.New("no space"))
			}
			for _, post := range tt.first {
				if _, err := felix.Post(ctx, post); tt.broken && !adapter.IsUnposted(err) {
					t.Errorf("posted all the same: %v", err)
				}
			}
			w.Break(nil)
			if got := adaptertest.FateOf(t, account(t, "felix", c), p); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
	unkept := account(t, "felix", Config{Server: "127.0.0.1:1", Plain: true, Nick: "Felix", Name: "den"})
	if got := adaptertest.FateOf(t, unkept, p); got != adaptertest.Maybe {
		t.Errorf("where nothing is kept: %s", got)
	}
}
