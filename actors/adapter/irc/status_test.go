package irc

import (
	"bytes"
	"errors"
	"net"
	"slices"
	"strings"
	"testing"

	"familiar/actors/adapter"
	"familiar/messages"
)

// TestSaidToSome: what is said to the operators of a channel is heard in a
// place of its own, and an answer goes to them alone or nowhere.
func TestSaidToSome(t *testing.T) {
	l := listener(t)
	told := make(chan string, 10)
	capable.with(scripted{
		"USER": {
			welcome[0], ":s.example 005 {me} CASEMAPPING=rfc1459 PREFIX=(ov)@+ STATUSMSG=@+ CHANTYPES=# :are supported", welcome[2],
		},
		"JOIN":            append(slices.Clone(capable["JOIN"]), ":bob!b@h PRIVMSG @#moths :Felix: a secret", ":bob!b@h PRIVMSG #moths :in the open"),
		"PRIVMSG +#moths": {":s.example 482 {me} #moths :You're not channel operator"},
	}).serve(t, tapped{l, told})
	felix := account(t, "felix", Config{Server: l.Addr().String(), Plain: true, Nick: "Felix", Name: "den", Join: []string{"#moths"}})
	w := listens(t, felix)
	lines := w.until(2)
	secret, open := lines[0], lines[1]
	if secret.Channel != "irc/den/@#moths" || secret.DM || secret.Text != "@Felix: a secret" || open.Channel != "irc/den/#moths" {
		t.Fatalf("heard %q in %s and %q in %s", secret.Text, secret.Channel, open.Text, open.Channel)
	}
	p := messages.Post{ID: "p", Channel: secret.Channel, Text: "kept", ReplyTo: secret.ID, Quoting: messages.Quoted{ID: secret.ID, Author: secret.Author}}
	if _, err := felix.Post(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	if got, want := <-told, "PRIVMSG @#moths :bob: kept"; got != want {
		t.Errorf("it said %q, want %q", got, want)
	}
	if own := w.until(3)[2]; own.Channel != secret.Channel || own.Nonce != "p" {
		t.Errorf("its own line is %+v, want it in the same place", own)
	}
	if got, err := felix.Describe(t.Context(), secret.Channel); err != nil || got.Name != "@#moths" || got.Kind != "channel" {
		t.Errorf("the place is %+v, %v", got, err)
	}
	if got, err := felix.Members(t.Context(), secret.Channel); err != nil || !got.Truncated {
		t.Errorf("members are %+v, %v, want no complete list", got, err)
	}
	_, err := felix.Post(t.Context(), messages.Post{ID: "q", Channel: "irc/den/+#moths", Text: "hi"})
	if _, later := errors.AsType[*adapter.RetryError](err); !later {
		t.Errorf("what the server refused came to %v, want that it wasn't posted", err)
	}
}

// A tapped listener tells what those who connect say to somebody.
type tapped struct {
	net.Listener
	told chan<- string
}

// Accept implements net.Listener.
func (l tapped) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &tap{Conn: conn, told: l.told}, nil
}

type tap struct {
	net.Conn
	said bytes.Buffer
	told chan<- string
}

// Read implements net.Conn.
func (c *tap) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.said.Write(p[:n])
	for bytes.Contains(c.said.Bytes(), []byte("\n")) {
		line, _ := c.said.ReadString('\n')
		if strings.HasPrefix(line, "PRIVMSG") {
			c.told <- strings.TrimSpace(line)
		}
	}
	return n, err
}
