//go:build unix

package main

import (
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"familiar/internal/await"
	"familiar/internal/jaeger"
	"familiar/internal/long"
	"familiar/journal/journaltest"
)

// traceCluster has the processes of a script send their traces to the Jaeger whose query
// API is at FAMILIAR_JAEGER and which takes OTLP on the same machine. await waits until
// it has each take-over that a killed process causes, whole; without a Jaeger it does
// nothing.
func traceCluster(t *testing.T, script *exec.Cmd) (await func()) {
	address := os.Getenv("FAMILIAR_JAEGER")
	if address == "" {
		return func() {}
	}
	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	service := "familiar-cluster-" + time.Now().Format("150405.000")
	script.Env = append(script.Env, "OTEL_SERVICE_NAME="+service, "OTEL_EXPORTER_OTLP_ENDPOINT=http://"+at.Hostname()+":4318",
		"OTEL_METRICS_EXPORTER=none", "OTEL_LOGS_EXPORTER=none")
	return func() { awaitTakeOvers(t, address, service) }
}

// awaitTakeOvers waits until a Jaeger has two partitions' take-overs from a process that
// died, with all their stages.
func awaitTakeOvers(t *testing.T, address, service string) {
	t.Helper()
	await.Until(t, "that Jaeger has whole take-overs", func() bool {
		traces, err := jaeger.Ask(t.Context(), address, service, 200)
		if err != nil {
			t.Fatal(err)
		}
		whole := 0
		for _, trace := range traces {
			var names []string
			rows := trace.Rows()
			for _, r := range rows {
				names = append(names, r.Title())
			}
			if slices.Equal(names, []string{"take_over share=partition cause=died", "claim", "introduce", "own", "read", "wake"}) && rows[0].Tag("familiar.from") != "" {
				whole++
				t.Log("\n" + trace.Text())
			}
		}
		return whole >= 2
	})
}

// TestClusterExample: the script starts everything, and once a familiar is killed the
// others have what it had.
func TestClusterExample(t *testing.T) {
	long.Test(t)
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
	traces := traceCluster(t, script)
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
	traces()
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
