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
	"syscall"
	"testing"
	"time"
)

// patience is how long anything may take.
const patience = 20 * time.Second

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
	daemon *exec.Cmd
}

// limits are raised: a test is not a flood.
const limits = `[Global]
Name = irc.example.net
Info = A test
Listen = 127.0.0.1
Ports = %s
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
	port := freePort(t)
	password := ""
	if c.Password != "" {
		password = "Password = " + c.Password
	}
	s := &Server{Address: "127.0.0.1:" + port, t: t, file: filepath.Join(t.TempDir(), "ngircd.conf")}
	text := fmt.Sprintf(limits, port, os.Getuid(), os.Getgid(), password, c.Channels)
	if err := os.WriteFile(s.file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s.Up()
	t.Cleanup(s.Down)
	return s
}

// Up starts the server again after Down, on the same port.
func (s *Server) Up() {
	s.t.Helper()
	var log strings.Builder
	s.daemon = exec.Command("ngircd", "-n", "-f", s.file)
	s.daemon.Stdout, s.daemon.Stderr = &log, &log
	if err := s.daemon.Start(); err != nil {
		s.t.Fatal(err)
	}
	for late := time.Now().Add(patience); ; {
		conn, err := net.Dial("tcp", s.Address)
		if err == nil {
			conn.Close()
			return
		}
		if time.Now().After(late) {
			s.Down()
			s.t.Fatalf("ngircd doesn't listen: %v\n%s", err, &log)
		}
		<-time.After(5 * time.Millisecond)
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
}

func freePort(t testing.TB) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	return port
}

// Freeze stops the server where it stands, with its connections open, until
// Down.
func (s *Server) Freeze() {
	s.t.Helper()
	if err := s.daemon.Process.Signal(syscall.SIGSTOP); err != nil {
		s.t.Fatal(err)
	}
}
