// Package npmtest fetches from npm what others wrote, for tests that hold ours
// against it.
package npmtest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"familiar/internal/long"
)

// within is how long an installation may take.
const within = time.Minute

// Install returns the folder in whose node_modules a package is, which is given with
// its exact version, such as "axe-core@4.14.1", and what is needed beside it. It is
// installed once, below the user's cache. Unless tests that take long are asked for, and
// where it can't be had, the test is skipped and says why.
func Install(t *testing.T, wanted string, beside ...string) string {
	t.Helper()
	long.Test(t)
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skipf("%s: there is no npm", wanted)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skipf("%s: no cache: %v", wanted, err)
	}
	at := filepath.Join(cache, "familiar-npm", strings.Trim(strings.NewReplacer("@", "-", "/", "-").Replace(wanted), "-"))
	if _, err := os.Stat(at); err == nil {
		return at
	}
	if err := install(t.Context(), npm, at, append([]string{wanted}, beside...)); err != nil {
		t.Skipf("%s: %v", wanted, err)
	}
	return at
}

// install installs packages in a folder, which is there once they are whole: a test that is
// killed meanwhile leaves none, and others may install the same.
func install(ctx context.Context, npm, at string, packages []string) error {
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		return err
	}
	made, err := os.MkdirTemp(filepath.Dir(at), "installing-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(made)
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	command := exec.CommandContext(ctx, npm, append([]string{"install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", made}, packages...)...)
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("npm install: %w\n%s", err, out)
	}
	if err := os.Rename(made, at); !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// Run runs a script of node in a folder that [Install] gave, with more in its environment,
// and returns what it says, a line each, until it ends. It is killed when the test ends.
func Run(t *testing.T, at, script string, environment ...string) <-chan string {
	t.Helper()
	node := exec.CommandContext(t.Context(), "node", "--eval", script)
	node.Dir, node.Env, node.Stderr = at, append(os.Environ(), environment...), t.Output()
	out, err := node.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := node.Start(); err != nil {
		t.Fatal(err)
	}
	lines, ended := make(chan string, 1000), make(chan struct{})
	go func() {
		defer close(ended)
		defer close(lines)
		for read := bufio.NewScanner(out); read.Scan(); {
			select {
			case lines <- read.Text():
			case <-t.Context().Done(): // nobody reads any more
				return
			}
		}
	}()
	t.Cleanup(func() {
		_ = node.Process.Kill()
		<-ended
		_ = node.Wait() // it was killed: its status says nothing
	})
	return lines
}
