package ngircd

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"familiar/internal/await"
)

// A Person is somebody on the server, with everything they were told.
type Person struct {
	Nick string

	t    testing.TB
	conn net.Conn

	mu   sync.Mutex // the reader is another goroutine
	told []string
	news await.News
	over bool
}

// Person connects somebody, until the test ends.
func (s *Server) Person(t testing.TB, nick string, channels ...string) *Person {
	t.Helper()
	conn, err := net.Dial("tcp", s.Address)
	if err != nil {
		t.Fatal(err)
	}
	p := &Person{Nick: nick, t: t, conn: conn}
	ended := make(chan struct{})
	go func() { defer close(ended); p.read() }()
	t.Cleanup(func() { conn.Close(); <-ended })
	p.Send("NICK " + nick)
	p.Send("USER " + nick + " 0 * :" + nick)
	p.Until(" 376 ", 1)
	for n, channel := range channels {
		p.Send("JOIN " + channel)
		if n%50 == 49 || n == len(channels)-1 {
			p.Until(" 366 "+nick+" ", n+1)
		}
	}
	return p
}

func (p *Person) read() {
	in := bufio.NewReader(p.conn)
	for {
		line, err := in.ReadString('\n')
		line = strings.TrimRight(line, "\r\n")
		if token, ping := strings.CutPrefix(line, "PING "); ping {
			p.Send("PONG " + token)
		}
		p.mu.Lock()
		if line != "" {
			p.told = append(p.told, line)
		}
		p.over = err != nil
		p.news.Tell()
		p.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// Send sends one command as it is.
func (p *Person) Send(command string) {
	if _, err := fmt.Fprintf(p.conn, "%s\r\n", command); err != nil {
		p.t.Logf("%s could not send: %v", p.Nick, err)
	}
}

// Say says a text to a channel or to somebody.
func (p *Person) Say(to, text string) { p.Send("PRIVMSG " + to + " :" + text) }

// Told returns what they were told that holds a text; "\n" stands for the end.
func (p *Person) Told(part string) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.holding(part)
}

// holding is Told with the lock held.
func (p *Person) holding(part string) (found []string) {
	for _, line := range p.told {
		if strings.Contains(line+"\n", part) {
			found = append(found, line)
		}
	}
	return found
}

// Until waits until they were told n lines that hold a text, and gives them.
func (p *Person) Until(part string, n int) []string {
	p.t.Helper()
	var found []string
	p.news.Until(&p.mu, func() bool { found = p.holding(part); return len(found) >= n || p.over })
	if len(found) < n {
		p.t.Fatalf("%s waited for %q %d times, was told it %d times, or disconnected; the latest:\n%s", p.Nick, part, n, len(found), p.latest())
	}
	return found
}

// Settle waits until the server has done all that was sent before.
func (p *Person) Settle() {
	p.t.Helper()
	token := fmt.Sprintf("settle-%d", time.Now().UnixNano())
	p.Send("PING " + token)
	p.Until("PONG irc.example.net :"+token, 1)
}

func (p *Person) latest() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Join(p.told[max(len(p.told)-20, 0):], "\n")
}
