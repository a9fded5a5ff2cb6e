package main

import (
	"net"
	"strings"
	"testing"

	"familiar/cmd/familiar/command"
)

// TestDemoWhosePortIsTaken: the hint is one that a demo, which reads no
// configuration, can follow.
func TestDemoWhosePortIsTaken(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var out, trouble strings.Builder
	code := run(t.Context(), []string{"demo", "--model", "offline", "--listen", l.Addr().String()}, command.Streams{Out: &out, Err: &trouble})
	const hint = "another familiar may be running: --listen 127.0.0.1:0 picks a free port"
	if code != command.ExitFailure || !strings.Contains(trouble.String(), hint) || strings.Contains(trouble.String(), "control.listen") {
		t.Errorf("exit code %d, told %q; want %d and %q", code, trouble.String(), command.ExitFailure, hint)
	}
}
