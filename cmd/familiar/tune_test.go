package main

import (
	"os/exec"
	"strings"
	"testing"
)

// TestTuneAsksNobody needs a process: its input is /dev/null, as under cron.
func TestTuneAsksNobody(t *testing.T) {
	file := saved(t, "[familiars.mira]\npersona = \"x\"\n")
	said, err := exec.Command("familiar", "tune", "../../lab/replay/testdata/sample.jsonl", "--config", file, "--least=1", "--write=balanced", "--anyway", "--budget-runs=2").CombinedOutput()
	if err == nil || !strings.HasSuffix(string(said), "familiar: nothing was written: there is no terminal to confirm on; give --yes to write it\n") {
		t.Errorf("it says %s, %v", said, err)
	}
}
