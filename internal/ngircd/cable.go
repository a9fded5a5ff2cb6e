package ngircd

import (
	"bufio"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
)

// Cable returns another address of the server. The first connection through it
// on which somebody sends a line that holds a text is cut right behind that
// line: the server has it, and its answer gets lost.
func (s *Server) Cable(t testing.TB, text string) (address string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var cut sync.Once
	var running sync.WaitGroup
	running.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			running.Go(func() { s.carry(client, text, &cut) })
		}
	})
	t.Cleanup(func() { listener.Close(); running.Wait() })
	return listener.Addr().String()
}

// carry joins a client to the server until one of them goes, or it is cut.
func (s *Server) carry(client net.Conn, text string, cut *sync.Once) {
	server, err := net.Dial("tcp", s.Address)
	if err != nil {
		client.Close()
		return
	}
	var back sync.WaitGroup
	back.Go(func() {
		_, _ = io.Copy(client, server) // ends with either
		client.Close()
	})
	in := bufio.NewReader(client)
	for {
		line, err := in.ReadString('\n')
		over := err != nil
		if _, err := io.WriteString(server, line); err != nil {
			over = true
		}
		if strings.Contains(line, text) {
			cut.Do(func() {
				over = true
				client.Close() // its answers go nowhere
			})
		}
		if over {
			break
		}
	}
	if closing, ok := server.(*net.TCPConn); ok {
		_ = closing.CloseWrite() // what was sent still arrives
	}
	back.Wait()
	server.Close()
}
