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

// TestClusterExample: the script starts everything, and once a familiar is killed the
// others have what it had.
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
	live := func(n int) int { return strings.Count(log(n), "partition is live") }
	await.Until(t, "that each has a share", func() bool { return live(0) >= 2 && live(1) >= 2 && live(2) >= 2 })
	before := live(1) + live(2)
	pid, err := strconv.Atoi(regexp.MustCompile(`familiar 0 is process (\d+)`).FindStringSubmatch(said.String())[1])
	if err == nil {
		err = syscall.Kill(pid, syscall.SIGKILL)
	}
	if err != nil {
		t.Fatal(err)
	}
	killed := time.Now()
	await.Until(t, "that the others have what it had", func() bool { return live(1)+live(2) >= before+2 })
	t.Logf("the others had it %v after the kill", time.Since(killed).Round(100*time.Millisecond))
	if err := script.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := script.Wait(); err != nil {
		t.Errorf("the script ended with %v:\n%s", err, said)
	}
	for n := range 3 {
		if n != 0 && !strings.Contains(log(n), "drained") {
			t.Errorf("familiar %d was not stopped:\n%s", n, log(n))
		}
	}
}
