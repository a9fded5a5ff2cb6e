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

// lag gives an address that leads to another. What the server says there
// comes late when it answers a post's PING.
func lag(t *testing.T, server string) (address string) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	running.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			running.Go(func() { carry(t, client, server) })
		}
	})
	t.Cleanup(func() { listener.Close(); running.Wait() })
	return listener.Addr().String()
}

// carry joins a client to the server until one of them goes.
func carry(t *testing.T, client net.Conn, address string) {
	defer client.Close()
	server, err := net.Dial("tcp", address)
	if err != nil {
		t.Error(err)
		return
	}
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
