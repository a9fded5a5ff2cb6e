package irc

import (
	"context"
	"errors"
	"testing"

	"github.com/ergochat/irc-go/ircmsg"

	"familiar/actors/adapter"
	"familiar/messages"
)

// TestProof: what the server answers to two lines and the PING behind them,
// and what is known of the post then.
func TestProof(t *testing.T) {
	const pong = ":s PONG s :TOKEN"
	for _, tt := range []struct {
		story   string
		answers []string
		want    string
	}{
		{"nothing before the answer", []string{pong}, "posted"},
		{"both refused", []string{":s 404 Felix #moths :no", ":s 404 Felix #moths :no", pong}, "later"},
		{"one refused", []string{":s 404 Felix #moths :no", pong}, "unknown"},
		{"somebody else's refused", []string{":s 404 Felix #bees :no", pong}, "posted"},
		{"no such channel", []string{":s 403 Felix #moths :no", ":s 403 Felix #moths :no", pong}, "never"},
		{"thrown out before", []string{":bob!b@h KICK #moths Felix :out", ":s 404 Felix #moths :no", ":s 404 Felix #moths :no", pong}, "later"},
		{"and not let in again", []string{":bob!b@h KICK #moths Felix :out", ":s 474 Felix #moths :banned", pong}, "posted"},
		{"and an answer to one or the other", []string{":bob!b@h KICK #moths Felix :out", ":s 477 Felix #moths :no", ":s 477 Felix #moths :no", pong}, "unknown"},
		{"another's answer", []string{":s PONG s :other"}, "nothing"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			l := inDen(t)
			l.ctx = t.Context()
			proof := l.expect(messages.Post{ID: "p", Channel: "irc/den/#moths", Text: "a\nb"}, "#moths", false)
			proof.sent.Store(2)
			for _, answer := range tt.answers {
				m, err := ircmsg.ParseLine(answer)
				if err != nil {
					t.Fatal(err)
				}
				switch m.Command {
				case "KICK":
					l.kick(m)
				case "PONG":
					if m.Params[1] == "TOKEN" {
						m.Params[1] = proof.token
					}
					l.pong(m)
				default:
					l.refused(m)
				}
			}
			if got := known(proof); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			if handed := len(l.a.heard) == 1; handed != (tt.want == "posted") {
				t.Errorf("handed over as a line: %v", handed)
			}
		})
	}
}

// TestNotSent: what a server says that it has dropped is not taken for said.
func TestNotSent(t *testing.T) {
	for _, tt := range []struct{ story, answer string }{
		{"who hears only people that are logged in", ":s.example 486 {me} bob :You must log in with services to message this user"},
		{"too many people were spoken to", ":s.example 707 {me} bob :Targets changing too fast, message dropped"},
		{"the same by other servers' number", ":s.example 439 {me} bob :Message target change too fast. Please wait 9 seconds"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			l := listener(t)
			capable.with(scripted{"PRIVMSG": {tt.answer}}).serve(t, l)
			felix := account(t, "felix", Config{Server: l.Addr().String(), Plain: true, Nick: "Felix", Name: "den"})
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			_, err := felix.Post(ctx, messages.Post{ID: "p", Channel: "irc/den/bob@felix", Text: "hi"})
			if _, later := errors.AsType[*adapter.RetryError](err); !later {
				t.Errorf("got %v, want that it was not said and may be later", err)
			}
		})
	}
}

func known(p *proof) string {
	select {
	case <-p.answered:
	default:
		return "nothing"
	}
	switch err := p.verdict(); {
	case err == nil:
		return "posted"
	case errors.Is(err, adapter.ErrGone):
		return "never"
	case errors.Is(err, errRefused):
		return "later"
	}
	return "unknown"
}
