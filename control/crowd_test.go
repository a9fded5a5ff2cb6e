package control

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"familiar/control/access"
	"familiar/internal/await"
	"familiar/messages"
)

// A caller is one connection to a server.
type caller struct {
	t *testing.T
	net.Conn
	in *bufio.Reader
}

// dial opens one; what takes longer there than [await.Patience] fails.
func dial(t *testing.T, address string) *caller {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err == nil {
		err = conn.SetDeadline(time.Now().Add(await.Patience))
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return &caller{t, conn, bufio.NewReader(conn)}
}

// asks sends a request and has its answer begin.
func (c *caller) asks(path, token string) *http.Response {
	c.t.Helper()
	fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n", path, token)
	answer, err := http.ReadResponse(c.in, nil)
	if err != nil || answer.StatusCode != http.StatusOK {
		c.t.Fatalf("%s: got %v, %v", path, answer, err)
	}
	return answer
}

// isClosed waits until the server has closed it.
func (c *caller) isClosed() {
	c.t.Helper()
	if _, err := c.in.ReadByte(); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		c.t.Fatalf("got %v, want that it is closed", err)
	}
}

func patiently(o *Options) { o.Listen, o.ReadTimeout = "127.0.0.1:0", 10*time.Minute }

// accepted waits until the server has as many connections: whoever has
// connected may ask before the server has accepted who connected with them.
func (r *rig) accepted(n int) {
	r.t.Helper()
	await.Until(r.t, fmt.Sprintf("connection %d", n), func() bool { return r.crowd.Len() == n })
}

func TestOneConnectionTooManyClosesTheQuietest(t *testing.T) {
	r := newRig(t, patiently)
	r.crowd = access.NewConnections(3)
	address, end := listen(t, r)
	defer end()
	first := dial(t, address)
	r.accepted(1)
	second := dial(t, address)
	r.accepted(2)
	third := dial(t, address)
	r.accepted(3)
	_ = first.asks("/healthz", "").Body.Close()
	fourth := dial(t, address)
	second.isClosed()
	for _, c := range []*caller{first, third, fourth} {
		_ = c.asks("/healthz", "").Body.Close()
	}
}

func TestWhereAllConnectionsAskTheNewOneIsClosed(t *testing.T) {
	r := newRig(t, patiently)
	r.crowd = access.NewConnections(1)
	address, end := listen(t, r)
	defer end()
	stream := dial(t, address).asks(garden, r.run).Body
	dial(t, address).isClosed()
	r.hear(channelID("garden", ""), messages.Heard{Line: line("1", "still there")})
	for in := bufio.NewReader(stream); ; {
		text, err := in.ReadString('\n')
		if err != nil {
			t.Fatalf("the stream ended: %v", err)
		}
		if strings.Contains(text, "still there") {
			return
		}
	}
}
