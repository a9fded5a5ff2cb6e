package irc

import (
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
