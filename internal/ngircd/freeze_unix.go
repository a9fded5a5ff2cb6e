//go:build unix

package ngircd

import "syscall"

// Freeze stops the server where it stands, with its connections open, until
// Down.
func (s *Server) Freeze() {
	s.t.Helper()
	if err := s.daemon.Process.Signal(syscall.SIGSTOP); err != nil {
		s.t.Fatal(err)
	}
}
