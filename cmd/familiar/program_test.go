package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
	"testing"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/internal/await"
)

// A program is the command at work, with everything it printed.
type program struct {
	*written
	stop    func()      // as Ctrl-C
	code    chan int    // gets the exit code
	process *os.Process // nil: it works inside the test
}

// secret keeps a secret in a file, and returns what stands for it in a configuration:
// what sets the environment can't run beside others.
func secret(t *testing.T, value string) string {
	t.Helper()
	at := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(at, []byte(value), 0o600); err != nil {
		t.Fatal(err)
	}
	return "file:" + at
}

// saved puts a configuration into a folder of its own.
func saved(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "familiar.toml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// start runs a command line inside the test; it is stopped with it.
func start(t *testing.T, args ...string) *program {
	t.Helper()
	return startTo(t, nil, args...)
}

// startTo does the same, and what it prints on standard output goes elsewhere,
// which is closed at its end; nil: nowhere else.
func startTo(t *testing.T, out io.WriteCloser, args ...string) *program {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	p := &program{written: newWritten(t), stop: stop, code: make(chan int, 1)}
	std := command.Streams{Out: p, Err: p}
	if out != nil {
		std.Out = out
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		p.code <- run(ctx, args, std)
		if out != nil {
			_ = out.Close() // whoever reads it sees the end
		}
	}()
	t.Cleanup(func() { stop(); <-ended })
	return p
}

// launch runs a command line as a process of its own: TestMain has put this
// binary on the path as familiar.
func launch(t *testing.T, args ...string) *program {
	t.Helper()
	return launchBinary(t, "familiar", args...)
}

// launchBinary does the same with another binary.
func launchBinary(t *testing.T, binary string, args ...string) *program {
	t.Helper()
	command := exec.Command(binary, args...)
	p := &program{written: newWritten(t), code: make(chan int, 1)}
	command.Stdout, command.Stderr = p, p
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	p.process = command.Process
	p.stop = func() { _ = p.process.Signal(os.Interrupt) }
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if exit, ok := errors.AsType[*exec.ExitError](command.Wait()); ok {
			p.code <- exit.ExitCode()
			return
		}
		p.code <- 0
	}()
	t.Cleanup(func() { _ = p.process.Kill(); <-ended })
	return p
}

// ends waits for the exit code.
func (p *program) ends(want int) {
	p.t.Helper()
	select {
	case got := <-p.code:
		if got != want {
			p.t.Errorf("exit code %d, want %d; it wrote\n%s", got, want, p)
		}
	case <-time.After(patience):
		p.t.Errorf("it goes on after it was stopped; it wrote\n%s", p)
	}
}

// quit stops it, and wants it to end well.
func (p *program) quit() {
	p.t.Helper()
	p.stop()
	p.ends(0)
}

// patience is how long anything may take: the machine has other work.
const patience = await.Patience

// written is text that comes in bit by bit.
type written struct {
	t *testing.T

	mu   sync.Mutex // the writer is another goroutine
	text []byte
	news await.News
}

// newWritten begins one, which a test that fails shows as it ends.
func newWritten(t *testing.T) *written {
	w := &written{t: t}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the program wrote\n%s", w)
		}
	})
	return w
}

// Write implements io.Writer.
func (w *written) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.text = append(w.text, p...)
	w.news.Tell()
	return len(p), nil
}

// String returns all of it so far.
func (w *written) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return string(w.text)
}

// until waits for a regular expression to be matched n times and gives the
// last match with its groups.
func (w *written) until(expression string, n int) []string {
	w.t.Helper()
	re := regexp.MustCompile(expression)
	var found [][][]byte
	if !w.news.Until(&w.mu, func() bool { found = re.FindAllSubmatch(w.text, n); return len(found) == n }) {
		w.t.Fatalf("waited for %s %d times, got %d, in\n%s", expression, n, len(found), w)
	}
	var groups []string
	for _, group := range found[n-1] {
		groups = append(groups, string(group))
	}
	return groups
}
