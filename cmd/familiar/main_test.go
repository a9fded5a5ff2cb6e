package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"familiar/cmd/familiar/command"
	"familiar/config"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"familiar": main})
}

var update = flag.Bool("update", false, "rewrite what scripts expect a command to print")

// TestScripts runs the whole binary. $SAMPLE and $GOLD are the small invented
// recording of package replay, $EXAMPLES the examples a newcomer starts from.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",

		UpdateScripts: *update,
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
		Setup: func(env *testscript.Env) error {
			for name, path := range map[string]string{
				"SAMPLE":   "../../lab/replay/testdata/sample.jsonl",
				"EXPORTS":  "../../lab/importer/testdata",
				"GOLD":     "../../lab/replay/testdata/sample.gold.jsonl",
				"EXAMPLES": "../../examples",
			} {
				abs, err := filepath.Abs(path)
				if err != nil {
					return err
				}
				env.Setenv(name, abs)
			}
			return nil
		},
	})
}

// exits runs a command and looks at its exit code: exits CODE COMMAND ARG...
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND [ARG...]")
	}
	code := 0
	if exit, ok := errors.AsType[*exec.ExitError](ts.Exec(args[1], args[2:]...)); ok {
		code = exit.ExitCode()
	}
	if got := strconv.Itoa(code); got != args[0] {
		ts.Fatalf("exit code %s, want %s", got, args[0])
	}
}

// A stopper is an output that stops the program when it is written to.
type stopper struct {
	bytes.Buffer
	stop func()
}

func (s *stopper) Write(p []byte) (int, error) {
	s.stop()
	return s.Buffer.Write(p)
}

// TestReplayStops: when told to, it says how far it came, and its files are
// complete as far as they go.
func TestReplayStops(t *testing.T) {
	for _, tt := range []struct {
		story, says, printed string
		early, files         bool
	}{
		{"while it reads the recording", "familiar: stopped: ../../lab/replay/testdata/sample.jsonl was not read to the end", "", true, false},
		{"when it tells of the first setting", "familiar: stopped: 0 of 6 familiars replayed", " steps/s", false, true},
	} {
		t.Run(tt.story, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			if tt.early {
				stop()
			}
			out := filepath.Join(t.TempDir(), "out")
			stdout := stopper{stop: stop}
			var stderr bytes.Buffer
			code := run(ctx, []string{"replay", "--least=1", "--against=window", "--out", out, "../../lab/replay/testdata/sample.jsonl"}, command.Streams{Out: &stdout, Err: &stderr})
			if code != command.ExitFailure || !strings.Contains(stderr.String(), tt.says) {
				t.Errorf("got %d and %q, want 1 and %q", code, stderr.String(), tt.says)
			}
			if !strings.Contains(stdout.String(), tt.printed) {
				t.Errorf("printed %q, want %q in it", stdout.String(), tt.printed)
			}
			if text, err := os.ReadFile(out); len(text) > 0 || (err == nil) != tt.files {
				t.Errorf("wrote %q, %v; want an empty file: %v", text, err, tt.files)
			}
		})
	}
}

// TestStopped: a command that is told to stop says what is left of it, and leaves
// nothing half done.
func TestStopped(t *testing.T) {
	stopping, stop := context.WithCancel(t.Context())
	stop()
	folder := t.TempDir()
	file := filepath.Join(folder, "familiar.toml")
	if err := os.WriteFile(file, []byte("[control]\nlisten = \"\"\n[familiars.aria]\n[[channels]]\nmatch = \"terminal:*\"\nfamiliars = [\"aria\"]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	loaded, err := config.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	j, err := command.OpenStore(t.Context(), loaded, slog.New(slog.DiscardHandler), func() int { return 1 })
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	whole := filepath.Join(t.TempDir(), "whole")
	var out bytes.Buffer
	if code := run(t.Context(), []string{"backup", "-c", file, whole}, command.Streams{Out: &out, Err: &out}); code != 0 {
		t.Fatalf("backup: %d, %s", code, out.String())
	}
	elsewhere := filepath.Join(t.TempDir(), "familiar.toml")
	if err := os.Link(file, elsewhere); err != nil {
		t.Fatal(err)
	}
	results := t.TempDir()
	for _, tt := range []struct {
		args []string
		says string
	}{
		{[]string{"import", "../../lab/replay/testdata/sample.jsonl", "--out", filepath.Join(results, "out")}, "stopped: " + filepath.Join(results, "out") + " was not written"},
		{[]string{"backup", "-c", file, filepath.Join(results, "backup")}, "stopped: " + filepath.Join(results, "backup") + " was not written"},
		{[]string{"backup", "-c", file, "-"}, "stopped: what was written is not a complete backup"},
		{[]string{"restore", "-c", elsewhere, whole}, "stopped: nothing was restored"},
		{[]string{"tune", "../../lab/replay/testdata/sample.jsonl"}, "stopped: ../../lab/replay/testdata/sample.jsonl was not read to the end"},
		{[]string{"load", "--channels", "1", "--duration", "1s"}, "stopped"},
		{[]string{"journal", "verify", "-c", file}, "stopped"},
		{[]string{"forget", "-c", file, "ana", "--yes"}, "stopped"},
	} {
		var stderr bytes.Buffer
		if code := run(stopping, tt.args, command.Streams{Out: t.Output(), Err: &stderr}); code != command.ExitFailure || stderr.String() != "familiar: "+tt.says+"\n" {
			t.Errorf("%v: got %d and %q, want %q", tt.args, code, stderr.String(), tt.says)
		}
	}
	if left, err := os.ReadDir(results); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(elsewhere), "data", "journal")); err == nil {
		t.Error("a journal is left of a restore that was stopped")
	}
}
