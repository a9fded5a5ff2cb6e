package main

import (
	"strings"
	"testing"

	"familiar/cmd/familiar/command"
)

// TestCheckOnlineCommand: without an account on a network there is nothing to
// connect, and the exit code says so.
func TestCheckOnlineCommand(t *testing.T) {
	file := saved(t, "[familiars.moth]\npersona = \"Moth keeps lamps.\"\n")
	for _, tt := range []struct {
		story string
		args  []string
		code  int
		says  string
	}{
		{"nothing to connect", []string{"check", file, "--online"}, command.ExitFailure, "no account to connect and no model to ask"},
		{"as JSON", []string{"check", file, "--online", "--json"}, command.ExitFailure, "no account to connect"},
		{"two questions at once", []string{"check", file, "--online", "--explain", "moth", "web:x"}, command.ExitUsage, "can't be used together"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var out, err strings.Builder
			if code := run(t.Context(), tt.args, command.Streams{Out: &out, Err: &err}); code != tt.code || !strings.Contains(err.String(), tt.says) {
				t.Errorf("got %d and %q, want %d and %q", code, err.String(), tt.code, tt.says)
			}
		})
	}
}
