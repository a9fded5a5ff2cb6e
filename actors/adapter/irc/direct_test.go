package irc

import (
	"errors"
	"slices"
	"testing"

	"github.com/ergochat/irc-go/ircmsg"

	"familiar/actors/adapter"
	"familiar/messages"
)

// TestDirectByLogin: a direct message by who is logged in is a place of theirs. Whoever has
// their nick later has another one, and is not told what is for the first.
func TestDirectByLogin(t *testing.T) {
	l := listener(t)
	told := make(chan string, 10)
	capable.with(scripted{
		"JOIN": append(slices.Clone(capable["JOIN"]),
			"@account=robert :bob!b@h PRIVMSG {me} :my door's code is 4711", "@account=robert :bob!b@h PRIVMSG #moths :bye",
			":bob!b@h NICK robert", ":bob!m@h JOIN #moths mallory :real",
			"@account=mallory :bob!m@h PRIVMSG {me} :what is my door's code?", ":bob!m@h ACCOUNT *", ":bob!m@h PRIVMSG {me} :and now?"),
	}).serve(t, tapped{l, told})
	felix := account(t, "felix", Config{Server: l.Addr().String(), Plain: true, Nick: "Felix", Name: "den", Join: []string{"#moths"}})
	lines := listens(t, felix).until(4)
	for k, want := range []messages.ChannelID{0: "irc/den/bob!robert@felix", 1: "irc/den/#moths", 2: "irc/den/bob!mallory@felix", 3: "irc/den/bob@felix"} {
		if got := lines[k]; got.Channel != want {
			t.Errorf("%q is heard in %s, want it in %s", got.Text, got.Channel, want)
		}
	}
	if _, err := felix.Post(t.Context(), messages.Post{ID: "p", Channel: lines[3].Channel, Text: "what?"}); err != nil {
		t.Error(err)
	}
	if got, want := <-told, "PRIVMSG bob what?"; got != want {
		t.Errorf("it said %q, want %q", got, want)
	}
	again, err := ircmsg.ParseLine(":bob!m@h ACCOUNT mallory")
	if err != nil {
		t.Fatal(err)
	}
	felix.linkNow().login(again)
	_, err = felix.Post(t.Context(), messages.Post{ID: "q", Channel: lines[0].Channel, Text: "4711"})
	if !errors.Is(err, adapter.ErrGone) {
		t.Errorf("what is for robert came to %v, want it given up: mallory has the nick", err)
	}
}
