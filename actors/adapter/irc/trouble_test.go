package irc

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/internal/await"
	"familiar/internal/ngircd"
	"familiar/messages"
)

func TestNickTaken(t *testing.T) {
	server := ngircd.Start(t, ngircd.Config{})
	bob, other := server.Person(t, "bob", "#moths"), server.Person(t, "Felix", "#moths")
	c := quick(t, server)
	c.Alive = 2 * time.Second // half of it without an answer, and the connection is lost
	felix := account(t, "felix", c)
	w := listens(t, felix)
	bob.Until("Felix_!", 1)
	other.Say("#moths", "felix_: who are you?")
	line := w.until(1)[0]
	if line.Author.ID != "felix" || !slices.Equal(line.Mentions, []messages.PersonID{"account:felix"}) || line.Text != "@Felix_: who are you?" {
		t.Errorf("heard %q by %s calling %q, want another Felix calling us", line.Text, line.Author.ID, line.Mentions)
	}
	if me, err := felix.Identity(t.Context()); err != nil || me.ID != "account:felix" || me.Name != "Felix_" {
		t.Errorf("identity is %+v, %v", me, err)
	}
	other.Send("QUIT")
	bob.Until(":Felix_!~Felix@127.0.0.1 NICK :Felix", 1) // asked for as soon as it may be free
	bob.Say("#moths", "Felix: welcome")
	if line := w.until(2)[1]; !slices.Equal(line.Mentions, []messages.PersonID{"account:felix"}) || line.Text != "@Felix: welcome" {
		t.Errorf("heard %q calling %q", line.Text, line.Mentions)
	}
}

func TestKicked(t *testing.T) {
	server := ngircd.Start(t, ngircd.Config{})
	bob := server.Person(t, "bob", "#moths")
	felix := account(t, "felix", quick(t, server))
	w := listens(t, felix)
	bob.Until("Felix!", 1)
	bob.Send("KICK #moths Felix :too many moths")
	bob.Until(":Felix!~Felix@127.0.0.1 JOIN", 2) // it comes back
	bob.Say("#moths", "sorry")
	w.until(1)

	bob.Send("MODE #moths +b Felix!*@*")
	bob.Send("KICK #moths Felix :out")
	bob.Until("KICK #moths Felix :out", 1)
	post := messages.Post{ID: "p", Channel: "irc/den/#moths", Text: "let me in"}
	_, err := felix.Post(t.Context(), post)
	if _, later := errors.AsType[*adapter.RetryError](err); !later {
		t.Errorf("a post while banned: got %v, want one that may be tried later", err)
	}
	if place, err := felix.Check(t.Context()); err != nil || len(place.Places) > 0 || len(place.Missing) != 1 || !strings.Contains(place.Missing[0], "#moths") {
		t.Errorf("it stands %+v, %v, want #moths missing", place, err)
	}
	bob.Send("MODE #moths -b Felix!*@*")
	bob.Until(":Felix!~Felix@127.0.0.1 JOIN", 3)
	bob.Say("#moths", "come in")
	w.until(2) // it knows by now that it is in
	if _, err := felix.Post(t.Context(), post); err != nil {
		t.Errorf("a post after the ban: %v", err)
	}
}

func TestPassword(t *testing.T) {
	server := ngircd.Start(t, ngircd.Config{Password: "hush"})
	c := quick(t, server)
	c.Password = "wrong-secret"
	felix := account(t, "felix", c)
	w := listens(t, felix)
	err := <-w.gone
	if !errors.Is(err, adapter.ErrGone) || !strings.Contains(err.Error(), "password") || strings.Contains(err.Error(), "secret") {
		t.Errorf("listening ended with %v, want one clear word on the password", err)
	}
	if _, err := felix.Post(t.Context(), messages.Post{ID: "p", Channel: "irc/den/#moths", Text: "hi"}); !errors.Is(err, adapter.ErrGone) {
		t.Errorf("posting ended with %v, want ErrGone", err)
	}
	if felix.Gone() == nil {
		t.Error("it isn't gone")
	}
	if _, err := felix.Check(t.Context()); !errors.Is(err, adapter.ErrGone) {
		t.Errorf("the check says %v, want ErrGone", err)
	}
	c.Password = "hush"
	good := account(t, "nora", c)
	if s, err := good.Check(t.Context()); err != nil || !slices.Equal(s.Places, []string{"#moths"}) || len(s.Missing) > 0 || s.Me.Name != "Felix" {
		t.Errorf("with the right one it stands %+v, %v", s, err)
	}
}

// TestServerKilled: a post that was under way stays unknown and is never said
// again; before and after, everything is heard and said once.
func TestServerKilled(t *testing.T) {
	server := ngircd.Start(t, ngircd.Config{})
	bob := server.Person(t, "bob", "#moths")
	felix := account(t, "felix", quick(t, server))
	w := listens(t, felix)
	bob.Until("Felix!", 1)
	post := func(id messages.PostID) error {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		_, err := felix.Post(ctx, messages.Post{ID: id, Channel: "irc/den/#moths", Text: string(id)})
		return err
	}
	bob.Say("#moths", "before")
	w.until(1)
	if err := post("first"); err != nil {
		t.Fatal(err)
	}
	server.Freeze() // takes what is sent and answers nothing
	unsure := make(chan error, 1)
	go func() { unsure <- post("second") }()
	awaitSent(t, felix)
	server.Down()
	err := <-unsure
	if _, later := errors.AsType[*adapter.RetryError](err); err == nil || later || errors.Is(err, adapter.ErrGone) {
		t.Errorf("a post without an answer: got %v, want that nobody knows", err)
	}
	err = post("third") // nobody listens on that port
	if _, later := errors.AsType[*adapter.RetryError](err); !later {
		t.Errorf("a post without a server: got %v, want one that may be tried later", err)
	}

	server.Up()
	bob = server.Person(t, "bob", "#moths")
	bob.Until("Felix", 1)
	if err := post("fourth"); err != nil {
		t.Errorf("a post after the restart: %v", err)
	}
	bob.Say("#moths", "after")
	var heard []string
	ids := map[messages.LineID]bool{}
	for _, line := range w.until(4) {
		heard = append(heard, line.Text)
		ids[line.ID] = true
	}
	if want := []string{"before", "first", "fourth", "after"}; !slices.Equal(heard, want) || len(ids) != 4 {
		t.Errorf("heard %q with %d ids, want %q", heard, len(ids), want)
	}
	if got, want := told(bob, "Felix", "#moths", 1), []string{"fourth"}; !slices.Equal(got, want) {
		t.Errorf("bob was told %q, want %q", got, want)
	}
}

// awaitSent waits until a post waits for its answer.
func awaitSent(t *testing.T, a *Account) {
	t.Helper()
	l := a.linkNow()
	await.Until(t, "a post that is sent", func() bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		return len(l.proofs) == 1 && l.proofs[0].sent.Load() == 1
	})
}

// TestJournalFull: who isn't taken waits, and nothing is lost while it does.
func TestJournalFull(t *testing.T) {
	server := ngircd.Start(t, ngircd.Config{})
	bob := server.Person(t, "bob", "#moths")
	felix := account(t, "felix", quick(t, server))
	ctx, stop := context.WithCancel(t.Context())
	tried, ended := make(chan struct{}, 64), make(chan struct{})
	go func() {
		defer close(ended)
		_ = felix.Listen(ctx, func(context.Context, messages.ChannelID, messages.Event) error {
			tried <- struct{}{}
			return errors.New("disk full")
		})
	}()
	bob.Until("Felix!", 1)
	for _, text := range []string{"one", "two", "three"} {
		bob.Say("#moths", text)
	}
	<-tried
	<-tried
	stop()
	<-ended
	var heard []string
	for _, line := range listens(t, felix).until(3) {
		heard = append(heard, line.Text)
	}
	if want := []string{"one", "two", "three"}; !slices.Equal(heard, want) {
		t.Errorf("heard %q, want %q", heard, want)
	}
}
