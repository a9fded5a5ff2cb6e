// Package ngircd runs Debian's IRC server for tests, and people who talk on
// it: the one real group-chat server that needs no account anywhere. A test
// that asks for it is skipped where there is no ngircd on the path.
//
// It knows the protocol's first words and nothing of ours. The tests of
// actors/adapter/irc and of the whole program over IRC use it.
package ngircd

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Config is what a test may want of its server.
type Config struct {
	Password string // asked of everybody; "" none
	Channels string // [Channel] blocks as ngircd.conf writes them
}

// A Server is a running ngircd on a port of this machine.
type Server struct {
	Address string // host:port, without TLS

	t      testing.TB
	file   string
	log    strings.Builder // what the daemon says; to be read when it has ended
	daemon *exec.Cmd
}

// limits are raised: a test is not a flood.
const limits = `[Global]
Name = irc.example.net
Info = A test
ServerUID = %d
ServerGID = %d
MotdPhrase = hello
%s
[Limits]
MaxConnections = 0
MaxConnectionsIP = 0
MaxJoins = 0
MaxNickLength = 16
MaxPenaltyTime = 0
[Options]
DNS = no
Ident = no
PAM = no
%s
`

// Start runs a server until the test ends.
func Start(t testing.TB, c Config) *Server {
	t.Helper()
	if _, err := exec.LookPath("ngircd"); err != nil {
		t.Skip("no ngircd on the path: apt-get install ngircd")
	}
	password := ""
	if c.Password != "" {
		password = "Password = " + c.Password
	}
	s := &Server{Address: "127.0.0.1:0", t: t, file: filepath.Join(t.TempDir(), "ngircd.conf")}
	text := fmt.Sprintf(limits, os.Getuid(), os.Getgid(), password, c.Channels)
	if err := os.WriteFile(s.file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s.Up()
	t.Cleanup(s.Down)
	return s
}

// Up starts the server, after Down again on the same port. The daemon is handed
// the socket: from here on a client that connects waits for it, and nobody else can
// take the port.
func (s *Server) Up() {
	s.t.Helper()
	listener, err := net.Listen("tcp", s.Address)
	if err != nil {
		s.t.Fatal(err)
	}
	defer listener.Close()
	s.Address = listener.Addr().String()
	socket, err := listener.(*net.TCPListener).File()
	if err != nil {
		s.t.Fatal(err)
	}
	defer socket.Close()
	s.daemon = exec.Command("sh", "-c", `LISTEN_PID=$$ LISTEN_FDS=1 exec ngircd -n -f "$0"`, s.file)
	s.daemon.Stdout, s.daemon.Stderr = &s.log, &s.log
	s.daemon.ExtraFiles = []*os.File{socket}
	if err := s.daemon.Start(); err != nil {
		s.t.Fatal(err)
	}
}

// Down kills the server: nobody is told.
func (s *Server) Down() {
	if s.daemon == nil {
		return
	}
	_ = s.daemon.Process.Kill()
	_ = s.daemon.Wait()
	s.daemon = nil
	if s.t.Failed() {
		s.t.Logf("ngircd said\n%s", &s.log)
	}
}
