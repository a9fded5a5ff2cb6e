package irc

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"familiar/actors/adapter"
	"familiar/internal/ngircd"
	"familiar/messages"
)

// spoken by Felix, as somebody was told it.
func told(p *ngircd.Person, nick, to string, n int) []string {
	var texts []string
	for _, line := range p.Until(" PRIVMSG "+to+" :", n) {
		if from, text, _ := strings.Cut(line, " PRIVMSG "+to+" :"); strings.HasPrefix(from, ":"+nick+"!") {
			texts = append(texts, text)
		}
	}
	return texts
}

func TestTalk(t *testing.T) {
	server := ngircd.Start(t, ngircd.Config{})
	bob := server.Person(t, "bob", "#moths")
	felix := account(t, "felix", quick(t, server))
	w := listens(t, felix)
	bob.Until("Felix!", 1)

	bob.Say("#moths", "Felix: what is a moth?")
	line := w.until(1)[0]
	if line.Text != "@Felix: what is a moth?" || !slices.Equal(line.Mentions, []messages.PersonID{"account:felix"}) {
		t.Errorf("heard %q calling %q, want Felix called", line.Text, line.Mentions)
	}
	p := messages.Post{
		ID: "p1", Channel: line.Channel, Text: "A butterfly of the night.\nIt likes lamps.", ReplyTo: line.ID,
		Quoting: messages.Quoted{ID: line.ID, Author: line.Author},
	}
	posted, err := felix.Post(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := told(bob, "Felix", "#moths", 2), []string{"bob: A butterfly of the night.", "It likes lamps."}; !slices.Equal(got, want) {
		t.Errorf("bob was told %q, want %q", got, want)
	}
	own := w.until(2)[1]
	if own.ID != posted.Line || own.Nonce != "p1" || own.Text != p.Text || own.Author.ID != "account:felix" || own.ReplyTo.ID != line.ID {
		t.Errorf("its own line is %+v, want the post as it was given", own)
	}

	// Bob goes by another name; the direct message he sends is another channel.
	bob.Send("NICK bobby")
	bob.Until(" NICK :bobby", 1)
	bob.Say("#moths", "\x01ACTION looks around\x01")
	bob.Say("Felix", "psst")
	lines := w.until(4)
	if got := lines[2]; got.Text != "* bobby looks around" || got.Author.ID != "bobby" {
		t.Errorf("heard %q by %s, want what bobby does", got.Text, got.Author.ID)
	}
	if got := lines[3]; !got.DM || got.Channel != "irc/den/bobby@felix" || got.Author.Name != "bobby" {
		t.Errorf("heard %+v, want a direct message", got)
	}
	if _, err := felix.Post(t.Context(), messages.Post{ID: "p2", Channel: lines[3].Channel, Text: "yes?"}); err != nil {
		t.Fatal(err)
	}
	if got := told(bob, "Felix", "bobby", 1); !slices.Equal(got, []string{"yes?"}) {
		t.Errorf("bobby was told %q, want an answer to him alone", got)
	}

	// People come and go; the topic says what it is about.
	eve := server.Person(t, "eve", "#moths")
	bob.Send("TOPIC #moths :wings")
	eve.Until("TOPIC #moths", 1)
	eve.Say("#moths", "hi")
	w.until(6)
	if got, err := felix.Members(t.Context(), "irc/den/#moths"); err != nil || got.Humans != 2 || got.Bots != 1 || got.Truncated {
		t.Errorf("members are %+v, %v, want two humans and Felix", got, err)
	}
	if got, err := felix.Describe(t.Context(), "irc/den/#moths"); err != nil || got != (adapter.Place{Name: "#moths", About: "wings", Kind: "channel"}) {
		t.Errorf("the channel is %+v, %v", got, err)
	}
	eve.Send("QUIT")
	bob.Until(":eve!", 3)
	bob.Say("#moths", "she left")
	w.until(7)
	if got, err := felix.Members(t.Context(), "irc/den/#moths"); err != nil || got.Humans != 1 {
		t.Errorf("members are %+v, %v, want one human", got, err)
	}
}

// TestCapitals: a server knows the capitals of ASCII only. Others make another
// channel, and another person.
func TestCapitals(t *testing.T) {
	server := ngircd.Start(t, ngircd.Config{})
	bob := server.Person(t, "bob", "#Ночь")
	c := quick(t, server)
	c.Join = []string{"#Ночь"}
	felix := account(t, "felix", c)
	w := listens(t, felix)
	bob.Until("Felix!", 1)
	bob.Say("#Ночь", "Felix: are you there?")
	line := w.until(1)[0]
	if _, err := felix.Post(t.Context(), messages.Post{ID: "p", Channel: line.Channel, Text: "yes"}); err != nil {
		t.Fatal(err)
	}
	if got := told(bob, "Felix", "#Ночь", 1); !slices.Equal(got, []string{"yes"}) {
		t.Errorf("bob was told %q, want the answer", got)
	}
}

// TestBurst: fifty lines come in order, and what is posted meanwhile goes out
// in order.
func TestBurst(t *testing.T) {
	server := ngircd.Start(t, ngircd.Config{})
	bob := server.Person(t, "bob", "#moths")
	felix := account(t, "felix", quick(t, server))
	w := listens(t, felix)
	bob.Until("Felix!", 1)
	for n := range 50 {
		bob.Say("#moths", fmt.Sprint("line ", n))
	}
	var want []string
	for n := range 10 {
		want = append(want, fmt.Sprint("answer ", n))
		if _, err := felix.Post(t.Context(), messages.Post{ID: messages.PostID(fmt.Sprint(n)), Channel: "irc/den/#moths", Text: want[n]}); err != nil {
			t.Fatal(err)
		}
	}
	heard := 0
	ids := map[messages.LineID]bool{}
	for _, line := range w.until(60) {
		ids[line.ID] = true
		if line.Author.ID == "account:felix" {
			continue
		}
		if line.Text != fmt.Sprint("line ", heard) {
			t.Fatalf("line %d is %q", heard, line.Text)
		}
		heard++
	}
	if heard != 50 || len(ids) != 60 {
		t.Errorf("heard %d lines of bob's and %d ids, want 50 and 60", heard, len(ids))
	}
	if got := told(bob, "Felix", "#moths", 10); !slices.Equal(got, want) {
		t.Errorf("bob was told %q, want %q", got, want)
	}
}

// TestTwoAccounts: one line is one line, whoever of ours hears it, and so is a
// post of several texts.
func TestTwoAccounts(t *testing.T) {
	server := ngircd.Start(t, ngircd.Config{})
	bob := server.Person(t, "bob", "#moths")
	circle := NewCircle()
	open := func(id messages.AccountID, nick string) (*Account, *witness) {
		c := quick(t, server)
		c.Nick, c.Circle = nick, circle
		a := account(t, id, c)
		return a, listens(t, a)
	}
	felix, hears := open("felix", "Felix")
	_, overhears := open("nora", "Nora")
	bob.Until(" JOIN :#moths", 3)
	bob.Say("#moths", "Nora: ask Felix")
	first, second := hears.until(1)[0], overhears.until(1)[0]
	if first.ID != second.ID || first.Account != "felix" || second.Account != "nora" {
		t.Errorf("one line came as %s of %s and %s of %s", first.ID, first.Account, second.ID, second.Account)
	}
	if want := []messages.PersonID{"account:nora"}; !slices.Equal(first.Mentions, want) || !slices.Equal(second.Mentions, want) {
		t.Errorf("it calls %q and %q, want Nora", first.Mentions, second.Mentions)
	}
	if _, err := felix.Post(t.Context(), messages.Post{ID: "p", Channel: first.Channel, Text: "one\ntwo"}); err != nil {
		t.Fatal(err)
	}
	told(bob, "Felix", "#moths", 2)
	bob.Say("#moths", "thanks")
	if got := hears.until(3)[2]; got.Text != "thanks" {
		t.Errorf("Felix heard %q last, want its own post once", got.Text)
	}
	if got := overhears.until(2)[1]; got.Text != "thanks" {
		t.Errorf("Nora heard %q, which Felix hands over itself", got.Text)
	}
}

// TestPostRefused: what the server doesn't take is known not to be posted.
func TestPostRefused(t *testing.T) {
	server := ngircd.Start(t, ngircd.Config{})
	bob := server.Person(t, "bob", "#moths")
	felix := account(t, "felix", quick(t, server))
	listens(t, felix)
	bob.Until("Felix!", 1)
	bob.Send("MODE #moths +m")
	bob.Settle()
	for _, tt := range []struct {
		story   string
		channel messages.ChannelID
		gone    bool
	}{
		{"a channel where it has no voice", "irc/den/#moths", false},
		{"a channel it isn't in", "irc/den/#bees", false},
		{"somebody who isn't there", "irc/den/eve@felix", true},
		{"another account's direct message", "irc/den/bob@nora", true},
	} {
		_, err := felix.Post(t.Context(), messages.Post{ID: "p", Channel: tt.channel, Text: "hi"})
		_, later := errors.AsType[*adapter.RetryError](err)
		if gone := errors.Is(err, adapter.ErrGone); err == nil || gone != tt.gone || later == gone {
			t.Errorf("%s: got %v, want gone %v", tt.story, err, tt.gone)
		}
	}
	bob.Send("MODE #moths +v Felix")
	bob.Settle()
	if _, err := felix.Post(t.Context(), messages.Post{ID: "p", Channel: "irc/den/#moths", Text: "hi"}); err != nil {
		t.Errorf("with a voice: %v", err)
	}
}
