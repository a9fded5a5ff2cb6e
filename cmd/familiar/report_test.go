package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"familiar/internal/long"
	"familiar/lab/report"
)

// keptDemo runs the demo for a moment and gives its folder.
func keptDemo(t *testing.T) string {
	folder := filepath.Join(t.TempDir(), "kept")
	ask(t, "demo", "--model", "offline", "--listen", "127.0.0.1:0", "--speed", "60", "--for", "4s", "--keep", folder).wants(0, "Join in:")
	return folder
}

// TestReportOfAJournal: what a program kept is a report without a replay.
func TestReportOfAJournal(t *testing.T) {
	long.Test(t)
	t.Parallel()
	folder := keptDemo(t)
	page, data, kept := filepath.Join(t.TempDir(), "r.html"), filepath.Join(t.TempDir(), "r.json"), "journal:"+filepath.Join(folder, "data")
	ask(t, "report", kept, "--since", "24h", "--config", filepath.Join(folder, "familiar.toml"), "--report", page, "--json", data).wants(0, "judge calls")
	ask(t, "report", kept, "--familiar", "nobody").wants(1, "no decision there matches")
	ask(t, "report", folder).wants(2, "want journal:DIR")
	text, err := os.ReadFile(data)
	if err != nil {
		t.Fatal(err)
	}
	var r report.Report
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	spoken := 0
	for _, c := range r.Channels {
		for _, d := range c.Decisions[0] {
			if d.Act == "spoke" && d.Says != "" && d.Line != "" {
				spoken++
			}
		}
	}
	if len(r.Channels) < 6 || spoken == 0 || r.Figures[0].Calls < spoken {
		t.Errorf("%d places, %d calls and %d of them with what was said", len(r.Channels), r.Figures[0].Calls, spoken)
	}
	html, err := os.ReadFile(page)
	if err != nil || !strings.Contains(string(html), "nothing replayed") {
		t.Errorf("the page: %v", err)
	}
}
