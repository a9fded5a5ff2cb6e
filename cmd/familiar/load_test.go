package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"familiar/cmd/familiar/command"
	"familiar/internal/long"
	"familiar/journal/journaltest"
	"familiar/lab/load"
)

// TestLoad runs the whole thing, each time for two seconds of lines, most of
// it with real time to wait for answers.
func TestLoad(t *testing.T) {
	for _, tt := range []struct {
		story string
		args  []string
		want  []string // of what is printed
	}{
		{
			"through the durable journal, with models that fail, while familiars and channels come and go",
			[]string{"--churn=6", "--model-errors=0.1"},
			[]string{"configuration changed ", " 0 lost, 0 doubled, 0 out of order", "turn: whole"},
		},
		{
			"a fleet",
			[]string{"--shape=fleet", "--journal=memory"},
			[]string{"fleet, 80 channels", " 0 lost"},
		},
		{
			"one channel panics, and the others don't notice",
			[]string{"--trouble=panic", "--journal=memory"},
			[]string{"one channel's trouble", "none", "panic"},
		},
	} {
		t.Run(tt.story, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "report.json")
			args := append([]string{
				"load", "--shape=uniform", "--channels=80", "--rate=60", "--duration=2s", "--settle=60s", "--calls=0.05",
				"--model-median=10ms", "--json=" + file,
			}, tt.args...)
			printed := runLoad(t, t.Context(), 0, args...)
			for _, want := range tt.want {
				if !strings.Contains(printed, want) {
					t.Errorf("printed\n%s\nwithout %q", printed, want)
				}
			}
			if text, err := os.ReadFile(file); err != nil || !json.Valid(text) {
				t.Errorf("the report is %q, %v; want JSON", text, err)
			}
		})
	}
}

// runLoad runs a command line and gives what it printed. A machine with other
// work may be late, never wrong: of a comparison only the account must hold.
func runLoad(t *testing.T, ctx context.Context, want int, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if got := run(ctx, args, command.Streams{Out: &stdout, Err: &stderr}); got != want && !strings.Contains(stderr.String(), "delays the others") {
		t.Errorf("exit code %d, want %d: %s", got, want, &stderr)
	}
	return stdout.String()
}

// TestLoadStops: told to, it prints what it has.
func TestLoadStops(t *testing.T) {
	p := start(t, "load", "--duration=1h", "--channels=50", "--shape=uniform", "--rate=50", "--journal=memory", "--model-median=10ms")
	p.until(`[1-9]\d* said, `, 2)
	p.stop()
	p.until(`of lines \(told to stop\)`, 1)
	p.until(` 0 doubled, 0 out of order`, 1)
	p.ends(0)
}

// TestLoadElsewhere: a program of its own is driven over HTTP, and answers
// through the scripted model.
func TestLoadElsewhere(t *testing.T) {
	long.Test(t)
	t.Parallel()
	h := newHouse(t)
	model := net.JoinHostPort("127.0.0.1", strconv.Itoa(journaltest.Port(t)))
	text := fmt.Sprintf(elsewhere, model)
	h.write("elsewhere.toml", text)
	p := launch(t, "run", h.file("elsewhere.toml"))
	v := visit(p)
	file := filepath.Join(t.TempDir(), "report.json")
	printed := runLoad(t, t.Context(), 0, "load", "--url="+v.base, "--token="+v.token, fmt.Sprint("--pid=", p.process.Pid), "--model="+model,
		"--shape=uniform", "--channels=12", "--watch=10", "--rate=40", "--duration=2s", "--calls=0.1", "--settle=60s", "--model-median=10ms", "--model-errors=0", "--json="+file)
	for _, want := range []string{"decisions were followed in 10 of 12 channels", " 0 lost, 0 doubled, 0 out of order"} {
		if !strings.Contains(printed, want) {
			t.Errorf("printed\n%s\nwithout %q", printed, want)
		}
	}
	var report load.Report
	read, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(read, &report)
	}
	if err != nil {
		t.Fatal(err)
	}
	if report.Lines.Decided < 30 || report.Answers.Answered == 0 || report.Turn.Model.Count == 0 || report.Last.RSS == 0 {
		t.Errorf("%+v %+v: want lines decided, calls answered by our model, and the memory of the process", report.Lines, report.Answers)
	}
	p.quit()
}

const elsewhere = `
[models.scripted]
kind = "openai"
model = "scripted"
url = "http://%s/v1"

[familiars.aria]
name = "Aria"
persona = "Keeps moths."
ladder.rungs = ["self", "mode", "dm", "mention", "reply", "sibling", "aside", "sticky", "alias", "elsewhere", "cold-thread", "rest"]

[control]
listen = "127.0.0.1:0"

[[channels]]
match = "web:*"
familiars = ["aria"]
`

func TestLoadRefuses(t *testing.T) {
	for _, tt := range []struct {
		story string
		args  []string
		want  string
	}{
		{"a uniform load compressed", []string{"--shape=uniform", "--compress=2"}, "can't be compressed"},
		{"no channel", []string{"--channels=0"}, "want at least 1"},
		{"churn elsewhere", []string{"--url=http://127.0.0.1:1", "--churn=1"}, "in this process"},
		{"a token for nobody", []string{"--token=x"}, "need --url"},
		{"churn and trouble", []string{"--churn=1", "--trouble=raid"}, "leave out --churn"},
		{"only a warm-up", []string{"--duration=1s", "--warm=1s"}, "--warm"},
		{"more errors than requests", []string{"--model-errors=2"}, "want 0 to 1"},
	} {
		var stdout, stderr bytes.Buffer
		if code := run(t.Context(), append([]string{"load"}, tt.args...), command.Streams{Out: &stdout, Err: &stderr}); code != command.ExitUsage || !strings.Contains(stderr.String(), tt.want) {
			t.Errorf("%s: exit code %d, said %q; want %d and %q", tt.story, code, &stderr, command.ExitUsage, tt.want)
		}
	}
	if printed := runLoad(t, t.Context(), command.ExitFailure, "load", "--url=ftp://here"); printed != "" {
		t.Errorf("of no address it printed %q", printed)
	}
}
