package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestFilesOutliveTheReader needs a process: what is asked for as a file is
// written, though nobody reads what is printed, as behind head.
func TestFilesOutliveTheReader(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	file := filepath.Join(t.TempDir(), "report.json")
	command := exec.Command("familiar", "replay", "../../lab/replay/testdata/sample.jsonl", "--json", file)
	command.Stdout = w
	if err := command.Run(); err != nil {
		t.Errorf("it ended with %v", err)
	}
	text, err := os.ReadFile(file)
	if err != nil || !json.Valid(text) {
		t.Errorf("the file has %q, %v", text, err)
	}
}
