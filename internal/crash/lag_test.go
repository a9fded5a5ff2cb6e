package crash

import (
	"bufio"
	"io"
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"testing"
	"time"
)

// mostLag is how late an answer of the server's may come, so that some kills
// come between a post and its proof.
const mostLag = 200 * time.Millisecond

// A lagged server is another address of one. What it says there comes late
// when it answers a post's PING.
type lagged struct {
	address string

	mu   sync.Mutex // the connections are goroutines
	open []*net.TCPConn
}

// lag opens the way to a server until the test ends.
func lag(t *testing.T, server string) *lagged {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &lagged{address: listener.Addr().String()}
	var running sync.WaitGroup
	running.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			running.Go(func() { l.carry(t, client, server) })
		}
	})
	t.Cleanup(func() { listener.Close(); running.Wait() })
	return l
}

// cut ends every connection. What the server has said before still arrives;
// what it is told then doesn't.
func (l *lagged) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, server := range l.open {
		_ = server.CloseWrite() // it may be gone already
	}
	l.open = nil
}

// carry joins a client to the server until one of them goes; a server that isn't there
// is gone.
func (l *lagged) carry(t *testing.T, client net.Conn, address string) {
	defer client.Close()
	server, err := net.Dial("tcp", address)
	if err != nil {
		return
	}
	l.mu.Lock()
	l.open = append(l.open, server.(*net.TCPConn))
	l.mu.Unlock()
	var up sync.WaitGroup
	up.Go(func() {
		_, _ = io.Copy(server, client) // ends with either
		server.Close()
	})
	for in := bufio.NewReader(server); ; {
		line, err := in.ReadString('\n')
		if err != nil {
			break
		}
		if strings.Contains(line, " PONG ") && strings.Contains(line, "post-") {
			_ = pause(t.Context(), rand.N(mostLag)) // the test's end hurries it
		}
		if _, err := io.WriteString(client, line); err != nil {
			break
		}
	}
	client.Close()
	up.Wait()
}
