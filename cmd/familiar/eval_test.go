package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"familiar/cmd/familiar/command"
)

// evalFolder returns a folder with the sample as corpus.jsonl and other files by
// name.
func evalFolder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	all := map[string]string{"corpus.jsonl": string(mustRead(t, "../../lab/replay/testdata/sample.jsonl"))}
	for name, text := range files {
		all[name] = text
	}
	for name, text := range all {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestEvalYourOwn: a recording of one's own has no gold.jsonl; then labels count,
// else the replies the network showed.
func TestEvalYourOwn(t *testing.T) {
	label := `{"channel":"garden/1","line":"4","familiar":"mira","act":"spoke","good":true,"at":"2026-11-21T20:56:19Z","by":"ana"}` + "\n"
	for _, tt := range []struct {
		says     string
		files    map[string]string
		args     []string
		out, err string
	}{
		{"what the network shows", nil, []string{"--least", "1"}, "the network's replies\nirc: 2 channels", ""},
		{"labels", map[string]string{"labels.jsonl": label}, nil, "labels.jsonl\nirc: 1 channel, 1 participant, labels only\n", ""},
		{"labels of another recording", map[string]string{"labels.jsonl": strings.Replace(label, "garden/1", "elsewhere", 1)}, nil, "", "labels no line of corpus.jsonl"},
		{"nobody replied", nil, []string{"--least", "99"}, "", "neither gold.jsonl nor labels.jsonl, and nobody in it replied 99 times or more"},
		{"gold of another recording", map[string]string{"gold.jsonl": `{"ch":"elsewhere","familiar":"mira"}` + "\n"}, nil, "", `gold.jsonl: no channel "elsewhere" in corpus.jsonl`},
	} {
		t.Run(tt.says, func(t *testing.T) {
			var out, trouble bytes.Buffer
			run(context.Background(), append([]string{"eval", evalFolder(t, tt.files)}, tt.args...), command.Streams{Out: &out, Err: &trouble})
			if !strings.HasPrefix(out.String(), tt.out) || !strings.Contains(trouble.String(), tt.err) || (tt.err == "") != (trouble.Len() == 0) {
				t.Errorf("it prints %.300q and to stderr %q, want %q and %q", &out, &trouble, tt.out, tt.err)
			}
		})
	}
}

// TestEvalPlot: the plot is written beside the table, and never over what is
// read.
func TestEvalPlot(t *testing.T) {
	dir := evalFolder(t, map[string]string{"gold.jsonl": string(mustRead(t, "../../lab/replay/testdata/sample.gold.jsonl"))})
	for _, tt := range []struct {
		says, file, err string
	}{
		{"a new file", "plot.svg", ""},
		{"the recording", "corpus.jsonl", "corpus.jsonl"},
		{"a folder", ".", "not a regular file"},
	} {
		t.Run(tt.says, func(t *testing.T) {
			var out, trouble bytes.Buffer
			code := run(context.Background(), []string{"eval", dir, "--plot", filepath.Join(dir, tt.file)}, command.Streams{Out: &out, Err: &trouble})
			if !strings.Contains(trouble.String(), tt.err) || (tt.err == "") != (code == 0) {
				t.Fatalf("exits with %d and says %q, want %q", code, &trouble, tt.err)
			}
			if tt.err == "" && !bytes.Contains(mustRead(t, filepath.Join(dir, tt.file)), []byte("judge calls a reply")) {
				t.Error("no plot was written")
			}
		})
	}
}

// TestEvalScenarios: a file, or a folder with one, is played.
func TestEvalScenarios(t *testing.T) {
	example := "../../examples/scenarios.json"
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "scenarios.json"), mustRead(t, example), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		says     string
		args     []string
		out, err string
	}{
		{"a file", []string{example}, "12 scenarios: 8 places to speak at", ""},
		{"a folder", []string{dir, "--workers", "2"}, "12 scenarios: 8 places to speak at", ""},
		{"as JSON", []string{example, "--json"}, "{\n \"scenarios\": 12,\n \"speak\": 8,", ""},
		{"a plot of them", []string{example, "--plot", "x.svg"}, "", "are for recorded chat: leave them out for scenarios"},
		{"a file that is something else", []string{"eval_test.go"}, "", "eval_test.go:1: "},
	} {
		t.Run(tt.says, func(t *testing.T) {
			var out, trouble bytes.Buffer
			run(context.Background(), append([]string{"eval"}, tt.args...), command.Streams{Out: &out, Err: &trouble})
			if !strings.HasPrefix(out.String(), tt.out) || !strings.Contains(trouble.String(), tt.err) || (tt.err == "") != (trouble.Len() == 0) {
				t.Errorf("it prints %.300q and to stderr %q, want %q and %q", &out, &trouble, tt.out, tt.err)
			}
		})
	}
}
