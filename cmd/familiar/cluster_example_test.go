//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"familiar/internal/await"
	"familiar/journal/journaltest"
)

// TestClusterExample: the script starts everything, and once the familiar that runs
// is killed another one runs.
func TestClusterExample(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("there is no bash")
	}
	familiar, err := exec.LookPath("familiar")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	script := exec.CommandContext(t.Context(), "../../examples/cluster/run", folder)
	script.Env = append(os.Environ(), "FAMILIAR="+familiar, "PORT="+strconv.Itoa(journaltest.Port(t)), "PAGE="+strconv.Itoa(journaltest.Port(t)))
	script.Cancel = func() error { return script.Process.Signal(syscall.SIGTERM) }
	script.WaitDelay = patience
	said := newWritten(t)
	script.Stdout, script.Stderr = said, said
	if err := script.Start(); err != nil {
		t.Fatal(err)
	}
	log := func(n int) string {
		text, _ := os.ReadFile(filepath.Join(folder, fmt.Sprintf("familiar%d.log", n))) // not there: nothing is in it
		return string(text)
	}
	runs := func() (all []int) {
		for n := range 3 {
			if strings.Contains(log(n), "msg=running") {
				all = append(all, n)
			}
		}
		return all
	}
	await.Until(t, "one that runs and two that stand by", func() bool {
		standing := 0
		for n := range 3 {
			standing += strings.Count(log(n), "standing by")
		}
		return len(runs()) == 1 && standing == 2
	})
	first := runs()[0]
	pid, err := strconv.Atoi(regexp.MustCompile(fmt.Sprintf(`familiar %d is process (\d+)`, first)).FindStringSubmatch(said.String())[1])
	if err == nil {
		err = syscall.Kill(pid, syscall.SIGKILL)
	}
	if err != nil {
		t.Fatal(err)
	}
	killed := time.Now()
	await.Until(t, "another that runs", func() bool { return len(runs()) == 2 })
	t.Logf("another ran %v after the kill", time.Since(killed).Round(100*time.Millisecond))
	if err := script.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := script.Wait(); err != nil {
		t.Errorf("the script ended with %v:\n%s", err, said)
	}
	for n := range 3 {
		if n != first && !strings.Contains(log(n), "drained") && !strings.Contains(log(n), "having stood by") {
			t.Errorf("familiar %d was not stopped:\n%s", n, log(n))
		}
	}
}
