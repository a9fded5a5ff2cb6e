package main

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/bridge/trial"
)

// TestBridge: both bridges are what docs/bridges.md wants of one, over a real server.
func TestBridge(t *testing.T) {
	program := filepath.Join(t.TempDir(), "irc")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for name, command := range map[string][]string{"Go": {program}, "Python": {"python3", "irc.py"}} {
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath(command[0]); err != nil {
				t.Skip(err)
			}
			stage := newStage(t, command)
			server := httptest.NewServer(stage.routes())
			t.Cleanup(server.Close)
			for _, s := range trial.Stories() {
				t.Run(s.Name, func(t *testing.T) { s.Test(t, trial.Open(t, server.URL, "127.0.0.1:0")) })
			}
		})
	}
}

// TestAsExample: what docs/bridges.md shows of them is short enough to be read.
func TestAsExample(t *testing.T) {
	for file, most := range map[string]int{"main.go": 200, "irc.py": 150} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if n := lines(text); n > most {
			t.Errorf("%s has %d lines, want at most %d", file, n, most)
		}
	}
}

func lines(text []byte) (n int) {
	for _, c := range text {
		if c == '\n' {
			n++
		}
	}
	return n
}

var _ adaptertest.T = (*testing.T)(nil)
