package crash

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"familiar/internal/await"
	"familiar/journal/journaltest"
)

// secret opens the program's HTTP interface to the people.
const secret = "crash-test-people-may-come-in"

// patience is how long anything may take: the machine has other work.
const patience = await.Patience

// A program is the real one, with a folder and an address that stay the same
// however often it is killed.
type program struct {
	t       *testing.T
	binary  string
	folder  string
	listen  string
	command *exec.Cmd
	ended   chan error // gets how the process ended
	up      bool       // it was started, and not killed since
	stopped bool       // it is frozen
}

// build makes the program once for all tests, unless -program names one.
func build(t *testing.T) string {
	t.Helper()
	binary, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return binary
}

var built = sync.OnceValues(func() (binary string, err error) {
	if *made != "" {
		return filepath.Abs(*made)
	}
	binary = filepath.Join(workshop, "familiar")
	if out, err := exec.Command("go", "build", "-o", binary, "familiar/cmd/familiar").CombinedOutput(); err != nil {
		return "", fmt.Errorf("build: %w\n%s", err, out)
	}
	return binary, nil
})

// furnish gives the program a folder with its configuration, and more of it.
func furnish(t *testing.T, binary, model, more string) *program {
	t.Helper()
	return furnishIn(t, t.ArtifactDir(), binary, model, more)
}

func furnishIn(t *testing.T, folder, binary, model, more string) *program {
	t.Helper()
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	listen := net.JoinHostPort("127.0.0.1", strconv.Itoa(journaltest.Port(t)))
	p := &program{t: t, binary: binary, folder: folder, listen: listen}
	text := strings.NewReplacer("LISTEN", p.listen, "MODEL", model).Replace(configuration + more)
	for file, text := range map[string]string{p.file(): text, filepath.Join(p.folder, "secret"): secret} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// inFile gives what a configuration says of a secret that stands in a file.
func inFile(t *testing.T, secret string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(file, []byte(secret), 0o600); err != nil {
		t.Fatal(err)
	}
	return "file:" + file
}

func (p *program) file() string { return filepath.Join(p.folder, "familiar.toml") }

// data is the folder of the program's journal.
func (p *program) data() string { return filepath.Join(p.folder, "data") }

// start runs it. What it logs goes to a file.
func (p *program) start() {
	p.t.Helper()
	log, err := os.OpenFile(filepath.Join(p.folder, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		p.t.Fatal(err)
	}
	defer log.Close()
	p.command = exec.Command(p.binary, "run", p.file())
	p.command.Stdout, p.command.Stderr = log, log
	if err := p.command.Start(); err != nil {
		p.t.Fatal(err)
	}
	command, ended := p.command, make(chan error, 1)
	p.ended, p.up = ended, true
	go func() { ended <- command.Wait() }()
	p.t.Cleanup(func() { _ = command.Process.Kill() })
}

// kill ends it without a warning.
func (p *program) kill() {
	p.t.Helper()
	if err := p.command.Process.Kill(); err != nil {
		p.t.Fatalf("kill: %v\n%s", err, p.log())
	}
	<-p.ended
	p.up = false
}

// stop asks it to end and waits until it has.
func (p *program) stop() {
	p.t.Helper()
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
		p.t.Fatalf("stop: %v\n%s", err, p.log())
	}
	select {
	case err := <-p.ended:
		p.up = false
		if err != nil {
			p.t.Errorf("asked to end it ended with %v; its log:\n%s", err, p.log())
		}
	case <-time.After(patience):
		p.t.Fatalf("asked to end it goes on; its log:\n%s", p.log())
	}
}

// ready waits until somebody is heard and gives how long that took.
func (p *program) ready(c *client, probe step) time.Duration {
	p.t.Helper()
	began := time.Now()
	ctx, cancel := context.WithTimeout(p.t.Context(), patience)
	defer cancel()
	if err := c.insist(ctx, "probe", probe); err != nil {
		p.t.Fatalf("started again, it hears nobody: %v; its log:\n%s", err, p.log())
	}
	return time.Since(began)
}

// log returns the end of what the program wrote.
func (p *program) log() string {
	text, err := os.ReadFile(filepath.Join(p.folder, "log"))
	if err != nil {
		return fmt.Sprint(err)
	}
	return string(text[max(0, len(text)-4000):])
}
