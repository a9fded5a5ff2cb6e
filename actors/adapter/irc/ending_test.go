package irc

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/internal/ngircd"
)

// TestGoodbyeAtOnce: a server may take an account and close the next moment.
// However that falls together, the account knows that it is not connected, and
// nobody else is taken for it.
func TestGoodbyeAtOnce(t *testing.T) {
	l := listener(t)
	capable.with(scripted{"USER": append(slices.Clone(welcome), "ERROR :closing")}).serve(t, l)
	for range 100 {
		felix := account(t, "felix", Config{Server: l.Addr().String(), Plain: true, Nick: "Felix", Name: "den"})
		link, err := felix.connect(t.Context())
		if err == nil {
			<-link.done
		}
		if felix.linkNow() != nil {
			t.Error("it has a connection that is over")
		}
		if owner := felix.Circle.owner("felix"); owner != "" {
			t.Errorf("the nick is still taken for that of %s", owner)
		}
	}
}

// TestListensAtTheLastMoment: a connection is given up because nobody listens;
// who begins to before it is keeps it.
func TestListensAtTheLastMoment(t *testing.T) {
	server := ngircd.Start(t, ngircd.Config{})
	bob := server.Person(t, "bob", "#moths")
	felix := account(t, "felix", quick(t, server))
	link, err := felix.connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	bob.Until("Felix!", 1)
	felix.mu.Lock()
	felix.Linger = time.Nanosecond
	felix.lingers()
	<-time.After(20 * time.Millisecond) // the time is up, and who leaves waits for the lock
	felix.listening = true
	felix.lingers()
	felix.mu.Unlock()
	select {
	case <-link.ctx.Done():
		t.Error("it left while somebody listens")
	case <-time.After(100 * time.Millisecond):
	}
}

// TestLeavesWhoReadsNothing: a server that reads nothing any more takes no
// goodbye either, and is left all the same.
func TestLeavesWhoReadsNothing(t *testing.T) {
	server := ngircd.Start(t, ngircd.Config{})
	c := quick(t, server)
	c.Alive = time.Hour // else the library gives up by itself
	felix := account(t, "felix", c)
	link, err := felix.connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	server.Freeze()
	sent, full := make(chan struct{}, 1), make(chan struct{})
	go func() {
		defer close(full)
		for link.conn.Send("PRIVMSG", "#moths", strings.Repeat("moth ", 80)) == nil {
			select {
			case sent <- struct{}{}:
			default:
			}
		}
	}()
	for stuck := false; !stuck; {
		select {
		case <-sent:
		case <-time.After(200 * time.Millisecond):
			stuck = true
		}
	}
	left := make(chan struct{})
	go func() { felix.Close(); close(left) }()
	select {
	case <-left:
	case <-time.After(patience):
		t.Error("it is still there")
		link.sever()
		<-left
	}
	<-full
}

// TestStoppedAsItConnects: who is to go in the moment in which the server is
// reached doesn't wait to be welcomed first.
func TestStoppedAsItConnects(t *testing.T) {
	server := listener(t)
	defer server.Close()
	l := inDen(t)
	l.ctx, l.cancel = context.WithCancel(t.Context())
	l.mu.Lock() // the socket is entered under it
	reached := make(chan error, 1)
	go func() {
		_, err := l.connection().DialContext(t.Context(), "tcp", server.Addr().String())
		reached <- err
	}()
	socket, err := server.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	<-time.After(20 * time.Millisecond) // the dialer has it, too
	l.cancel()
	l.mu.Unlock()
	if err := <-reached; err == nil {
		t.Error("it goes on")
	}
}
