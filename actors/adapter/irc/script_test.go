package irc

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

// A scripted server says what ngircd doesn't: what a command begins with and
// what it answers. {me} stands for the last nick it was given, {arg} for what
// follows the command.
type scripted map[string][]string

// welcome is said to who has given a nick and a user.
var welcome = []string{":s.example 001 {me} :Welcome", ":s.example 005 {me} CASEMAPPING=rfc1459 PREFIX=(ov)@+ CHANTYPES=# :are supported", ":s.example 376 {me} :End"}

// capable is a server with the capabilities that change what is heard.
var capable = scripted{
	"CAP LS":               {":s.example CAP * LS :message-tags server-time account-tag extended-join sasl=PLAIN"},
	"CAP REQ":              {":s.example CAP * ACK :{arg}"},
	"USER":                 welcome,
	"JOIN":                 {":{me}!f@h JOIN {arg} {me} :real", ":s.example 353 {me} = {arg} :{me} @bob", ":s.example 366 {me} {arg} :End"},
	"AUTHENTICATE PLAIN":   {"AUTHENTICATE +"},
	"AUTHENTICATE ZmVsaXg": {":s.example 903 {me} :SASL authentication successful"}, // begins with felix
	"PING":                 {":s.example PONG s.example :{arg}"},
	"QUIT":                 {"ERROR :bye"},
}

// with returns the script with other answers.
func (s scripted) with(more scripted) scripted {
	all := scripted{}
	for _, script := range []scripted{s, more} {
		for command, answers := range script {
			all[command] = answers
		}
	}
	return all
}

// serve lets every connection hear the script, until the test ends.
func (s scripted) serve(t *testing.T, listener net.Listener) {
	t.Helper()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			s.talk(conn)
		}
	}()
	t.Cleanup(func() { listener.Close(); <-ended })
}

func (s scripted) talk(conn net.Conn) {
	defer conn.Close()
	nick := "*"
	for in := bufio.NewScanner(conn); in.Scan(); {
		line := in.Text()
		if name, ok := strings.CutPrefix(line, "NICK "); ok {
			nick = name
		}
		for command, answers := range s {
			rest, ok := strings.CutPrefix(line, command)
			if !ok {
				continue
			}
			arg := strings.TrimPrefix(strings.TrimSpace(rest), ":")
			for _, answer := range answers {
				fmt.Fprintf(conn, "%s\r\n", strings.NewReplacer("{me}", nick, "{arg}", arg).Replace(answer))
				if strings.HasPrefix(answer, "ERROR") {
					return
				}
			}
		}
	}
}

func listener(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestTurnedAway: what won't get better by itself ends the account, with one
// clear word and no secret in it.
func TestTurnedAway(t *testing.T) {
	for _, tt := range []struct {
		story  string
		script scripted
		want   string
		gone   bool
	}{
		{"a wrong password", scripted{"USER": {":s.example 464 {me} :Password incorrect", "ERROR :closing"}}, "password is wrong", true},
		{"a ban", scripted{"USER": {":s.example 465 {me} :You are banned", "ERROR :closing"}}, "banned", true},
		{"a wrong login", scripted{"AUTHENTICATE ZmVsaXg": {":s.example 904 {me} :SASL authentication failed"}}, "login or password is wrong", true},
		{"a nick nobody may have", scripted{"NICK": {":s.example 432 * Felix :Erroneous nickname"}, "USER": nil}, "choose another", true},
		{"a server that is going down", scripted{"USER": {"ERROR :Server is restarting"}}, "restarting", false},
		{"no nick is free", scripted{"NICK": {":s.example 433 * {me} :in use"}, "USER": nil}, "is free", false},
	} {
		t.Run(tt.story, func(t *testing.T) {
			l := listener(t)
			capable.with(tt.script).serve(t, l)
			felix := account(t, "felix", Config{
				Server: l.Addr().String(), Plain: true, Nick: "Felix", Login: "felix", Password: "hush-hush", Again: time.Millisecond,
			})
			_, err := felix.Check(t.Context())
			if err == nil || errors.Is(err, adapter.ErrGone) != tt.gone || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "hush") {
				t.Errorf("got %v, want %q and gone %v", err, tt.want, tt.gone)
			}
		})
	}
}

// TestCapable: a server that knows more is used for what it knows, over TLS
// and with a login.
func TestCapable(t *testing.T) {
	certificate := httptest.NewUnstartedServer(nil)
	certificate.StartTLS()
	roots := x509.NewCertPool()
	roots.AddCert(certificate.Certificate())
	serving := certificate.TLS.Clone()
	serving.NextProtos = nil
	certificate.Close()
	l := tls.NewListener(listener(t), serving)
	capable.with(scripted{
		"JOIN": append([]string{"@time=2026-05-01T11:00:00.000Z " + capable["JOIN"][0]}, capable["JOIN"][1:]...),
		"PRIVMSG": {
			"@msgid=m1;time=2026-05-01T12:00:00.000Z;account=robert :bob!b@h PRIVMSG #moths :Felix: hi",
			":bob!b@h NICK :bobby",
			"@msgid=m2;time=2026-05-01T12:00:01.000Z;account=robert;bot :bobby!b@h PRIVMSG #moths :bobby, or bob",
		},
	}).serve(t, l)
	felix := account(t, "felix", Config{
		Server: l.Addr().String(), TLS: &tls.Config{RootCAs: roots}, Nick: "Felix", Login: "felix", Password: "hush", Join: []string{"#moths"}, Name: "den",
	})
	w := listens(t, felix)
	if _, err := felix.Post(t.Context(), messages.Post{ID: "p", Channel: "irc/den/#moths", Text: "hello"}); err != nil {
		t.Fatal(err)
	}
	lines := w.until(3)
	for i, want := range []struct {
		id, text, name string
		bot            bool
	}{{"m1", "@Felix: hi", "bob", false}, {"m2", "@bobby, or bob", "bobby", true}} {
		got := lines[i]
		if string(got.ID) != want.id || got.Text != want.text || got.Author != (messages.Author{ID: "login:robert", Name: want.name, Bot: want.bot}) {
			t.Errorf("line %d is %+v, want %+v by robert", i, got, want)
		}
		if got.At != messages.InstantOf(noon.Add(time.Duration(i)*time.Second)) {
			t.Errorf("line %d was said at %v", i, got.At)
		}
	}
	if got, err := felix.Members(t.Context(), "irc/den/#moths"); err != nil || got.Humans != 0 || got.Bots != 2 {
		t.Errorf("members are %+v, %v, want Felix and a bot", got, err)
	}
}

// TestHostHidden: a server may show others another host of ours than that we
// came in with; what they get still fits into a line.
func TestHostHidden(t *testing.T) {
	const host = "moths.of.the.whole.world.users.example.org"
	l := listener(t)
	capable.with(scripted{
		"JOIN":    append(slices.Clone(capable["JOIN"]), ":s.example 396 {me} "+host+" :is now your displayed host"),
		"PRIVMSG": {":{me}!f@" + host + " PRIVMSG {arg}"}, // as others get it
	}).serve(t, l)
	felix := account(t, "felix", Config{Server: l.Addr().String(), Plain: true, Nick: "Felix", Name: "den", Join: []string{"#moths"}})
	w := listens(t, felix)
	for i, text := range []string{"the server has said it before it takes this", strings.Repeat("moth ", 150)} {
		if _, err := felix.Post(t.Context(), messages.Post{ID: messages.PostID(fmt.Sprint(i)), Channel: "irc/den/#moths", Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range w.until(4)[2:4] {
		if got := len(":Felix!f@" + host + " PRIVMSG #moths :" + line.Text + "\r\n"); got > lineMost {
			t.Errorf("others would get a line of %d bytes", got)
		}
	}
}

// TestNoTLS: a server that isn't who it says is not talked to.
func TestNoTLS(t *testing.T) {
	l := listener(t)
	heard := make(chan string, 1)
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		line, _ := bufio.NewReader(conn).ReadString('\n')
		heard <- line
	}()
	t.Cleanup(func() { l.Close() })
	felix := account(t, "felix", Config{Server: l.Addr().String(), Nick: "Felix", Password: "hush", Alive: time.Second})
	if _, err := felix.Check(t.Context()); err == nil {
		t.Error("it talks to a server without TLS")
	}
	if line := <-heard; strings.Contains(line, "hush") || strings.Contains(line, "PASS") {
		t.Errorf("it said %q in the open", line)
	}
}
