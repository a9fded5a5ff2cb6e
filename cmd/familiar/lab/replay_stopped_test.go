package lab

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"familiar/cmd/familiar/command"
	"familiar/lab/replay"
	"familiar/policy/odds"
)

// TestReportOfWhatIsFinished: a replay that is stopped reports on those it has
// replayed, and says so.
func TestReportOfWhatIsFinished(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	file := filepath.Join(t.TempDir(), "report.json")
	c := replayCommand{Judge: string(replay.Oracle), Loop: string(replay.Forced), Workers: 1, JSON: file}
	c.File, c.Least = "../../../lab/replay/testdata/sample.jsonl", 1
	trials, err := c.trials()
	if err != nil {
		t.Fatal(err)
	}
	var weights atomic.Int32
	trials[0].weights = func(string) *odds.Weights { // it is asked once for each familiar, and in its report
		if weights.Add(1) == 4 {
			stop()
		}
		return nil
	}
	std := command.Streams{Out: t.Output(), Err: t.Output()}
	recorded, golds, err := c.open(ctx, std)
	if err != nil {
		t.Fatal(err)
	}
	s := session{command: &c, std: std, recording: recorded, golds: golds, trials: trials}
	if s.written, err = c.outputs(); err != nil {
		t.Fatal(err)
	}
	if err := s.run(ctx); err == nil || !strings.HasPrefix(err.Error(), "stopped: ") {
		t.Errorf("got %v, want that it was stopped", err)
	}
	if err := s.written.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), "It was stopped: ") || !json.Valid(text) {
		t.Errorf("the report is %.300s, %v", text, err)
	}
}
